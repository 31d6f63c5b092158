import { useState } from "react";
import { storedPushAsked } from "../../lib/storage.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { usePush } from "./use-push.ts";

/** Offers push notices once, to a user who is waiting for consent. The list of notices has the same switch. */
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
      <Notice
        tone={push.status === "on" ? "success" : "info"}
        announce
        onDismiss={close}
        title={push.status === "on" ? "Notifications are on" : "Notifications are off"}
      >
        {push.status === "on"
          ? "They work when this page is closed, until you log out. Change this at the bell."
          : (push.error ?? "You can turn them on at the bell. We also email you about important things.")}
      </Notice>
    );
  return (
    <Notice
      tone="info"
      title="Get notified when they reply?"
      actions={
        <>
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
        </>
      }
    >
      You can close this page. Notifications never show names.
    </Notice>
  );
}
