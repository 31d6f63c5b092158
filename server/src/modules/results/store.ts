import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import type { ResultFileName, SealedResultFile } from "./result-files.ts";

/** A result, sealed with the request's key. */
export type SealedResult = {
  readonly sealed: Buffer;
  readonly source: string;
  /** Whether the source's own report is stored with it. */
  readonly hasSourceReport: boolean;
};

/** The result of a lookup, to be stored. */
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
  await sql`insert into results (request_id, owner_id, sealed, source, gone_at)
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
 * The results that are visible now, as `r`: delivered, consent granted if required, and not expired. Every read
 * uses this as its `from`, on the database's clock, so that no path reads before it checks. [T-42 T-51]
 */
const visibleResults = sql`results r
    join purchase_items i on i.id = r.request_id and i.outcome = 'DELIVERED'
      and (r.gone_at is null or r.gone_at > product_now())
    left join consents c on c.request_id = r.request_id
    where (c.request_id is null or (c.state = 'granted' and c.gone_at > product_now()))`;

/** Finds the sealed record of a request while it is visible. */
export async function findVisibleResult(tx: Tx, requestId: string): Promise<SealedResult | undefined> {
  return (await findVisibleResults(tx, [requestId])).get(requestId);
}

/** The same for several requests; those that are not visible are missing. */
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

/** Locks and reads the sealed record of a request, visible or not, for internal processing. */
export async function lockResult(tx: Tx, requestId: string): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom("results")
    .select("sealed")
    .where("request_id", "=", requestId)
    .forUpdate()
    .executeTakeFirst();
  return row?.sealed;
}

export async function replaceResult(tx: Tx, requestId: string, sealed: Buffer): Promise<void> {
  await tx.updateTable("results").set({ sealed }).where("request_id", "=", requestId).execute();
}

/** Finds a sealed file of a record while the record is visible. */
export async function findVisibleFile(tx: Tx, requestId: string, name: ResultFileName): Promise<Buffer | undefined> {
  const found = await sql<{ readonly sealed: Buffer }>`
    select f.sealed from result_files f
    where f.request_id = ${requestId} and f.name = ${name}
      and exists (select from ${visibleResults} and r.request_id = f.request_id)`.execute(tx);
  return found.rows[0]?.sealed;
}

/** Deletes results and their files. The keys must be destroyed first. */
export async function deleteResults(tx: Tx, requestIds: readonly string[]): Promise<void> {
  // an array parameter, so that the statement text is the same for any number of ids
  await sql`delete from results where request_id = any (${[...requestIds]}::uuid[])`.execute(tx);
}
