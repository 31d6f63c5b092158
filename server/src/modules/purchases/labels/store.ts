import { sql } from "kysely";
import type { Tx } from "../../../database/database.ts";
import { isVisibleToMember } from "../store.ts";

/** Queries for the requester's labels. No decisions here. */

export type SealedLabel = {
  readonly requestId: string;
  readonly sealed: Buffer;
  readonly wordHashes: readonly Buffer[];
};

/**
 * Stores the label of a request of this account, in place of an earlier one.
 * @returns false if the account has no such request
 */
export async function storeLabel(tx: Tx, ownerId: string, label: SealedLabel): Promise<boolean> {
  const stored = await sql`
    insert into request_labels (request_id, owner_id, label_sealed, created_at)
    select i.id, i.owner_id, ${label.sealed}, i.created_at from purchase_items i where i.id = ${label.requestId} and i.owner_id = ${ownerId} and ${isVisibleToMember}
    on conflict (request_id) do update set label_sealed = excluded.label_sealed`.execute(tx);
  if (stored.numAffectedRows === 0n) return false;
  await tx.deleteFrom("request_label_words").where("request_id", "=", label.requestId).execute();
  await sql`
    insert into request_label_words (owner_id, word_hash, created_at, request_id)
    select l.owner_id, word, l.created_at, l.request_id
    from request_labels l cross join unnest(${[...label.wordHashes]}::bytea[]) as word
    where l.request_id = ${label.requestId}`.execute(tx);
  return true;
}

/** Labels stored by one statement: each has some 40 words and beginnings. */
const labelsPerStatement = 50;

/** Stores the labels of new requests of this account, in statements of limited length. */
export async function insertLabels(tx: Tx, ownerId: string, labels: readonly SealedLabel[]): Promise<void> {
  for (let at = 0; at < labels.length; at += labelsPerStatement)
    await insertSomeLabels(tx, ownerId, labels.slice(at, at + labelsPerStatement));
}

/** No statement joins the many words with a table, because the planner expects few of them. */
async function insertSomeLabels(tx: Tx, ownerId: string, labels: readonly SealedLabel[]): Promise<void> {
  const stored = await sql<{ request_id: string; at: string }>`
    insert into request_labels (request_id, owner_id, label_sealed, created_at)
    select l.id, ${ownerId}, l.sealed, i.created_at
    from unnest(${labels.map(({ requestId }) => requestId)}::uuid[], ${labels.map(({ sealed }) => sealed)}::bytea[]) as l (id, sealed)
    cross join lateral (select created_at from purchase_items where id = l.id and owner_id = ${ownerId} offset 0) i
    returning request_id, created_at::text as at`.execute(tx);
  const hashesOf = new Map(labels.map(({ requestId, wordHashes }) => [requestId, wordHashes]));
  const words = stored.rows.flatMap(({ request_id: id, at }) =>
    (hashesOf.get(id) ?? []).map((hash) => ({ id, at, hash })),
  );
  await sql`
    insert into request_label_words (owner_id, word_hash, created_at, request_id)
    select ${ownerId}, w.hash, w.at, w.id
    from unnest(${words.map(({ hash }) => hash)}::bytea[], ${words.map(({ at }) => at)}::timestamptz[], ${words.map(({ id }) => id)}::uuid[])
      as w (hash, at, id)`.execute(tx);
}

/** @returns false if the account has no such request */
export async function deleteLabel(tx: Tx, ownerId: string, requestId: string): Promise<boolean> {
  const item = await tx
    .selectFrom("purchase_items")
    .select("id")
    .where("id", "=", requestId)
    .where("owner_id", "=", ownerId)
    .where(isVisibleToMember)
    .executeTakeFirst();
  if (!item) return false;
  await tx.deleteFrom("request_labels").where("request_id", "=", requestId).execute();
  return true;
}

/** Deletes every label of an account. */
export async function deleteLabelsOfAccount(tx: Tx, ownerId: string): Promise<void> {
  await tx.deleteFrom("request_labels").where("owner_id", "=", ownerId).execute();
}

/** Of requests with a word in their label the newest are searched. */
const labelSearchMax = 1_000;

/** The purchases of an account with a request whose label has all these words. */
export async function findLabelledPurchases(
  tx: Tx,
  ownerId: string,
  [first, ...others]: readonly Buffer[],
): Promise<readonly string[]> {
  if (!first) return [];
  const found = await sql<{ id: string }>`
    select distinct i.purchase_id as id from (
      select request_id, created_at from request_label_words where owner_id = ${ownerId} and word_hash = ${first}
      order by created_at desc, request_id desc limit ${labelSearchMax}) l
    join purchase_items i on i.id = l.request_id
    where not exists (select from unnest(${others}::bytea[]) as other (word)
      where not exists (select from request_label_words o where o.owner_id = ${ownerId} and o.word_hash = other.word
        and o.created_at = l.created_at and o.request_id = l.request_id))`.execute(tx);
  return found.rows.map(({ id }) => id);
}
