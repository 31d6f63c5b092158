import { useState } from "react";
import { sharedComputer } from "../lib/storage.ts";
import { Button } from "../ui/Button.tsx";
import { logOut } from "./log-out.ts";
import styles from "./SharedComputerBar.module.css";

/** Under the bar while the sign-in is one on a shared computer: says so, and offers the way out. Source: T-19. */
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
          <strong>Shared computer.</strong> When you leave, nothing of yours stays here.
        </p>
        <Button size="small" busy={leaving && "Leaving"} onClick={leave}>
          Leave
        </Button>
      </div>
    </aside>
  );
}
