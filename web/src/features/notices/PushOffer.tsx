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
        title={push.status === "on" ? "This device will tell you" : "This device will not tell you"}
      >
        {push.status === "on"
          ? "Also while this page is closed, until you log out. You can change it at the bell."
          : (push.error ?? "You can still turn it on at the bell. What is important also comes by mail.")}
      </Notice>
    );
  return (
    <Notice
      tone="info"
      title="Shall this device tell you when they answer?"
      actions={
        <>
          <Button
            size="small"
            busy={push.busy && "Asking your browser"}
            onClick={() => void push.turnOn().then(() => (storedPushAsked.set("yes"), setDone(true)))}
          >
            Tell me on this device
          </Button>
          <Button size="small" kind="quiet" onClick={close}>
            Not now
          </Button>
        </>
      }
    >
      You can close this page meanwhile. Only that something happened is shown, never about whom.
    </Notice>
  );
}
