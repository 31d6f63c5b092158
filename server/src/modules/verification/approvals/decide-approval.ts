import type { decideApproval as operation } from "@idanimo/contract/organisations/approvals";
import * as texts from "@idanimo/contract/organisations/texts";
import { formatMinor } from "@idanimo/contract/money";
import { chargeForSearch } from "@idanimo/contract/pricing";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { Tx } from "../../../database/database.ts";
import { allRequestsScopeOf, type Handler } from "../../../http/call.ts";
import { approve, type ApprovalKind, findApproval, reject } from "../../approvals/index.ts";
import { payApprovedPurchase } from "../../payments/index.ts";
import { findCurrentPrices } from "../../pricing/index.ts";
import { findUnpaidPurchase, repricePurchase } from "../../purchases/index.ts";
import { lockWallets } from "../../wallet/index.ts";
import { requireOpenSources } from "../closed-sources.ts";
import type { VerificationDeps } from "../deps.ts";
import { abandonWaiting, announceDecision, announceExpiry } from "./end-approval.ts";
import { purchaseKind } from "./facts.ts";
import { quoteAgain } from "./price-now.ts";
import { findWaitingPurchase } from "./store.ts";

type PayProblem =
  | "source_down"
  | "price_changed"
  | "wallet_balance_low"
  | "cap_reached"
  | "facts_changed"
  | "account_suspended";

/** Approves a purchase: the wallet pays in the transaction that records the approval. Or rejects it. [TM-07] */
export const decideApproval =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async (input, caller) => {
    const { reason = "", confirmedTotal } = input;
    const organisationId = caller.ownerId;
    const decided = { id: input.id, scope: { kind: "organisation", organisationId } as const, by: caller.userId };
    if (input.decision === "reject" && reason.trim() === "")
      return fail("bad_input", {}, { fields: { reason: texts.rejectionReasonRequired } });
    return deps.db.transaction(allRequestsScopeOf(caller), async (tx) => {
      // closing the organisation is not theirs to decide
      if ((await findApproval(tx, decided.scope, decided.id))?.kind !== purchaseKind) return fail("not_found", {});
      if (input.decision === "reject") {
        const rejected = await reject(tx, deps, { ...decided, reason });
        if (!rejected.ok) return afterProblem(deps, tx, rejected, decided);
        await abandonWaiting(tx, rejected.value.objectId);
        await announceDecision(deps, tx, { ...rejected.value, organisationId }, "rejected");
        return ok({ state: "rejected" as const });
      }
      const kinds = { [purchaseKind]: purchaseKindOf(deps, confirmedTotal) };
      const approved = await approve(tx, { ...deps, kinds }, decided);
      if (!approved.ok) return afterProblem(deps, tx, approved, decided);
      await announceDecision(deps, tx, { ...approved.value, organisationId }, "approved");
      return ok({ state: "approved" as const });
    });
  };

/** An approval that ran out of time was recorded as expired by the attempt to decide it. */
async function afterProblem<Failure extends { readonly ok: false; readonly problem: { readonly code: string } }>(
  deps: VerificationDeps,
  tx: Tx,
  failure: Failure,
  {
    id,
    scope,
  }: { readonly id: string; readonly scope: { readonly kind: "organisation"; readonly organisationId: string } },
): Promise<Failure> {
  if (failure.problem.code === "approval_ended") await announceExpiry(deps, tx, id, scope);
  return failure;
}

/** The act: today's price, confirmed by the approver, is paid from the wallet. */
const purchaseKindOf = (deps: VerificationDeps, confirmedTotal: bigint | undefined): ApprovalKind<PayProblem> => ({
  readFacts: async (tx, { objectId, facts }) => {
    const purchase = await findUnpaidPurchase(tx, objectId);
    if (!purchase) return undefined;
    await lockWallets(tx, purchase.ownerId); // wallet before purchase, as everywhere
    return purchase.state === "awaiting_approval" ? facts : undefined;
  },
  apply: async (tx, { objectId }) => applyPurchase(deps, tx, objectId, confirmedTotal),
});

async function applyPurchase(
  deps: VerificationDeps,
  tx: Tx,
  purchaseId: string,
  confirmedTotal: bigint | undefined,
): Promise<Result<void, PayProblem>> {
  const purchase = await findUnpaidPurchase(tx, purchaseId);
  if (!purchase) return fail("facts_changed", {});
  const open = await requireOpenSources(deps, tx, purchaseId);
  if (!open.ok) return open;
  const waiting = await findWaitingPurchase(tx, purchaseId);
  const prices = await findCurrentPrices(tx);
  const { currency } = purchase.total;
  const now = quoteAgain(waiting, prices, currency);
  if (confirmedTotal !== now.total.minor)
    return fail("price_changed", {}, { details: { total: formatMinor(now.total.minor), currency } });
  if (now.total.minor !== purchase.total.minor)
    await repricePurchase(tx, purchaseId, {
      quote: now,
      items: now.lines.flatMap(({ charge }, at) => {
        const item = waiting.items[at]; // the file is the last line, and no item
        return item ? { id: item.id, charge } : [];
      }),
      line: waiting.lines > 0 ? chargeForSearch(prices, { type: "nin", options: [], records: 1 }, currency) : undefined,
    });
  return payApprovedPurchase(tx, deps.ids, purchaseId);
}
