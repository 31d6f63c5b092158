import { formatCount } from "@idanimo/contract/date-format";
import styles from "./Counters.module.css";

type Totals = {
  readonly totalCount: number;
  readonly totalSuccessfulCount: number;
  readonly totalUnsuccessfulCount: number;
};

type Props = { readonly totals: Totals | undefined; readonly failed: boolean };

/** The three totals over all requests, not only the rows shown [DASH-02]. */
export function Counters({ totals, failed }: Props) {
  const shown = [
    { label: "Total requests", count: totals?.totalCount },
    { label: "Successful", count: totals?.totalSuccessfulCount },
    { label: "Unsuccessful", count: totals?.totalUnsuccessfulCount },
  ];
  return (
    <dl className={styles.counters}>
      {shown.map(({ label, count }) => (
        <div key={label} className={styles.counter}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.count}>
            {count === undefined ? failed ? "-" : <span className={styles.coming} /> : formatCount(count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
