import { reportVerifiableMonths } from "@idanimo/contract/downloads";
import { ChevronIcon, ShieldIcon } from "../../ui/icons.tsx";
import styles from "./RecordLayout.module.css";

/** Explains how to verify that a report is genuine. */
export function ReportAuthenticity() {
  return (
    <details className={styles.genuine}>
      <summary className={styles.ask}>
        <ShieldIcon />
        Is it genuine?
        <ChevronIcon className={styles.mark} />
      </summary>
      <div className={styles.answer}>
        <p>
          The PDF of this result carries a code and a square to scan. Anyone who has it can see at{" "}
          <a href="/verify" target="_blank" rel="noreferrer noopener">
            our page for reports
          </a>{" "}
          whether we made it, whether it was changed, and whether the record still stands. Nothing of the record is
          shown there.
        </p>
        <p>A code is known for {reportVerifiableMonths} months.</p>
      </div>
    </details>
  );
}
