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

/** Stores the labels of new requests of this account. */
export async function insertLabels(tx: Tx, ownerId: string, labels: readonly SealedLabel[]): Promise<void> {
  if (labels.length === 0) return;
  await sql`
    insert into request_labels (request_id, owner_id, label_sealed, created_at)
    select i.id, i.owner_id, l.sealed, i.created_at
    from unnest(${labels.map(({ requestId }) => requestId)}::uuid[], ${labels.map(({ sealed }) => sealed)}::bytea[]) as l (id, sealed)
    join purchase_items i on i.id = l.id and i.owner_id = ${ownerId}`.execute(tx);
  const words = labels.flatMap(({ requestId, wordHashes }) => wordHashes.map((hash) => ({ requestId, hash })));
  await sql`
    insert into request_label_words (owner_id, word_hash, created_at, request_id)
    select l.owner_id, w.hash, l.created_at, l.request_id
    from unnest(${words.map(({ requestId }) => requestId)}::uuid[], ${words.map(({ hash }) => hash)}::bytea[]) as w (id, hash)
    join request_labels l on l.request_id = w.id and l.owner_id = ${ownerId}`.execute(tx);
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
