import { brand } from "@idanimo/contract/brand";
import { catalogueRowOf, searchTypes } from "@idanimo/contract/catalogue";
import { ok } from "@idanimo/contract/problems";
import type { sources as operation } from "@idanimo/contract/verification";
import { type Handler, scopeOf } from "../../../http/call.ts";
import { findLastPaidPurchase } from "../../purchases/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { searchHealthOf } from "../provider-health.ts";

/**
 * Returns each offered search type with the health of its sources, and the choices of the user's latest purchase.
 * Assumes required options to be ticked.
 */
export const sources =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async (_input, caller) => {
    const [health, last] = await Promise.all([
      deps.providerHealth.forPurchases(),
      deps.db.transaction(scopeOf(caller), (tx) => findLastPaidPurchase(tx, caller.ownerId)),
    ]);
    return ok({
      ...(last && {
        lastPurchase: {
          paymentType: last.paymentType,
          acceptedCurrentTerms: last.paidAt >= new Date(brand.policyVersion.date),
        },
      }),
      sources: searchTypes.flatMap((searchType) => {
        const plan = deps.lookupPlans[searchType];
        const row = catalogueRowOf(searchType);
        return plan ? [{ searchType, ...searchHealthOf(plan, row.needsOneOption ? row.options : [], health) }] : [];
      }),
    });
  };
