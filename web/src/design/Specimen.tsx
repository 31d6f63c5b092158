import type { ReactNode } from "react";
import styles from "./Specimen.module.css";

type Props = { readonly name: string; readonly children: ReactNode };

/** One component of the design page with its name. */
export function Specimen({ name, children }: Props) {
  return (
    <section className={styles.specimen}>
      <p className={styles.name}>{name}</p>
      {children}
    </section>
  );
}

export function Row({ children }: { readonly children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}
