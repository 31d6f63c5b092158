import type { LiveFact } from "@idanimo/contract/organisations/organisations";
import { catalogueRowOf, type SearchType } from "@idanimo/contract/catalogue";
import type { PurposeCode } from "@idanimo/contract/consent";
import { addMoney, toNaira } from "@idanimo/contract/money";
import type { RemainingCap } from "@idanimo/contract/organisations/spending";
import { type Quote, quoteFor } from "@idanimo/contract/pricing";
import { ok } from "@idanimo/contract/problems";
import type { purchaseLimits as operation } from "@idanimo/contract/verification";
import { type Caller, type Handler, scopeOf } from "../../../http/call.ts";
import { findMissingFacts, isApprovalNeeded, remainingCapsFor } from "../../organisations/index.ts";
import { findCurrentPrices } from "../../pricing/index.ts";
import type { VerificationDeps } from "../deps.ts";

/** What is about to be bought: a price for each search, and the number of checks of each. */
type Priced = {
  readonly quote: Quote;
  readonly records: ReadonlyMap<SearchType, number>;
  readonly purpose: PurposeCode | undefined;
};

/** What the rules of the caller's organisation say; undefined for a person's own account. */
export async function findLimits(
  { db }: Pick<VerificationDeps, "db">,
  caller: Caller,
  { quote, records, purpose }: Priced,
): Promise<
  { readonly caps: RemainingCap[]; readonly needsApproval: boolean; readonly missingFacts: LiveFact[] } | undefined
> {
  if (caller.member === null) return undefined;
  return db.transaction(scopeOf(caller), async (tx) => {
    const due = quote.lines.map(({ type, charge }) => ({
      type,
      nairaMinor: toNaira(addMoney(charge.price, charge.tax), quote.rate).minor,
      count: records.get(type) ?? 1,
    }));
    const member = { organisationId: caller.ownerId, userId: caller.userId };
    return {
      caps: [...(await remainingCapsFor(tx, member, due))],
      missingFacts: [...(await findMissingFacts(tx, caller))],
      needsApproval: await isApprovalNeeded(tx, caller, {
        searchTypes: due.map(({ type }) => type),
        purpose,
        nairaMinor: toNaira(quote.total, quote.rate).minor,
      }),
    };
  });
}

/** Returns the caps and rules for a purchase that is named by its types alone. */
export const purchaseLimits =
  (deps: Pick<VerificationDeps, "db">): Handler<typeof operation> =>
  async ({ searches, currency, purpose }, caller) => {
    const priced = searches.map(({ type, options, records }) => ({
      type,
      options: catalogueRowOf(type).options.filter((option) => options.includes(option)),
      records,
    }));
    const quote = quoteFor(priced, await findCurrentPrices(deps.db.single), currency);
    const records = new Map(priced.map((search) => [search.type, search.records]));
    return ok(
      (await findLimits(deps, caller, { quote, records, purpose })) ?? {
        caps: [],
        needsApproval: false,
        missingFacts: [],
      },
    );
  };
