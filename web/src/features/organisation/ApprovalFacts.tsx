import { purposes } from "@idanimo/contract/consent";
import { money } from "@idanimo/contract/money";
import type { PurchaseApproval } from "@idanimo/contract/organisations/approvals";
import { Countdown } from "../../ui/Countdown.tsx";
import { DateText } from "../../ui/DateText.tsx";
import { MaskedValue } from "../../ui/MaskedValue.tsx";
import { Money } from "../../ui/Money.tsx";
import { Fact } from "../../ui/Fact.tsx";
import { StatusLabel } from "../../ui/StatusLabel.tsx";
import { approvalLabels, checksLabel } from "./approval-labels.ts";
import styles from "./Rules.module.css";

type Props = {
  readonly approval: PurchaseApproval;
  /** The total at today's prices, while it waits. */
  readonly totalNow: bigint | null;
};

/** What an approver reads before deciding; a typed number is only masked. */
export function ApprovalFacts({ approval, totalNow }: Props) {
  const { currency, purpose, state, total } = approval;
  return (
    <dl className={styles.facts}>
      <Fact name="Requested by">{approval.own ? "You" : approval.requestedBy}</Fact>
      <Fact name="Check">
        {checksLabel(approval)} {approval.valueMasked !== null && <MaskedValue value={approval.valueMasked} />}
      </Fact>
      <Fact name="Reason">{purpose === null ? "No reason needed" : purposes[purpose]}</Fact>
      <Fact name="Price when requested">
        <Money amount={money(currency, total)} />
      </Fact>
      {totalNow !== null && (
        <Fact name="Price now">
          <strong>
            <Money amount={money(currency, totalNow)} />
          </strong>
        </Fact>
      )}
      <Fact name="Requested">
        <DateText at={approval.requestedAt} withTime />
      </Fact>
      {state === "pending" ? (
        <Fact name="Expires">
          <Countdown at={approval.expiresAt} over="now" />
        </Fact>
      ) : (
        <Fact name="Decision">
          <StatusLabel tone={approvalLabels[state].tone}>{approvalLabels[state].label}</StatusLabel>
        </Fact>
      )}
      {approval.decidedBy !== null && <Fact name="Decided by">{approval.decidedBy}</Fact>}
      {approval.decidedAt !== null && (
        <Fact name="Decided">
          <DateText at={approval.decidedAt} withTime />
        </Fact>
      )}
      {approval.reason !== null && <Fact name="Why">{approval.reason}</Fact>}
    </dl>
  );
}
