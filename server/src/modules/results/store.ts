import { type RecordPart, selectRecordParts } from "@idanimo/contract/record-parts";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import type { ResultFileName, SealedResultFile } from "./result-files.ts";
import { consentsView } from "../consent/index.ts";
import { itemsView } from "../purchases/index.ts";

/** A piece of a record, sealed with a key of its own, and the parts that must all be granted. */
export type SealedPiece = { readonly keyId: string; readonly parts: readonly RecordPart[]; readonly sealed: Buffer };

/** A result: sealed as one with the request's key, or in pieces if a subject consents to its parts. */
export type SealedResult = {
  /** Null for a result in pieces. */
  readonly sealed: Buffer | null;
  /** The pieces whose parts were all granted. */
  readonly pieces: readonly SealedPiece[];
  readonly source: string;
  /** Whether the source's own report is stored with it. */
  readonly hasSourceReport: boolean;
};

/** The result of a lookup, to be stored. */
export type NewResult = {
  readonly requestId: string;
  readonly ownerId: string;
  readonly sealed: Buffer | null;
  readonly pieces: readonly SealedPiece[];
  readonly source: string;
  readonly goneAt: Date | null;
  readonly files: readonly SealedResultFile[];
};

export async function insertResults(tx: Tx, made: readonly NewResult[]): Promise<void> {
  const [ids, owners] = [made.map(({ requestId }) => requestId), made.map(({ ownerId }) => ownerId)];
  const [sealed, sources] = [made.map((one) => one.sealed), made.map(({ source }) => source)];
  await sql`insert into results (request_id, owner_id, sealed, source, expires_at)
    select * from unnest(${ids}::uuid[], ${owners}::uuid[], ${sealed}::bytea[], ${sources}::text[],
      ${made.map(({ goneAt }) => goneAt)}::timestamptz[])`.execute(tx);
  const pieces = made.flatMap((one) => one.pieces.map((piece) => ({ ...one, ...piece })));
  if (pieces.length > 0)
    await tx
      .insertInto("result_parts")
      .values(
        pieces.map(({ keyId, requestId, ownerId, parts, sealed }) => ({
          key_id: keyId,
          request_id: requestId,
          owner_id: ownerId,
          parts: [...parts],
          sealed,
        })),
      )
      .execute();
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
    join ${itemsView} i on i.id = r.request_id and i.outcome = 'DELIVERED'
      and (r.expires_at is null or r.expires_at > product_now())
    left join ${consentsView} c on c.request_id = r.request_id
    where (c.request_id is null or (c.state = 'granted' and c.expires_at > product_now()))`;

/** Finds the sealed record of a request while it is visible. */
export async function findVisibleResult(tx: Tx, requestId: string): Promise<SealedResult | undefined> {
  return (await findVisibleResults(tx, [requestId])).get(requestId);
}

/** The same for several requests; those that are not visible are missing. */
export async function findVisibleResults(
  tx: Tx,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, SealedResult>> {
  const found = await sql<Omit<SealedResult, "pieces"> & VisiblePieces & { readonly request_id: string }>`
    select r.request_id, r.sealed, r.source,
      array(select p.key_id ${grantedPieces}) as key_ids, array(select array_to_string(p.parts, ' ') ${grantedPieces}) as parts,
      array(select p.sealed ${grantedPieces}) as sealed_pieces,
      exists (select from result_files f where f.request_id = r.request_id and f.name = 'source.pdf') as "hasSourceReport"
    from ${visibleResults} and r.request_id = any (${[...requestIds]}::uuid[])`.execute(tx);
  return new Map(
    found.rows.map(({ request_id, key_ids, parts, sealed_pieces, ...result }) => {
      const pieces = key_ids.flatMap((keyId, at): readonly SealedPiece[] => {
        const [names, sealed] = [parts[at], sealed_pieces[at]];
        return names && sealed ? [{ keyId, parts: selectRecordParts(names.split(" ")), sealed }] : [];
      });
      return [request_id, { ...result, pieces }];
    }),
  );
}

type VisiblePieces = {
  readonly key_ids: readonly string[];
  readonly parts: readonly string[];
  readonly sealed_pieces: readonly Buffer[];
};
/** The pieces of the result `r` that the consent `c` opens. */
const grantedPieces = sql`from result_parts p where p.request_id = r.request_id and p.parts <@ c.parts_granted order by p.key_id`;

/**
 * A visible result without a consent of its own: when it ends, and the sealed values of a vehicle's owner, which its
 * own reads never return because the owner consents in another request [CL-15].
 */
export async function findVisibleOwner(
  tx: Tx,
  requestId: string,
): Promise<{ readonly goneAt: Date; readonly piece: SealedPiece | undefined } | undefined> {
  const found = await sql<{ readonly goneAt: Date; readonly keyId: string | null; readonly sealed: Buffer | null }>`
    select r.expires_at as "goneAt", p.key_id as "keyId", p.sealed from (
      select r.request_id, r.expires_at from ${visibleResults} and c.request_id is null and r.request_id = ${requestId} and r.expires_at is not null) r
    left join result_parts p on p.request_id = r.request_id and p.parts = '{owner}'`.execute(tx);
  const row = found.rows[0];
  if (!row) return undefined;
  const { goneAt, keyId, sealed } = row;
  return { goneAt, piece: keyId && sealed ? { keyId, parts: ["owner"], sealed } : undefined };
}

/** The pieces of answers, by request: what the requester may see, and what only the subject may see. */
export async function findAnswerPieces(
  tx: Tx,
  requestIds: readonly string[],
): Promise<readonly { readonly requestId: string; readonly piece: SealedPiece }[]> {
  const rows = await tx
    .selectFrom("result_parts")
    .select(["request_id", "key_id", "parts", "sealed"])
    .where(sql<boolean>`request_id = any (${[...requestIds]}::uuid[]) and parts <@ '{answer,answer_details}'`)
    .execute();
  return rows.map(({ request_id, key_id, parts, sealed }) => ({
    requestId: request_id,
    piece: { keyId: key_id, parts: selectRecordParts(parts), sealed },
  }));
}

/** Which of these keys belong to a stored piece. */
export async function findStoredPieceKeys(tx: Tx, keyIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom("result_parts")
    .select("key_id")
    .where(sql<boolean>`key_id = any (${[...keyIds]}::uuid[])`)
    .execute();
  return new Set(rows.map((row) => row.key_id));
}

/** Ids of the keys of all pieces of these requests. */
export async function findPieceKeys(tx: Tx, requestIds: readonly string[]): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("result_parts")
    .select("key_id")
    .where(sql<boolean>`request_id = any (${[...requestIds]}::uuid[])`)
    .execute();
  return rows.map((row) => row.key_id);
}

/** Ids of the keys of a granted request's pieces that its subject did not grant. */
export async function findUngrantedPieceKeys(tx: Tx, requestId: string): Promise<readonly string[]> {
  const found = await sql<{ readonly key_id: string }>`
    select p.key_id from result_parts p join ${consentsView} c on c.request_id = p.request_id
    where p.request_id = ${requestId} and c.state = 'granted' and not p.parts <@ c.parts_granted`.execute(tx);
  return found.rows.map((row) => row.key_id);
}

/** Ids of requests that were granted this long ago and still have a piece that was not granted. */
export async function findUndiscardedRequests(tx: Tx, afterSeconds: number): Promise<readonly string[]> {
  const found = await sql<{ readonly id: string }>`
    select distinct p.request_id as id from result_parts p join ${consentsView} c on c.request_id = p.request_id
    where c.state = 'granted' and not p.parts <@ c.parts_granted
      and c.decided_at < product_now() - make_interval(secs => ${afterSeconds})`.execute(tx);
  return found.rows.map(({ id }) => id);
}

/** Ids of the keys of all pieces after this one in order, to page through them. */
export async function findPieceKeysAfter(tx: Tx, keyId: string, most: number): Promise<readonly string[]> {
  const found = await sql<{ readonly key_id: string }>`
    select key_id from result_parts where key_id > ${keyId} order by key_id limit ${most}`.execute(tx);
  return found.rows.map((row) => row.key_id);
}

/** Deletes pieces. Their keys must be destroyed first. */
export async function deletePieces(tx: Tx, keyIds: readonly string[]): Promise<void> {
  await sql`delete from result_parts where key_id = any (${[...keyIds]}::uuid[])`.execute(tx);
}

/** Locks and reads the sealed record of a request, visible or not, for internal processing. */
export async function lockResult(tx: Tx, requestId: string): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom("results")
    .select("sealed")
    .where("request_id", "=", requestId)
    .forUpdate()
    .executeTakeFirst();
  return row?.sealed ?? undefined;
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
  await sql`delete from result_parts where request_id = any (${[...requestIds]}::uuid[])`.execute(tx);
  await sql`delete from results where request_id = any (${[...requestIds]}::uuid[])`.execute(tx);
}
