import { type Actor, allRequestsScopeOf } from "../../http/call.ts";
import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { LimitKey } from "../../http/rate-limits.ts";
import type { VerificationDeps } from "./deps.ts";
import { type RequestedItem, canonicalValue, valueKind } from "./rules.ts";
import { wasEnteredToday } from "./store.ts";

/** Stops the enumeration of identity numbers. Bulk files are exempt: they have limits of their own [T-45]. */

/**
 * Fields that identify a person, and the ranges counted for each: a thousand and a million neighbours (`away`
 * digits cut off). A second range of a thousand is shifted by half, so that an enumeration across a boundary is
 * complete in one of the two.
 */
const countedFields = ["nin", "bvn", "phone"] as const;
const neighbourRanges = [
  { limit: "alike_thousand_account", away: 3, shift: 0n },
  { limit: "alike_thousand_account", away: 3, shift: 500n },
  { limit: "alike_million_account", away: 6, shift: 0n },
] as const;

type CountedValue = {
  readonly item: RequestedItem;
  readonly name: (typeof countedFields)[number];
  readonly value: string;
};

function countedValuesOf(item: RequestedItem): readonly CountedValue[] {
  if (!catalogueRowOf(item.type).consent) return [];
  return countedFields.flatMap((name) => {
    const value = item.values[name];
    // a phone number is the same with or without its leading zero
    return value === undefined ? [] : [{ item, name, value: name === "phone" ? value.replace(/^0+/, "") : value }];
  });
}

/**
 * Counts the entered values per account, day and range, across all processes and before anything is bought, so that
 * the response reveals nothing about a number [T-44]. A repeated number is not counted. Raises an alarm for an
 * account that exceeds a limit.
 * @returns the consumed limits, to give back if the purchase is not created
 */
export async function detectEnumeration(
  deps: Pick<VerificationDeps, "db" | "vault" | "limits" | "alarms">,
  actor: Actor,
  items: readonly RequestedItem[],
): Promise<Result<readonly LimitKey[], "too_many_alike">> {
  const all = items.flatMap(countedValuesOf);
  if (all.length === 0) return ok([]);
  const fresh = await deps.db.transaction(allRequestsScopeOf(actor), async (tx) => {
    const found: CountedValue[] = [];
    for (const one of all) {
      const hash = deps.vault.indexHash(valueKind(one.item.type), canonicalValue(one.item));
      if (!(await wasEnteredToday(tx, actor.ownerId, hash))) found.push(one);
    }
    return found;
  });
  const keys = fresh.flatMap(({ name, value }) =>
    neighbourRanges.map(({ limit, away, shift }): LimitKey => {
      const range = (BigInt(value) + shift) / 10n ** BigInt(away);
      const block = deps.vault.indexHash("alike", `${name}|${away}|${shift}|${range}`);
      return [limit, `${actor.ownerId}|${block.toString("base64url")}`];
    }),
  );
  if (keys.length === 0) return ok([]);
  const consumed = await deps.limits.consumeAll(keys);
  if (consumed.ok) return ok(keys);
  const detail = "looked up more neighbouring numbers than the daily limit allows";
  await deps.db.transaction("system", (tx) => deps.alarms.raise(tx, "number_enumeration", actor.ownerId, detail));
  const { facts, retryAfterSeconds = 86_400 } = consumed.problem;
  return fail("too_many_alike", { wait: facts["wait"] ?? "" }, { retryAfterSeconds });
}
