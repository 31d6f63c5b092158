import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { consentsView } from "../consent/index.ts";
import { itemsView } from "../purchases/index.ts";

/**
 * Remembers for a day whom an account asked about, after the request is purged, so that a person who denied is not
 * asked again the same day [T-45]. A row has a keyed hash of account and value, so rows of different accounts never
 * match.
 */

/** @param ownerId   and `valueHash`: an account's id as text, and the keyed hash of the requested value */
const ownerValueHashSql = (ownerId: RawBuilder<string>, valueHash: RawBuilder<Buffer>) =>
  sql<Buffer>`sha256(convert_to(${ownerId} || encode(${valueHash}, 'hex'), 'utf8'))`;

/**
 * Stores which of these requests count for the daily limit: those of the last day that were not refunded. Call it
 * before their hashes are erased.
 */
export async function storeRecentRequests(tx: Tx, requestIds: readonly string[]): Promise<void> {
  await sql`
    insert into recent_lookup_values as a (hash, owner_id, asked_at)
    select ${ownerValueHashSql(sql`r.owner_id::text`, sql`r.value_hash`)}, r.owner_id, max(r.created_at)
    from verification_requests r join ${itemsView} i on i.id = r.id join ${consentsView} c on c.request_id = r.id
    where r.id = any (${[...requestIds]}::uuid[]) and r.value_hash is not null
      and r.created_at > product_now() - interval '24 hours' and i.outcome in ('DELIVERED', 'DENIED', 'UNANSWERED', 'CANCELLED')
    group by 1, 2
    on conflict (hash) do update set asked_at = greatest(a.asked_at, excluded.asked_at)`.execute(tx);
}

/** The row of a purged request by this account about this value within a day. */
export const recentRequestSql = (ownerId: RawBuilder<string>, valueHash: RawBuilder<Buffer>) => sql`
  from recent_lookup_values where hash = ${ownerValueHashSql(sql`${ownerId}::text`, valueHash)} and asked_at > product_now() - interval '24 hours'`;
