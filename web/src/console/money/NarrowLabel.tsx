import type { ReactNode } from "react";
import styles from "../console.module.css";

/** A value with its column's name on a phone, where the table has no visible headers; assistive technology has them. */
export const NarrowLabel = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <>
    <span className={styles.narrowLabel} aria-hidden="true">
      {label}{" "}
    </span>
    {children}
  </>
);
