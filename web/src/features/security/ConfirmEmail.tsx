import * as texts from "@idanimo/contract/texts";
import { BreakableEmail } from "../../ui/BreakableEmail.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Notice } from "../../ui/Notice.tsx";
import styles from "./ConfirmEmail.module.css";
import { useConfirmationEmail } from "./use-confirmation-email.ts";

const title = "Confirm your email";
const resendLabel = "Send the email again";

/** A notice above the screens of an account whose email address is not verified. */
export function ConfirmEmailNotice() {
  const { email, sending, send } = useConfirmationEmail();
  return (
    <div className={styles.notice}>
      <Notice
        tone="waiting"
        title={title}
        actions={
          sending.step !== "sent" && (
            <Button size="small" busy={sending.step === "busy" && "Sending"} onClick={send}>
              {resendLabel}
            </Button>
          )
        }
      >
        <p>
          Open the link in our email to <BreakableEmail text={email} />. You can't pay or run checks until you do.
        </p>
        <SendStatus sending={sending} />
      </Notice>
    </div>
  );
}

/** Shown for the problem that the email address is not verified, on any screen. */
export function ConfirmEmailDialog({ onClose }: { readonly onClose: () => void }) {
  const { email, sending, send } = useConfirmationEmail();
  const isSent = sending.step === "sent";
  return (
    <Dialog
      open
      variant="alert"
      title={title}
      onClose={onClose}
      actions={
        <>
          {!isSent && (
            <Button kind="primary" busy={sending.step === "busy" && "Sending"} onClick={send}>
              {resendLabel}
            </Button>
          )}
          <Button kind={isSent ? "primary" : "secondary"} onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className={styles.words}>
        <p>{texts.emailNotConfirmed}</p>
        <p>
          We sent it to <BreakableEmail text={email} />. What you typed is still here.
        </p>
        <SendStatus sending={sending} />
      </div>
    </Dialog>
  );
}

function SendStatus({ sending }: Pick<ReturnType<typeof useConfirmationEmail>, "sending">) {
  return (
    <div role="status">
      {sending.step === "sent" && <p>Sent. It should arrive in a minute. Check your spam folder too.</p>}
      {sending.step === "refused" && <p>{sending.words}</p>}
    </div>
  );
}
