import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";

/** What was found for a request, sealed with the request's key. */
export type SealedResult = { readonly sealed: Buffer; readonly source: string };

export async function insertResult(
  tx: Tx,
  made: {
    readonly requestId: string;
    readonly ownerId: string;
    readonly sealed: Buffer;
    readonly source: string;
    readonly goneAt: Date | null;
  },
): Promise<void> {
  await tx
    .insertInto("results")
    .values({
      request_id: made.requestId,
      owner_id: made.ownerId,
      sealed: made.sealed,
      source: made.source,
      gone_at: made.goneAt,
    })
    .execute();
}

/**
 * The record of a request, only while it may be seen: delivered, agreed to where that is needed, inside its time. The check
 * stands in the statement that reads, on the database's clock, so no path can read first and ask later. Source: T-42, T-51.
 */
export async function readOpenResult(tx: Tx, requestId: string): Promise<SealedResult | undefined> {
  return (await readOpenResults(tx, [requestId])).get(requestId);
}

/** The same for several requests; one whose record may not be seen is absent. */
export async function readOpenResults(
  tx: Tx,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, SealedResult>> {
  const found = await sql<SealedResult & { readonly request_id: string }>`
    select r.request_id, r.sealed, r.source
    from results r
    join purchase_items i on i.id = r.request_id and i.outcome = 'DELIVERED'
    left join consents c on c.request_id = r.request_id
    where r.request_id = any (${[...requestIds]}::uuid[])
      and (r.gone_at is null or r.gone_at > product_now())
      and (c.request_id is null or (c.state = 'granted' and c.gone_at > product_now()))`.execute(tx);
  return new Map(found.rows.map(({ request_id, sealed, source }) => [request_id, { sealed, source }]));
}

/** Removes what was found; the keys are destroyed before. */
export async function deleteResults(tx: Tx, requestIds: readonly string[]): Promise<void> {
  if (requestIds.length > 0)
    await tx
      .deleteFrom("results")
      .where("request_id", "in", [...requestIds])
      .execute();
}
