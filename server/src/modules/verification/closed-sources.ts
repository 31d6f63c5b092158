import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import { disclosureFor, partsOfRule } from "@idanimo/contract/record-parts";
import type { Tx } from "../../database/database.ts";
import { scopeOf } from "../../http/call.ts";
import type { Orders } from "../payments/index.ts";
import { findPurchase } from "../purchases/index.ts";
import { findWaitingPurchase } from "./approvals/store.ts";
import type { VerificationDeps } from "./deps.ts";
import { searchHealthOf } from "./provider-health.ts";

type Deps = Pick<VerificationDeps, "db" | "lookupPlans" | "providerHealth">;

/** Rejects an unpaid purchase that needs a source which operators closed. Reads no table while all are open. [OC-13] */
export async function requireOpenSources(
  { lookupPlans, providerHealth }: Omit<Deps, "db">,
  tx: Tx,
  purchaseId: string,
): Promise<Result<void, "source_down">> {
  const closed = await providerHealth.closedOnly();
  if (!closed) return ok(undefined);
  const { items, lines } = await findWaitingPurchase(tx, purchaseId);
  const checks = items.map(({ searchType, options, purpose }) => ({ searchType, options, purpose }));
  if (lines > 0) checks.push({ searchType: "bulk_nin", options: [], purpose: null });
  for (const { searchType, options, purpose } of checks) {
    const plan = lookupPlans[searchType];
    const rule = purpose === null ? undefined : disclosureFor(searchType, purpose);
    if (plan && searchHealthOf(plan, options, closed, rule && partsOfRule(rule)).state === "down")
      return fail("source_down", { searchType: catalogueRowOf(searchType).label });
  }
  return ok(undefined);
}

/** The same for a session that is about to be paid; what is paid already, or unknown, is left to the payment. */
export const requireOpenSourcesOfSession =
  (deps: Deps): Orders["openSources"] =>
  async (caller, sessionCode) => {
    if (!(await deps.providerHealth.closedOnly())) return ok(undefined);
    return deps.db.transaction(scopeOf(caller), async (tx) => {
      const purchase = await findPurchase(tx, caller.ownerId, sessionCode);
      return purchase?.state === "initiated" ? requireOpenSources(deps, tx, purchase.id) : ok(undefined);
    });
  };
