import type { ReactNode } from "react";
import styles from "./Specimen.module.css";

type Props = { readonly name: string; readonly children: ReactNode };

/** One component of the living page under its name. */
export function Specimen({ name, children }: Props) {
  return (
    <section className={styles.specimen}>
      <p className={styles.name}>{name}</p>
      {children}
    </section>
  );
}

/** States beside each other. */
export function Row({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/** States below each other. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}
