import { reportVerifiableMonths } from "@idanimo/contract/downloads";
import { ChevronIcon, ShieldIcon } from "../../ui/icons.tsx";
import styles from "./RecordLayout.module.css";

/** Explains how to verify that a report is genuine. */
export function ReportAuthenticity() {
  return (
    <details className={styles.genuine}>
      <summary className={styles.ask}>
        <ShieldIcon />
        How to verify this report
        <ChevronIcon className={styles.mark} />
      </summary>
      <div className={styles.answer}>
        <p>
          The PDF has a code and a QR code. Anyone you give it to can check on{" "}
          <a href="/verify" target="_blank" rel="noreferrer noopener">
            our verification page
          </a>{" "}
          that it is genuine, unchanged and still valid. That page never shows the record.
        </p>
        <p>Codes work for {reportVerifiableMonths} months.</p>
      </div>
    </details>
  );
}
