import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import type { ResultFileName, SealedResultFile } from "./result-files.ts";

/** What was found for a request, sealed with the request's key. */
export type SealedResult = {
  readonly sealed: Buffer;
  readonly source: string;
  /** Whether the source's own report is kept beside it. */
  readonly hasSourceReport: boolean;
};

/** What is kept of a look-up. */
export type NewResult = {
  readonly requestId: string;
  readonly ownerId: string;
  readonly sealed: Buffer;
  readonly source: string;
  readonly goneAt: Date | null;
  readonly files: readonly SealedResultFile[];
};

export async function insertResults(tx: Tx, made: readonly NewResult[]): Promise<void> {
  const [ids, owners] = [made.map(({ requestId }) => requestId), made.map(({ ownerId }) => ownerId)];
  const [sealed, sources] = [made.map((one) => one.sealed), made.map(({ source }) => source)];
  await sql`insert /* insert_results */ into results (request_id, owner_id, sealed, source, gone_at)
    select * from unnest(${ids}::uuid[], ${owners}::uuid[], ${sealed}::bytea[], ${sources}::text[],
      ${made.map(({ goneAt }) => goneAt)}::timestamptz[])`.execute(tx);
  for (const { requestId, ownerId, files } of made)
    for (const file of files)
      await tx
        .insertInto("result_files")
        .values({
          request_id: requestId,
          owner_id: ownerId,
          name: file.name,
          media_type: file.mediaType,
          sealed: file.sealed,
        })
        .execute();
}

/**
 * The results that may be seen now, as `r`: delivered, agreed to where that is needed, inside their time. Each statement that reads
 * has this as its `from`, on the database's clock, so no path can read first and ask later. Source: T-42, T-51.
 */
const visibleResults = sql`results r
    join purchase_items i on i.id = r.request_id and i.outcome = 'DELIVERED'
      and (r.gone_at is null or r.gone_at > product_now())
    left join consents c on c.request_id = r.request_id
    where (c.request_id is null or (c.state = 'granted' and c.gone_at > product_now()))`;

/** The record of a request, only while it may be seen. */
export async function findVisibleResult(tx: Tx, requestId: string): Promise<SealedResult | undefined> {
  return (await findVisibleResults(tx, [requestId])).get(requestId);
}

/** The same for several requests; one whose record may not be seen is absent. */
export async function findVisibleResults(
  tx: Tx,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, SealedResult>> {
  const found = await sql<SealedResult & { readonly request_id: string }>`
    select r.request_id, r.sealed, r.source,
      exists (select from result_files f where f.request_id = r.request_id and f.name = 'source.pdf') as "hasSourceReport"
    from ${visibleResults} and r.request_id = any (${[...requestIds]}::uuid[])`.execute(tx);
  return new Map(found.rows.map(({ request_id, ...result }) => [request_id, result]));
}

/** The sealed record of a request whether it may be seen or not, for the product's own work on it; locked until that is done. */
export async function lockResult(tx: Tx, requestId: string): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom("results")
    .select("sealed")
    .where("request_id", "=", requestId)
    .forUpdate()
    .executeTakeFirst();
  return row?.sealed;
}

/** Puts another sealed record in the place of one. */
export async function replaceResult(tx: Tx, requestId: string, sealed: Buffer): Promise<void> {
  await tx.updateTable("results").set({ sealed }).where("request_id", "=", requestId).execute();
}

/** A file beside a record, sealed, only while the record may be seen. */
export async function findVisibleFile(tx: Tx, requestId: string, name: ResultFileName): Promise<Buffer | undefined> {
  const found = await sql<{ readonly sealed: Buffer }>`
    select f.sealed from result_files f
    where f.request_id = ${requestId} and f.name = ${name}
      and exists (select from ${visibleResults} and r.request_id = f.request_id)`.execute(tx);
  return found.rows[0]?.sealed;
}

/** Removes what was found, its files with it; the keys are destroyed before. */
export async function deleteResults(tx: Tx, requestIds: readonly string[]): Promise<void> {
  // one statement for any number of them, however many batches there are
  await sql`delete from results where request_id = any (${[...requestIds]}::uuid[])`.execute(tx);
}
