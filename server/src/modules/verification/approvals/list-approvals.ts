import type { organisationApprovals as operation, PurchaseApproval } from "@idanimo/contract/organisations/approvals";
import { membersPageSize } from "@idanimo/contract/organisations/limits";
import { ok } from "@idanimo/contract/problems";
import type { Tx } from "../../../database/database.ts";
import { allRequestsScopeOf, type Caller, type Handler } from "../../../http/call.ts";
import { decodeCursor } from "../../../kernel/cursor.ts";
import { people } from "../../accounts/index.ts";
import { type Approval, findApprovals } from "../../approvals/index.ts";
import { findCurrentPrices } from "../../pricing/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { purchaseKind, shownFacts } from "./facts.ts";
import { quoteAgain } from "./price-now.ts";
import { findWaitingPurchases } from "./store.ts";

/** Lists a page of approvals, with today's price of those that wait. */
export const organisationApprovals =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async ({ state, after }, caller) => {
    const cursor = after === undefined ? undefined : decodeCursor(after);
    return deps.db.transaction(allRequestsScopeOf(caller), async (tx) => {
      const scope = { kind: "organisation", organisationId: caller.ownerId } as const;
      const found = await findApprovals(tx, scope, {
        pending: state === "waiting",
        kinds: [purchaseKind],
        after: cursor,
        limit: membersPageSize + 1,
      });
      const rows = found.slice(0, membersPageSize);
      const next = found.length > membersPageSize ? (rows.at(-1)?.cursor ?? null) : null;
      return ok({ approvals: await toWire(tx, caller, rows, state === "waiting"), next });
    });
  };

async function toWire(
  tx: Tx,
  caller: Caller,
  rows: readonly Approval[],
  areWaiting: boolean,
): Promise<PurchaseApproval[]> {
  const involved = rows.flatMap(({ requestedBy, decidedBy }) => [
    requestedBy,
    ...(decidedBy === null ? [] : [decidedBy]),
  ]);
  const names = await people.find(tx, [...new Set(involved)]);
  const prices = await findCurrentPrices(tx);
  const purchases = await findWaitingPurchases(tx, areWaiting ? rows.map(({ objectId }) => objectId) : []);
  return rows.map((row) => {
    const shown = shownFacts(row);
    const purchase = purchases.get(row.objectId);
    return {
      ...shown,
      // its time may have run out since the job looked
      state: row.state === "pending" && !areWaiting ? "expired" : row.state,
      requestedBy: names.get(row.requestedBy)?.name ?? "",
      own: row.requestedBy === caller.userId,
      totalNow: purchase ? quoteAgain(purchase, prices, shown.currency).total.minor : null,
      requestedAt: row.requestedAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      decidedBy: row.decidedBy === null ? null : (names.get(row.decidedBy)?.name ?? ""),
      decidedAt: row.decidedAt?.toISOString() ?? null,
      reason: row.decisionReason,
    };
  });
}
