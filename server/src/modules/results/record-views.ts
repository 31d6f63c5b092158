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
