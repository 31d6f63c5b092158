import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import type { Actor } from "../../http/call.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { RecordViews } from "../consent/index.ts";

/** Records that the actor or their API key opened records: the subjects see how often, and when [TM-10]. */
export async function recordViews(
  tx: Tx,
  ids: IdSource,
  { userId, ownerId }: Actor,
  requestIds: readonly string[],
): Promise<void> {
  if (requestIds.length === 0) return;
  await sql`insert into record_views (id, request_id, owner_id, user_id)
    select id, request_id, ${ownerId}::uuid, ${userId}::uuid
    from unnest(${requestIds.map(() => ids.rowId())}::uuid[], ${[...requestIds]}::uuid[]) as opened (id, request_id)`.execute(
    tx,
  );
}

/** Who opened each record; a record that no one opened is missing. */
export async function findRecordViews(
  tx: Tx,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, RecordViews>> {
  if (requestIds.length === 0) return new Map();
  const found = await sql<{ request_id: string; staff: Date[]; times: number; last: Date | null }>`
    select request_id, coalesce(array_agg(at order by at desc) filter (where not by_key), '{}') as staff,
      coalesce(sum(times) filter (where by_key), 0)::int as times, max(at) filter (where by_key) as last
    from (
      select request_id, key_id is not null as by_key, max(at) as at, count(*) as times from record_views
      where request_id = any (${[...requestIds]}::uuid[])
      group by request_id, key_id is not null, case when key_id is null then user_id end) latest
    group by request_id`.execute(tx);
  return new Map(found.rows.map(({ request_id: id, staff, times, last }) => [id, { staff, system: { times, last } }]));
}
