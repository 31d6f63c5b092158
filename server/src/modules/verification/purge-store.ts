import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { isConsentPending } from "../consent/index.ts";
import { isLookupUnfinished } from "../purchases/index.ts";
import { storeRecentRequests } from "./recent-requests.ts";

/** Queries that find and erase requests whose time has passed. */

/**
 * Condition on `verification_requests`: purging is due by the database's clock. Waits until a pending consent has
 * ended, because its subject may be granting it now and the record then needs its key. Waits for an unfinished
 * lookup, also of a file line, for the same reason.
 */
const isPurgeDue = sql<boolean>`purged_at is null and purge_due_at <= product_now()
      and not ${isConsentPending(sql`verification_requests.id`)} and not ${isLookupUnfinished(sql`verification_requests.id`)}`;

/** Requests due for purging, the longest overdue first: a batch of all, or only the given one. */
export async function findDuePurges(tx: Tx, most: number, only: string | undefined): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`
    select id from verification_requests where ${isPurgeDue} ${only === undefined ? sql`` : sql`and id = ${only}`}
    order by purge_due_at limit ${most}`.execute(tx);
  return found.rows.map((row) => row.id);
}

/** SQL: since when the oldest request is due for purging. */
export const oldestDuePurge = sql<Date | null>`(
  select purge_due_at from verification_requests where ${isPurgeDue} order by purge_due_at limit 1)`;

/**
 * Erases the searched values of requests and the stored responses of sources. Only the masked value remains, and for
 * 24 hours a hash that this account made the request.
 * @returns those that no other process had purged
 */
export async function purge(tx: Tx, requestIds: readonly string[]): Promise<readonly string[]> {
  const these = sql`any (${[...requestIds]}::uuid[])`;
  await sql`update lookup_attempts set response_sealed = null where request_id = ${these} and response_sealed is not null`.execute(
    tx,
  );
  await storeRecentRequests(tx, requestIds);
  await sql`delete from searched_numbers where request_id = ${these}`.execute(tx);
  const purged = await sql<{ id: string }>`
    update verification_requests set search_sealed = null, value_hash = null, purged_at = product_now()
    where id = ${these} and purged_at is null returning id`.execute(tx);
  return purged.rows.map(({ id }) => id);
}

/** Ids of requests with a searched value, in their order, after an id. */
export async function findSealedRequestIds(tx: Tx, after: string, most: number): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`select id from verification_requests where purged_at is null
    and num_nonnulls(search_sealed, value_hash) > 0 and id > ${after} order by id limit ${most}`.execute(tx);
  return found.rows.map(({ id }) => id);
}

/** SQL: how many requests were purged in a period, as deleted, and how many of them on time, as on_time. */
export const purgeCounts = (from: RawBuilder<unknown>, to: RawBuilder<unknown>, onTimeSeconds: number) => sql`(
  select count(*) as deleted,
    count(*) filter (where purge_due_at is null or purged_at <= purge_due_at + make_interval(secs => ${onTimeSeconds}::int)) as on_time
  from verification_requests where purged_at >= ${from} and purged_at < ${to})`;
