import { formatDateTime } from "@idanimo/contract/date-format";
import { formatMoney, money, type Money } from "@idanimo/contract/money";
import type { PurchaseApproval } from "@idanimo/contract/organisations/approvals";
import type { Problem } from "../../lib/call.ts";
import { problemMessage } from "../../lib/problem-message.ts";
import { useRight } from "../../lib/use-right.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";

type Props = { readonly problem: Problem; readonly approval: PurchaseApproval; readonly due: Money };

/** Why a decision was not made, whether it stays open, and what to do. */
export function ApprovalProblem({ problem, approval, due }: Props) {
  const canTopUp = useRight("wallet:top_up");
  switch (problem.code) {
    case "price_changed":
      return (
        <Notice tone="waiting" announce title="The price has changed">
          It was {formatMoney(money(approval.currency, approval.total))} when it was requested, and is now{" "}
          {formatMoney(due)}. Nothing was charged. Approve again to confirm the new price.
        </Notice>
      );
    case "wallet_balance_low":
      return (
        <Notice
          tone="problem"
          announce
          title="The wallet balance is too low"
          actions={
            canTopUp && (
              <LinkButton size="small" href="#wallet">
                Top up the wallet
              </LinkButton>
            )
          }
        >
          Nothing was charged. The check stays open, and you can approve it after a top-up.
        </Notice>
      );
    case "cap_reached": {
      const resetsAt = problem.details?.["resetsAt"];
      return (
        <Notice tone="problem" announce title="Spending cap reached">
          {approval.requestedBy} would exceed a spending cap. Nothing was charged, and the check stays open.
          {resetsAt !== undefined && ` The cap starts again on ${formatDateTime(resetsAt)}.`}
        </Notice>
      );
    }
    default:
      return (
        <Notice tone="problem" announce title="Nothing was changed">
          {problemMessage(problem)}
        </Notice>
      );
  }
}
