import { Fragment, type ReactNode } from "react";
import styles from "./console.module.css";

/** Labels with their values. */
export function Facts({ rows }: { readonly rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(([label, value], at) => (
        // oxlint-disable-next-line react/no-array-index-key -- labels may repeat, and the rows keep their order
        <Fragment key={`${at} ${label}`}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
