import { catalogueRowOf, searchTypes } from "@idanimo/contract/catalogue";
import { ok } from "@idanimo/contract/problems";
import type { sources as operation } from "@idanimo/contract/verification";
import type { Handler } from "../../../http/call.ts";
import type { VerificationDeps } from "../deps.ts";
import { searchHealthOf } from "../provider-health.ts";

/** Returns each offered search type with the health of its sources. Assumes required options to be ticked. */
export const sources =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async () => {
    const health = await deps.providerHealth.current();
    return ok({
      sources: searchTypes.flatMap((searchType) => {
        const plan = deps.lookupPlans[searchType];
        const row = catalogueRowOf(searchType);
        return plan ? [{ searchType, ...searchHealthOf(plan, row.needsOneOption ? row.options : [], health) }] : [];
      }),
    });
  };
