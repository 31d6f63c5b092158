import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useIdleness, idleWarningDelayMs } from "./use-idleness.ts";

/**
 * Warns before a session ends for inactivity, counts down, and signs out. Mounted once for signed-in users
 * [SESSION-08 SESSION-09 SESSION-10 SESSION-11 SESSION-12].
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
        You have been inactive for {idleWarningDelayMs() / 60_000} minutes. To protect your account, we will log you out
        in {/* visual only: a screen reader would announce every second */}
        <span className="figures" aria-live="off">
          {secondsLeft} {secondsLeft === 1 ? "second" : "seconds"}
        </span>
        . Checks you've paid for will continue.
      </p>
    </Dialog>
  );
}
