import { formatExpectedName, type ExpectedName } from "@idanimo/contract/expected-name";
import { namesPerNumberMax } from "@idanimo/contract/limits";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import type { Vault } from "../../kernel/vault.ts";
import { canonicalValue, type RequestedItem } from "./rules.ts";

/**
 * Limits how many different names an account compares with one number in 24 hours, so that a name cannot be found
 * by guessing [AO-07]. Spelling and order count as one name; only keyed hashes are stored.
 */
export async function countComparedName(
  tx: Tx,
  vault: Pick<Vault, "indexHash">,
  ownerId: string,
  item: RequestedItem,
  name: ExpectedName,
): Promise<Result<void, "question_limit">> {
  const number = `${ownerId}|${numberOf(item)}`;
  const [numberHash, nameHash] = [
    vault.indexHash("compared_number", number),
    vault.indexHash("compared_name", `${number}|${plainName(name)}`),
  ];
  await sql`select pg_advisory_xact_lock(hashtextextended(${numberHash.toString("hex")}, 0))`.execute(tx);
  const found = await sql<{ isNew: boolean; count: number; seconds: number | null }>`
    select count(*) filter (where name_hash = ${nameHash}) = 0 as "isNew", count(*)::int as count,
      ceil(extract(epoch from min(asked_at) + interval '24 hours' - product_now()))::int as seconds
    from compared_names where owner_id = ${ownerId}::uuid and number_hash = ${numberHash}
      and asked_at > product_now() - interval '24 hours'`.execute(tx);
  const { isNew = true, count = 0, seconds = null } = found.rows[0] ?? {};
  if (isNew && count >= namesPerNumberMax)
    return fail("question_limit", {}, { retryAfterSeconds: Math.max(1, seconds ?? 1) });
  await sql`insert into compared_names (owner_id, number_hash, name_hash)
    values (${ownerId}, ${numberHash}, ${nameHash})
    on conflict (owner_id, number_hash, name_hash) do update set asked_at = excluded.asked_at`.execute(tx);
  return ok(undefined);
}

/** The number that a search names a person by: the same for a NIN alone and for a NIN with a face. */
function numberOf(item: RequestedItem): string {
  const field = (["nin", "bvn", "phone"] as const).find((name) => item.values[name] !== undefined);
  return field === undefined ? `${item.type}|${canonicalValue(item)}` : `${field}|${item.values[field]}`;
}

/** A name without case, marks, order and punctuation. */
const plainName = (name: ExpectedName): string =>
  formatExpectedName(name)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .sort()
    .join(" ");
