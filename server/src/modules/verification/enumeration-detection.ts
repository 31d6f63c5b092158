import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { LimitKey } from "../../http/rate-limits.ts";
import type { VerificationDeps } from "./deps.ts";
import { type RequestedItem, canonicalValue, valueKind } from "./rules.ts";
import { wasEnteredToday } from "./store.ts";

/** Stops who walks through numbers one after the other. A file of numbers is no such walk: it has a limit of its own. Source: T-45. */

/**
 * Numbers that belong to people, and how much of one is left away: a thousand neighbours, and a million. The thousands are counted
 * in two rows that lie half across each other, so that a walk over the border of one stands whole in the other.
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
    // with or without its zero it is the same phone
    return value === undefined ? [] : [{ item, name, value: name === "phone" ? value.replace(/^0+/, "") : value }];
  });
}

/**
 * Counts what is typed against its neighbours of the same day and account, over all processes; before anything is bought, so that
 * the answer tells nothing about any number (T-44). The same number again costs nothing. Whoever is stopped is shown to an operator.
 * @returns what was counted, to be given back should the purchase not come to be
 */
export async function detectEnumeration(
  deps: Pick<VerificationDeps, "db" | "vault" | "limits" | "alarms">,
  ownerId: string,
  items: readonly RequestedItem[],
): Promise<Result<readonly LimitKey[], "too_many_alike">> {
  const all = items.flatMap(countedValuesOf);
  if (all.length === 0) return ok([]);
  const fresh = await deps.db.transaction({ owner: ownerId }, async (tx) => {
    const found: CountedValue[] = [];
    for (const one of all) {
      const hash = deps.vault.indexHash(valueKind(one.item.type), canonicalValue(one.item));
      if (!(await wasEnteredToday(tx, ownerId, hash))) found.push(one);
    }
    return found;
  });
  const keys = fresh.flatMap(({ name, value }) =>
    neighbourRanges.map(({ limit, away, shift }): LimitKey => {
      const range = (BigInt(value) + shift) / 10n ** BigInt(away);
      const block = deps.vault.indexHash("alike", `${name}|${away}|${shift}|${range}`);
      return [limit, `${ownerId}|${block.toString("base64url")}`];
    }),
  );
  if (keys.length === 0) return ok([]);
  const consumed = await deps.limits.consumeAll(keys);
  if (consumed.ok) return ok(keys);
  const detail = "looked up more numbers that are nearly the same than a day allows";
  await deps.db.transaction("system", (tx) => deps.alarms.raise(tx, "harvesting", ownerId, detail));
  const { facts, retryAfterSeconds = 86_400 } = consumed.problem;
  return fail("too_many_alike", { wait: facts["wait"] ?? "" }, { retryAfterSeconds });
}
