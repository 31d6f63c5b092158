import type { Tx } from "../../database/database.ts";

/** The provider's id of each message that the transaction's owner or member may see, newest first. */
export async function findSentMessageIds(tx: Tx, limit: number): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("outbox_messages")
    .select("provider_id as id")
    .where("provider_id", "is not", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}
