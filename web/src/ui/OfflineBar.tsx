import { useSyncExternalStore } from "react";
import { classes } from "./classes.ts";
import { OfflineIcon } from "./icons.tsx";
import styles from "./OfflineBar.module.css";

function subscribe(changed: () => void) {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}

/** A bar at the bottom of the window while the device is offline; it causes no layout shift. */
export function OfflineBar() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className={classes(!online && styles.fixed)}>
      {!online && <OfflineMessage />}
    </div>
  );
}

export function OfflineMessage() {
  return (
    <div className={styles.bar}>
      <OfflineIcon />
      You are offline. This page may be out of date. Nothing is sent until you are back online.
    </div>
  );
}
