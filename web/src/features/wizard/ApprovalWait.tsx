import { formatMoney, money } from "@idanimo/contract/money";
import { cancelApprovalRequest } from "@idanimo/contract/organisations/approvals";
import type { OutputOf } from "@idanimo/contract/operation";
import type { readSession } from "@idanimo/contract/verification";
import { useState } from "react";
import { call, type Problem } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { ContentOrProblem } from "../../ui/ContentOrProblem.tsx";
import { Countdown } from "../../ui/Countdown.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { RequestedItems } from "./RequestedItems.tsx";
import styles from "./ResumePurchase.module.css";

type Props = {
  readonly session: OutputOf<typeof readSession>;
  /** It was cancelled, or decided in the meantime. */
  readonly onChanged: () => void;
};

/** A purchase that waits for a colleague, who has not decided yet. */
export function ApprovalWait({ session, onChanged }: Props) {
  const [isCancelling, setIsCancelling] = useState(false);
  return (
    <div className={styles.resume}>
      <Notice
        tone="waiting"
        announce
        title="Waiting for approval"
        actions={
          <>
            <LinkButton size="small" href="/dashboard">
              Check something else
            </LinkButton>
            <Button size="small" onClick={() => setIsCancelling(true)}>
              Cancel request
            </Button>
          </>
        }
      >
        A colleague has to approve this check. Nothing was charged and no one was contacted. This page continues when
        they decide, and you get a notice if you leave it.
      </Notice>
      <Card title="Your request">
        <RequestedItems items={session.items} />
        <p className="quiet">
          {formatMoney(money(session.quote.currency, session.quote.total))} from the wallet.
          {session.approval && (
            <>
              {" "}
              The request expires <Countdown at={session.approval.expiresAt} over="now" after="." />
            </>
          )}
        </p>
      </Card>
      {isCancelling && <CancelDialog session={session} onChanged={onChanged} onClose={() => setIsCancelling(false)} />}
    </div>
  );
}

function CancelDialog({ session, onChanged, onClose }: Props & { readonly onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  async function cancel() {
    setBusy(true);
    const result = await call(cancelApprovalRequest, { sessionCode: session.sessionCode });
    setBusy(false);
    // decided in the meantime: the page shows the decision
    if (!result.ok && result.problem.code !== "already_decided") return setProblem(result.problem);
    onClose();
    onChanged();
  }
  return (
    <Dialog
      open
      variant="alert"
      title="Cancel this request?"
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" busy={busy && "Cancelling"} onClick={() => void cancel()}>
            Cancel request
          </Button>
          <Button onClick={onClose}>Keep waiting</Button>
        </>
      }
    >
      <ContentOrProblem
        title="The request was not cancelled"
        problem={problem && problemMessage(problem)}
        onDismiss={() => setProblem(undefined)}
      >
        <p>Your colleagues can no longer approve it. Nothing was charged, and what you typed is deleted.</p>
      </ContentOrProblem>
    </Dialog>
  );
}
