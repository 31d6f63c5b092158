import { isTestMode } from "../lib/active-organisation.ts";
import { switchTestMode } from "../lib/switch-organisation.ts";
import { Button } from "../ui/Button.tsx";
import styles from "./TestModeBar.module.css";

/** A striped frame around every page of test mode, and a bar that leaves it. */
export function TestModeBar() {
  if (!isTestMode()) return null;
  return (
    <>
      <div className={styles.frame} aria-hidden="true" />
      <aside className={styles.strip} aria-label="Test mode">
        <div className={styles.inner}>
          <p>
            <strong>Test mode.</strong> Play money, and no one is contacted.
          </p>
          <span className={styles.links}>
            <a href="/developers/test-data">Test data</a>
            <a href="/developers/inbox">Inbox</a>
            <Button size="small" onClick={() => switchTestMode(false)}>
              Leave
            </Button>
          </span>
        </div>
      </aside>
    </>
  );
}
