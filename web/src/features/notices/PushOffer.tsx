import { useState } from "react";
import { storedPushAsked } from "../../lib/storage.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./PushOffer.module.css";
import { usePush } from "./use-push.ts";

/** A line that offers push notices once, to a user who is waiting for consent. The list of notices has the same switch. */
export function PushOffer() {
  const [open, setOpen] = useState(() => !storedPushAsked.get() && globalThis.Notification?.permission === "default");
  const [done, setDone] = useState(false);
  const push = usePush();
  if (!open || push.status === undefined || push.status === "unsupported") return null;

  function close() {
    storedPushAsked.set("yes");
    setOpen(false);
  }
  if (done)
    return (
      <p className={styles.line} role="status">
        {push.status === "on"
          ? "This device will tell you when they reply. You can change it at the bell."
          : (push.error ?? "This device will not tell you. You can turn notifications on at the bell.")}
      </p>
    );
  return (
    <p className={styles.line}>
      <span>Get notified on this device when they reply? Notifications never show names.</span>
      <Button
        size="small"
        busy={push.busy && "Asking your browser"}
        onClick={() => void push.turnOn().then(() => (storedPushAsked.set("yes"), setDone(true)))}
      >
        Turn on notifications
      </Button>
      <Button size="small" kind="quiet" onClick={close}>
        Not now
      </Button>
    </p>
  );
}
