import { formatCount } from "@idanimo/contract/date-format";
import type { ReactNode } from "react";
import { formatLineCount } from "./rules.ts";
import type { CheckedFile } from "./upload-file.ts";
import styles from "./BulkField.module.css";

type Props = Pick<CheckedFile, "bad" | "badCount"> & {
  /** What to do about them. */
  readonly children: ReactNode;
};

/** The invalid lines by number, as far as the server lists them; never their content [O-34 T-58]. */
export function InvalidLines({ bad, badCount, children }: Props) {
  if (bad.length === 0) return null;
  return (
    <>
      <div>{children}</div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable from the keyboard */}
      <ul className={styles.bad} aria-label="Lines to fix" tabIndex={0}>
        {bad.map(({ line, message }) => (
          <li key={line}>
            <strong>Line {formatCount(line)}</strong> {message}
          </li>
        ))}
      </ul>
      {badCount > bad.length && <p className="quiet">And {formatLineCount(badCount - bad.length)} more.</p>}
      <p>
        <a href={invalidLinesAddress(bad)} download="lines-to-fix.csv">
          Download this list
        </a>
      </p>
    </>
  );
}

/** The list as a CSV file. Messages contain no quotation mark except doubled ones. */
const invalidLinesAddress = (bad: Props["bad"]): string =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(
    ["Line,Reason", ...bad.map(({ line, message }) => `${line},"${message.replaceAll('"', '""')}"`)].join("\r\n"),
  )}`;
