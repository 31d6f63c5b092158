import { formatLineCount } from "./rules.ts";
import type { CheckedFile } from "./upload-file.ts";
import styles from "./BulkField.module.css";

/** The invalid lines by number, as far as the server lists them; never their content [O-34 T-58]. */
export function InvalidLines({ bad, badCount }: Pick<CheckedFile, "bad" | "badCount">) {
  if (badCount === 0) return null;
  return (
    <>
      <p>Fix these lines in the file and choose it again. Nothing was charged.</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable from the keyboard */}
      <ul className={styles.bad} aria-label="Lines to fix" tabIndex={0}>
        {bad.map(({ line, message }) => (
          <li key={line}>
            <strong>Line {line}</strong> {message}
          </li>
        ))}
      </ul>
      {badCount > bad.length && <p className="quiet">And {formatLineCount(badCount - bad.length)} more.</p>}
    </>
  );
}
