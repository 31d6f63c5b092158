import type { requestRefund as requestOperation } from "@idanimo/contract/console/approvals";
import { operatorApprovalHours } from "@idanimo/contract/console/rights";
import type { Currency } from "@idanimo/contract/money";
import { fail, ok } from "@idanimo/contract/problems";
import type { Outcome } from "@idanimo/contract/verification-states";
import { findNow, type Tx } from "../database/database.ts";
import {
  type ApprovalKind,
  type Facts,
  findApprovalOf,
  isExpired,
  requestApproval,
} from "../modules/approvals/index.ts";
import { findOperator } from "../modules/operator-identity/index.ts";
import {
  confirmRefund,
  findRefund,
  refundAlone,
  requestRefund,
  type SingleRefundOutcome,
} from "../modules/payments/index.ts";
import { findItemForOperator } from "../modules/purchases/index.ts";
import { hasApprover, operatorScope } from "./approvers.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";
import { findOwner } from "./opened-owner.ts";

const keptOutcomes: readonly Outcome[] = ["DELIVERED", "NO_DATA", "DENIED", "UNANSWERED", "CANCELLED"];

/** Whether a request ended with an outcome that keeps its charge. */
export const isChargeKept = (outcome: Outcome | null): boolean => outcome !== null && keptOutcomes.includes(outcome);

/** What a refund depends on; undefined if the request is gone. */
async function readRefundFacts(tx: Tx, itemId: string, amountMinor: string): Promise<Facts | undefined> {
  const item = await findItemForOperator(tx, itemId);
  if (!item) return undefined;
  const owner = await findOwner(tx, item.ownerId);
  return {
    amountMinor,
    currency: item.charge.currency,
    chargeMinor: String(item.charge.minor),
    reference: item.reference,
    outcome: item.outcome ?? "none",
    ownerId: item.ownerId,
    account: owner?.isClosed === false ? "open" : "closed",
    refunded: (await findRefund(tx, itemId)) ? "yes" : "no",
  };
}

/** Why a refund is not possible; null: it is made, or it needs a second operator. */
const singleProblems = {
  refunded: null,
  above_limit: null,
  day_limit: null,
  asked: null,
  same_name: null,
  unknown: "not_found",
  not_kept: "not_refundable",
  too_much: "not_refundable",
  known: "already_refunded",
  already: "already_refunded",
  account_closed: "account_closed",
} as const satisfies Record<SingleRefundOutcome, string | null>;

/** Refunds a small amount at once; a larger one when another operator approves. [OC-10 OC-11 R-11] */
export function createRequestRefund({
  db,
  ids,
  refundApprovalAbove,
}: ConsoleDeps): ConsoleHandler<typeof requestOperation> {
  return ({ requestId, amount, reason }, operator) =>
    db.transaction("system", async (tx) => {
      const item = await findItemForOperator(tx, requestId);
      if (!item) return fail("not_found", {});
      const minor = amount ?? item.charge.minor;
      const facts = await readRefundFacts(tx, requestId, String(minor));
      if (!facts || !isChargeKept(item.outcome) || minor > item.charge.minor) return fail("not_refundable", {});
      if (facts["refunded"] === "yes") return fail("already_refunded", {});
      if (facts["account"] === "closed") return fail("account_closed", {});
      const waiting = await findApprovalOf(tx, operatorScope, { kind: "refund", objectId: requestId });
      if (waiting?.state === "pending" && !isExpired(waiting.expiresAt, await findNow(tx)))
        return fail("approval_pending", {});
      const made = await refundAlone(tx, ids, {
        itemId: requestId,
        minor,
        by: operator.email,
        why: reason,
        limitMinor: refundApprovalAbove,
      });
      if (made === "refunded") return ok({ result: "success" });
      const problem = singleProblems[made];
      if (problem !== null) return fail(problem, {});
      if (!(await hasApprover(tx, operator.id, "refund"))) return fail("second_operator_needed", {});
      const requested = await requestApproval(
        tx,
        { ids },
        {
          scope: operatorScope,
          kind: "refund",
          objectId: requestId,
          facts,
          requestedBy: operator.id,
          reason,
          expiresInHours: operatorApprovalHours,
        },
      );
      return requested.ok ? ok({ approvalId: requested.value.id }) : requested;
    });
}

/** Refunds to the wallet when a second operator approves. */
export const refundApproval = ({ ids }: Pick<ConsoleDeps, "ids">): ApprovalKind<"account_closed"> => ({
  readFacts: (tx, { objectId, facts }) => readRefundFacts(tx, objectId, facts["amountMinor"] ?? ""),
  apply: async (tx, approval, decidedBy) => {
    const [by, second] = [await findOperator(tx, approval.requestedBy), await findOperator(tx, decidedBy)];
    if (!by || !second) throw new Error("refundApproval: an operator is missing");
    const minor = BigInt(approval.facts["amountMinor"] ?? "0");
    const asked = await requestRefund(tx, ids, {
      itemId: approval.objectId,
      minor,
      by: by.email,
      why: approval.reason,
    });
    if (asked === "account_closed") return fail("account_closed", {});
    if (asked !== "asked") throw new Error(`refundApproval: the refund is ${asked}, although its facts are unchanged`);
    const paid = await confirmRefund(tx, ids, approval.objectId, second.email);
    if (paid === "account_closed") return fail("account_closed", {});
    if (paid !== "refunded") throw new Error(`refundApproval: the refund is ${paid}, although it was just requested`);
    return ok(undefined);
  },
});

/** The amount of a refund, for the list of approvals. */
export const refundAmount = (facts: Facts): { readonly currency: Currency; readonly minor: bigint } => ({
  currency: facts["currency"] === "USD" ? "USD" : "NGN",
  minor: BigInt(facts["amountMinor"] ?? "0"),
});
