import { isFileCheck } from "@idanimo/contract/catalogue";
import { quoteFor, quoteToWire } from "@idanimo/contract/pricing";
import { ok } from "@idanimo/contract/problems";
import type { quote as operation } from "@idanimo/contract/verification";
import type { Handler } from "../../../http/call.ts";
import { findCurrentPrices } from "../../pricing/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { countFileRecords } from "../bulk/purchase-file.ts";
import { checkMayBuy, disclosuresOf, parseItems, withRecordCount } from "../rules.ts";
import { findLimits } from "./purchase-limits.ts";

/** Returns the price of a search; stores nothing. */
export const quote =
  (deps: VerificationDeps): Handler<typeof operation> =>
  async (input, caller) => {
    const read = parseItems(input);
    if (!read.ok) return read;
    const items = read.value;
    for (const item of items) {
      const allowed = checkMayBuy(item.type, caller.userType, Object.keys(deps.lookupPlans));
      if (!allowed.ok) return allowed;
    }
    const disclosures = disclosuresOf(items, input.purpose?.code);
    if (!disclosures.ok) return disclosures;
    const isBulk = items.some(({ type }) => isFileCheck(type));
    const counted = isBulk ? await countFileRecords(deps, caller, input) : ok(1);
    if (!counted.ok) return counted;
    const prices = await findCurrentPrices(deps.db.single);
    const priced = quoteFor(withRecordCount(items, counted.value), prices, input.currency);
    const limits = await findLimits(deps, caller, {
      quote: priced,
      records: new Map(items.map(({ type }) => [type, isFileCheck(type) ? counted.value : 1])),
      purpose: input.purpose?.code,
    });
    return ok({
      ...quoteToWire(priced),
      ...(limits?.needsApproval && { needsApproval: true }),
      ...(limits && { caps: limits.caps }),
      mayShow: [...disclosures.value].map(([searchType, { required, optional }]) => ({
        searchType,
        required: [...required],
        optional: [...optional],
      })),
    });
  };
