import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useIdleness, idleWarningDelayMs } from "./use-idleness.ts";

/**
 * Warns before a sign-in ends for want of activity, counts down, and ends it. Stands once in the signed-in document.
 * Source: A§4, SESSION-08 to 12.
 */
export function IdleGuard() {
  const { secondsLeft, stay } = useIdleness();
  return (
    <Dialog
      open={secondsLeft !== undefined}
      variant="alert"
      dismissable={false}
      title="Are you still there?"
      onClose={stay}
      actions={
        <Button kind="primary" onClick={stay}>
          Stay logged in
        </Button>
      }
    >
      <p>
        Nothing was done here for {idleWarningDelayMs() / 60_000} minutes. To protect your account we log you out in{" "}
        {/* the count is for eyes: read aloud every second it would drown everything else */}
        <span className="figures" aria-live="off">
          {secondsLeft} {secondsLeft === 1 ? "second" : "seconds"}
        </span>
        . Payments and requests already made go on.
      </p>
    </Dialog>
  );
}
