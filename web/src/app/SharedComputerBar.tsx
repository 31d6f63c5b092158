import { useState } from "react";
import { sharedComputer } from "../lib/storage.ts";
import { Button } from "../ui/Button.tsx";
import { logOut } from "./log-out.ts";
import styles from "./SharedComputerBar.module.css";

/** A bar shown during a session on a shared computer, with a sign-out button [T-19]. */
export function SharedComputerBar() {
  const [leaving, setLeaving] = useState(false);
  if (!sharedComputer.get()) return null;
  function leave() {
    setLeaving(true);
    void logOut();
  }
  return (
    <aside className={styles.strip} aria-label="Shared computer">
      <div className={styles.inner}>
        <p>
          <strong>Shared computer.</strong> Leave when you are done, and we clear your data.
        </p>
        <Button size="small" busy={leaving && "Leaving"} onClick={leave}>
          Leave
        </Button>
      </div>
    </aside>
  );
}
