import * as texts from "@idanimo/contract/texts";
import { Breakable } from "../../ui/Breakable.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Notice } from "../../ui/Notice.tsx";
import styles from "./ConfirmMail.module.css";
import { useSendConfirm } from "./use-send-confirm.ts";

const title = "Confirm your mail address";
const sendAgain = "Send the mail again";

/** Stands above the screens of an account whose mailbox was not proved yet. */
export function ConfirmMailNotice() {
  const { email, sending, send } = useSendConfirm();
  return (
    <div className={styles.notice}>
      <Notice
        tone="waiting"
        title={title}
        actions={
          sending.step !== "sent" && (
            <Button size="small" busy={sending.step === "busy" && "Sending"} onClick={send}>
              {sendAgain}
            </Button>
          )
        }
      >
        <p>
          Open the link in our mail to <Breakable text={email} />. Before that you cannot pay or look anybody up.
        </p>
        <Said sending={sending} />
      </Notice>
    </div>
  );
}

/** What answers a refusal for want of a proved mailbox, wherever it comes from. */
export function ConfirmMailDialog({ onClose }: { readonly onClose: () => void }) {
  const { email, sending, send } = useSendConfirm();
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
              {sendAgain}
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
          We sent it to <Breakable text={email} />. What you typed stays here.
        </p>
        <Said sending={sending} />
      </div>
    </Dialog>
  );
}

function Said({ sending }: Pick<ReturnType<typeof useSendConfirm>, "sending">) {
  return (
    <div role="status">
      {sending.step === "sent" && <p>Sent. It is there in a minute; look among the unwanted mail too.</p>}
      {sending.step === "refused" && <p>{sending.words}</p>}
    </div>
  );
}
