import { formatMoney } from "@idanimo/contract/money";
import { approvalDays } from "@idanimo/contract/organisations/limits";
import { fail, ok } from "@idanimo/contract/problems";
import { enqueueAll, type Tx } from "../../../database/database.ts";
import { type Caller, scopeOf } from "../../../http/call.ts";
import { currentRequestId } from "../../../kernel/request-context.ts";
import { people } from "../../accounts/index.ts";
import { findApprovalOf, requestApproval } from "../../approvals/index.ts";
import { notifyAll } from "../../notifications/index.ts";
import { findMembersWithRight } from "../../organisations/index.ts";
import type { Orders } from "../../payments/index.ts";
import { awaitApproval, findPurchase, findReachedCap, type Purchase } from "../../purchases/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { publishChange } from "./end-approval.ts";
import { approvalsPage, checksOf, purchaseKind } from "./facts.ts";
import { findWaitingPurchase, setPurgeDueOfPurchase } from "./store.ts";

const daySeconds = 86_400;

/**
 * Submits a member's purchase for approval: nothing is charged and no one is contacted. Idempotent: a purchase that
 * waits returns its approval. [TM-07]
 */
export const requestPurchaseApproval =
  (deps: VerificationDeps): Orders["approval"] =>
  async (caller, sessionCode) =>
    deps.db.transaction(scopeOf(caller), async (tx) => {
      const purchase = await findPurchase(tx, caller.ownerId, sessionCode);
      if (!purchase || purchase.madeByUserId !== caller.userId) return fail("not_found", {});
      const scope = { kind: "organisation", organisationId: caller.ownerId } as const;
      if (purchase.state === "initiated" && !purchase.isQuoteExpired) {
        const cap = await findReachedCap(tx, purchase.id);
        if (cap !== null) return fail("cap_reached", {}, { details: cap });
      }
      if (!(await awaitApproval(tx, purchase.id))) {
        const waiting = await findApprovalOf(tx, scope, { kind: purchaseKind, objectId: purchase.id });
        if (waiting?.state === "pending") return ok({ approvalId: waiting.id });
        return fail(purchase.state === "paid" || purchase.state === "completed" ? "already_paid" : "quote_ended", {});
      }
      await setPurgeDueOfPurchase(tx, purchase.id, (approvalDays + 1) * daySeconds);
      const facts = await factsOf(tx, purchase);
      const made = await requestApproval(tx, deps, {
        scope,
        kind: purchaseKind,
        objectId: purchase.id,
        facts,
        requestedBy: caller.userId,
        reason: purchaseKind,
        expiresInHours: approvalDays * 24,
      });
      if (!made.ok) throw new Error("a purchase that did not wait has a pending approval");
      await notifyApprovers(deps, tx, caller, { id: made.value.id, objectId: purchase.id, facts });
      return ok({ approvalId: made.value.id });
    });

/** What approvers see later: codes, amounts and the masked value. */
async function factsOf(tx: Tx, purchase: Purchase) {
  const { items, lines } = await findWaitingPurchase(tx, purchase.id);
  const [first] = items;
  return {
    session: purchase.sessionCode,
    currency: purchase.total.currency,
    total: purchase.total.minor.toString(),
    amount: formatMoney(purchase.total),
    types: [...items.map(({ searchType }) => searchType), ...(lines > 0 ? ["bulk_nin"] : [])].join(","),
    checks: String(items.length + lines),
    purpose: items.find(({ purpose }) => purpose !== null)?.purpose ?? "",
    masked: lines > 0 ? "" : (first?.valueMasked ?? ""),
  };
}

/** Tells every other member who may decide, by bell and push now, and by email from a job [TM-08]. */
async function notifyApprovers(
  deps: VerificationDeps,
  tx: Tx,
  caller: Caller,
  approval: { readonly id: string; readonly objectId: string; readonly facts: Readonly<Record<string, string>> },
): Promise<void> {
  const approvers = await findMembersWithRight(tx, caller.ownerId, "approvals:decide");
  const who = (await people.find(tx, [caller.userId])).get(caller.userId)?.name ?? "";
  const facts = { who, what: checksOf(approval.facts), amount: approval.facts["amount"] ?? "" };
  const call = currentRequestId();
  const others = approvers.filter((id) => id !== caller.userId);
  await notifyAll(
    tx,
    deps,
    others.map((ownerId) => ({
      notice: {
        ownerId,
        key: `approval:${approval.id}`,
        kind: "approval_requested",
        facts,
        link: approvalsPage(caller.ownerId),
      },
      call,
    })),
  );
  await publishChange(tx, { ...approval, requestedBy: caller.userId, organisationId: caller.ownerId });
  const of = { approvalId: approval.id, organisationId: caller.ownerId };
  await enqueueAll(
    tx,
    "mail_approver",
    others.map((approverId) => ({
      payload: { ...of, approverId, messageId: deps.ids.rowId() },
      key: `mail_approver:${approval.id}:${approverId}`,
      call,
    })),
  );
}
