import { profile } from "@idanimo/contract/accounts";
import { formatMinor, formatMoney, money, parseMinor } from "@idanimo/contract/money";
import {
  decideApproval,
  organisationApprovals,
  type PurchaseApproval,
  waitingApprovalCount,
} from "@idanimo/contract/organisations/approvals";
import * as texts from "@idanimo/contract/organisations/texts";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { broadcastBalanceChanged } from "../../lib/balance-broadcast.ts";
import { call, type Problem } from "../../lib/call.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { useToast } from "../../ui/Toast.tsx";
import { ApprovalFacts } from "./ApprovalFacts.tsx";
import { ApprovalProblem } from "./ApprovalProblem.tsx";
import styles from "./Organisation.module.css";

type Props = { readonly approval: PurchaseApproval; readonly onClose: () => void };

/** After these the approval cannot be decided any more. */
const finalProblems: readonly string[] = [
  "own_request",
  "already_decided",
  "approval_ended",
  "facts_changed",
  "not_found",
];

/** The details of an approval, and its decision: approve at a confirmed total, or reject with a reason [TM-07]. */
export function ApprovalDialog({ approval, onClose }: Props) {
  const { currency, id, requestedBy, total } = approval;
  const formId = useId();
  const client = useQueryClient();
  const toast = useToast();
  const idempotencyKey = useRef<string>(undefined);
  const [totalNow, setTotalNow] = useState(approval.totalNow);
  const [isRejecting, setIsRejecting] = useState(false);
  const [reason, setReason] = useState("");
  const [reasonError, setReasonError] = useState<string>();
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const due = money(currency, totalNow ?? total);
  const mayDecide = approval.state === "pending" && !approval.own && !(problem && finalProblems.includes(problem.code));

  async function decide(
    label: string,
    decision: { decision: "approve" | "reject" } & Record<string, unknown>,
    done: string,
  ) {
    if (busy !== undefined) return;
    setBusy(label);
    setProblem(undefined);
    idempotencyKey.current ??= crypto.randomUUID();
    const result = await call(decideApproval, { id, ...decision }, { idempotencyKey: idempotencyKey.current });
    // a retry without a response reuses the key, so that it pays once
    if (result.ok || result.problem.code !== "no_response") idempotencyKey.current = undefined;
    setBusy(undefined);
    if (!result.ok) {
      const changedTo =
        result.problem.code === "price_changed" ? parseMinor(result.problem.details?.["total"] ?? "") : undefined;
      if (changedTo !== undefined) setTotalNow(changedTo);
      setProblem(result.problem);
    }
    for (const path of [organisationApprovals.path, waitingApprovalCount.path])
      void client.invalidateQueries({ queryKey: [path] });
    if (!result.ok) return;
    if (decision.decision === "approve") {
      broadcastBalanceChanged();
      void client.invalidateQueries({ queryKey: [profile.path] });
    }
    toast({ tone: "success", text: done });
    onClose();
  }
  const approve = () =>
    decide(
      "Paying",
      { decision: "approve", confirmedTotal: formatMinor(due.minor) },
      "Approved and paid. The check is running.",
    );
  function reject(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (reason.trim() === "") {
      setReasonError(texts.rejectionReasonRequired);
      event.currentTarget.querySelector("input")?.focus();
      return;
    }
    void decide(
      "Rejecting",
      { decision: "reject", reason: reason.trim() },
      `Rejected. ${requestedBy} sees your reason.`,
    );
  }

  return (
    <Dialog
      open
      title={approval.state === "pending" ? "Waiting for approval" : "Decided"}
      dismissable={busy === undefined}
      onClose={onClose}
      actions={
        !mayDecide ? (
          <Button onClick={onClose}>Close</Button>
        ) : isRejecting ? (
          <>
            <Button kind="danger" type="submit" form={formId} busy={busy ?? false}>
              Reject check
            </Button>
            <Button disabled={busy !== undefined} onClick={() => setIsRejecting(false)}>
              Back
            </Button>
          </>
        ) : (
          <>
            <Button kind="primary" busy={busy ?? false} onClick={() => void approve()}>
              <span className="figures">Approve {formatMoney(due)}</span>
            </Button>
            <Button disabled={busy !== undefined} onClick={() => setIsRejecting(true)}>
              Reject
            </Button>
          </>
        )
      }
    >
      <div className={styles.fields}>
        {problem && <ApprovalProblem problem={problem} approval={approval} due={due} />}
        {!problem && mayDecide && totalNow !== null && totalNow !== total && (
          <Notice tone="waiting" title="The price has changed">
            It was {formatMoney(money(currency, total))} when it was requested, and is now {formatMoney(due)}.
          </Notice>
        )}
        {approval.own && approval.state === "pending" && (
          <Notice tone="info" title="You requested this">
            A colleague has to decide it.
          </Notice>
        )}
        {isRejecting && mayDecide && (
          <form id={formId} noValidate onSubmit={reject}>
            <TextInput
              name="reason"
              label="Why not?"
              hint={`${requestedBy} reads it.`}
              autoComplete="off"
              maxLength={200}
              value={reason}
              error={reasonError}
              onChange={({ currentTarget }) => {
                setReason(currentTarget.value);
                setReasonError(undefined);
              }}
            />
          </form>
        )}
        <ApprovalFacts approval={approval} totalNow={totalNow} />
        {mayDecide && !isRejecting && (
          <p className="quiet">Approving pays from the wallet and starts the check in the name of {requestedBy}.</p>
        )}
      </div>
    </Dialog>
  );
}
