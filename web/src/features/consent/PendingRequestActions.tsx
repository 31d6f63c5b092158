import { formatTime } from "@idanimo/contract/date-format";
import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { cancelRequest, remindSubject } from "@idanimo/contract/pending-request";
import { useState } from "react";
import { call } from "../../lib/call.ts";
import { useRight } from "../../lib/use-right.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { CopyIcon } from "../../ui/icons.tsx";
import { useProblem } from "../../ui/Problems.tsx";
import { useToast } from "../../ui/Toast.tsx";
import styles from "./ConsentScreen.module.css";
import { type ConsentRequest, messageForPerson, reminderState } from "./rules.ts";

type Props = { readonly id: string; readonly request: ConsentRequest; readonly onChanged: () => void };

/** What the requester can do while the person decides: remind them once, tell them themselves, or cancel. */
export function PendingRequestActions({ id, request, onChanged }: Props) {
  const [isCancelling, setCancelling] = useState(false);
  const canCheck = useRight(remindSubject.right);
  if (!canCheck) return null;
  const message = messageForPerson(request.requester, request, window.location.host);
  return (
    <section className={styles.card} aria-labelledby="no-answer">
      <h2 id="no-answer" className={styles.part}>
        No answer yet?
      </h2>
      <ReminderButton id={id} request={request} onChanged={onChanged} />
      <p>Or tell the person yourself, for example on WhatsApp. They answer our message, not yours.</p>
      <blockquote className={styles.message}>{message}</blockquote>
      <div className={styles.actions}>
        <CopyMessageButton message={message} />
        <Button onClick={() => setCancelling(true)}>Cancel request</Button>
      </div>
      <CancelDialog
        id={id}
        isFree={catalogueRowOf(request.searchType).isFree === true}
        isOpen={isCancelling}
        onClose={() => setCancelling(false)}
        onChanged={onChanged}
      />
    </section>
  );
}

function ReminderButton({ id, request, onChanged }: Props) {
  const [isSending, setSending] = useState(false);
  const showProblem = useProblem();
  const toast = useToast();
  const state = reminderState(request.reminder, Date.parse(request.now));
  async function send() {
    setSending(true);
    const result = await call(remindSubject, { id });
    setSending(false);
    if (result.ok) toast({ tone: "success", text: "We reminded them." });
    else showProblem(result.problem);
    onChanged();
  }
  switch (state.kind) {
    case "possible":
      return (
        <>
          <p>We can send them one reminder, with the same code.</p>
          <div className={styles.actions}>
            <Button busy={isSending && "Sending"} onClick={() => void send()}>
              Send a reminder
            </Button>
          </div>
        </>
      );
    case "later":
      return (
        <p>
          You can send one reminder from <time dateTime={state.at}>{formatTime(state.at)}</time>, Lagos time. We send
          reminders between 8 AM and 8 PM.
        </p>
      );
    case "sent":
      return <p>You sent a reminder. Each person gets one.</p>;
    case "none":
      return null;
  }
}

function CopyMessageButton({ message }: { readonly message: string }) {
  const toast = useToast();
  async function copy() {
    try {
      await navigator.clipboard.writeText(message);
      toast({ tone: "success", text: "Message copied." });
    } catch {
      toast({ tone: "problem", text: "Your browser did not allow copying. Select the message and copy it." });
    }
  }
  return (
    <Button icon={<CopyIcon />} onClick={() => void copy()}>
      Copy message
    </Button>
  );
}

type CancelDialogProps = {
  readonly id: string;
  readonly isFree: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onChanged: () => void;
};

function CancelDialog({ id, isFree, isOpen, onClose, onChanged }: CancelDialogProps) {
  const [isSending, setSending] = useState(false);
  const showProblem = useProblem();
  async function cancel() {
    setSending(true);
    const result = await call(cancelRequest, { id });
    setSending(false);
    onClose();
    if (!result.ok) showProblem(result.problem);
    onChanged();
  }
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="Cancel this request?"
      actions={
        <>
          <Button kind="danger" busy={isSending && "Cancelling"} onClick={() => void cancel()}>
            Cancel request
          </Button>
          <Button onClick={onClose}>Keep waiting</Button>
        </>
      }
    >
      {!isFree && (
        <p>
          <strong>This check isn't refundable</strong>, because we have already paid the source for the record.
        </p>
      )}
      <p>
        The person can no longer answer, and their link says that you withdrew the request. You can ask about them again
        24 hours after this request.
      </p>
    </Dialog>
  );
}
