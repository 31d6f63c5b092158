import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import type { Actor } from "../../http/call.ts";
import type { IdSource } from "../../kernel/ids.ts";

/** Records that the actor opened records: their subjects see how many people did, and when [TM-10]. */
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

/** When members of an organisation's staff opened each record: the last time of each member, newest first; no names [TM-10]. */
export async function findStaffViews(
  tx: Tx,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Date[]>> {
  if (requestIds.length === 0) return new Map();
  const found = await sql<{ request_id: string; times: Date[] }>`
    select request_id, array_agg(at order by at desc) as times from (
      select request_id, user_id, max(at) as at from record_views
      where request_id = any (${[...requestIds]}::uuid[]) group by request_id, user_id) latest
    group by request_id`.execute(tx);
  return new Map(found.rows.map(({ request_id: id, times }) => [id, times]));
}
