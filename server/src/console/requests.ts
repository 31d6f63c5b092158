import type { RequestDetails, viewRequest } from "@idanimo/contract/console/accounts";
import { fail, ok } from "@idanimo/contract/problems";
import type { Tx } from "../database/database.ts";
import { findApprovalOf } from "../modules/approvals/index.ts";
import { findConsentSteps } from "../modules/consent/index.ts";
import { hasRecentView } from "../modules/operator-identity/index.ts";
import { findRefund } from "../modules/payments/index.ts";
import { findItemForOperator } from "../modules/purchases/index.ts";
import { findLookupsForOperator } from "../modules/verification/index.ts";
import { operatorScope } from "./approvers.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";
import { isChargeKept, refundAmount } from "./refunds.ts";

/** The refund of a request: paid, requested at the terminal, or waiting in the list of approvals. */
async function readRefund(tx: Tx, itemId: string): Promise<RequestDetails["refund"]> {
  const made = await findRefund(tx, itemId);
  if (made)
    return { amount: made.amount, state: made.confirmedBy === null ? "requested" : "paid", reason: made.reason };
  const approval = await findApprovalOf(tx, operatorScope, { kind: "refund", objectId: itemId });
  if (approval?.state !== "pending") return null;
  return { amount: refundAmount(approval.facts), state: "requested", reason: approval.reason };
}

/** A request's steps, charge and sources, without anything of its subject. [OC-07] */
export function createViewRequest({ db, refundApprovalAbove }: ConsoleDeps): ConsoleHandler<typeof viewRequest> {
  return ({ id }, operator) =>
    db.transaction("system", async (tx) => {
      const item = await findItemForOperator(tx, id);
      if (!item) return fail("not_found", {});
      if (!(await hasRecentView(tx, operator.id, item.ownerId)))
        return fail("reason_needed", {}, { details: { accountId: item.ownerId } });
      const consent = await findConsentSteps(tx, id);
      const lookups = await findLookupsForOperator(tx, id);
      const refund = await readRefund(tx, id);
      const steps = [
        ["Ordered", item.createdAt],
        ["Paid", item.paidAt],
        ["Person asked", consent?.askedAt],
        ["Person answered", consent?.decidedAt],
        ["Deadline of the answer", consent?.state === "pending" ? consent.deadline : null],
        ["Ended", item.state === "closed" ? item.changedAt : null],
        ["Result available until", consent?.state === "granted" ? consent.expiresAt : null],
      ] as const;
      return ok({
        id,
        accountId: item.ownerId,
        searchType: item.searchType,
        reference: item.reference,
        state: item.state,
        outcome: item.outcome,
        charge: item.charge,
        paymentType: item.paymentType,
        steps: steps.flatMap(([what, at]) => (at ? [{ what, at: at.toISOString() }] : [])),
        lookups: lookups.map(({ source, result, startedAt }) => ({ source, result, at: startedAt.toISOString() })),
        refund,
        approvalAbove: refundApprovalAbove,
        isRefundable: isChargeKept(item.outcome) && !refund,
      });
    });
}
