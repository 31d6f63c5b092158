import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";

/** Queries and rows of who asked about whom, by the keyed hash of a phone number or mail address. Nothing decided. */

export type ContactKind = "phone" | "mail";
export type ContactHash = { readonly kind: ContactKind; readonly hash: Buffer };

/** Lets requests about the same people come one after the other until the transaction ends. */
export async function lockSubjects(tx: Tx, contacts: readonly ContactHash[]): Promise<void> {
  // in one order, so that nobody waits in a circle
  const names = [...new Set(contacts.map(({ hash }) => `subject:${hash.toString("hex")}`))].sort();
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as subject (name)`.execute(
    tx,
  );
}

/** A request, and the contacts of the person it is about. */
export type RequestContacts = { readonly requestId: string; readonly hashes: readonly ContactHash[] };

/** Notes that somebody asked about the people behind these contacts. */
export async function indexSubjects(tx: Tx, all: readonly RequestContacts[]): Promise<void> {
  if (all.length === 0) return;
  await tx
    .insertInto("subject_index")
    .values(
      all.flatMap(({ requestId, hashes }) =>
        hashes.map(({ kind, hash }) => ({ contact_hash: hash, kind, request_id: requestId })),
      ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Which contacts the record behind a request had. */
export async function findContactKinds(
  tx: Tx,
  requestId: string,
): Promise<{ readonly phone: boolean; readonly mail: boolean }> {
  const rows = await tx.selectFrom("subject_index").select("kind").where("request_id", "=", requestId).execute();
  return { phone: rows.some(({ kind }) => kind === "phone"), mail: rows.some(({ kind }) => kind === "mail") };
}

export type SubjectQuota = { readonly isBlocked: boolean; readonly askedToday: number };

/**
 * By request: whether the person blocked this asker or everybody, and how many other requests they were written to about within 24
 * hours, whoever asked. A block of an account that was closed is one of every account with its mailbox.
 */
export async function findSubjectQuotas(
  tx: Tx,
  all: readonly (RequestContacts & { readonly ownerId: string; readonly mailbox: Buffer | null })[],
): Promise<ReadonlyMap<string, SubjectQuota>> {
  const rows = all.flatMap((one) => one.hashes.map(({ hash }) => ({ ...one, hash })));
  const [ids, owners] = [rows.map(({ requestId }) => requestId), rows.map(({ ownerId }) => ownerId)];
  const [mailboxes, hashes] = [rows.map(({ mailbox }) => mailbox), rows.map(({ hash }) => hash)];
  // row by row, by index: these tables hold a year
  const found = await sql<{ id: string; blocked: boolean; asked: number }>`
    select a.id, bool_or(exists (select from subject_blocks b where b.contact_hash = a.hash and (b.owner_id is null or b.owner_id = a.owner_id
        or b.owner_id in (select l.owner_id from left_askers l where l.mailbox_hash = a.mailbox)))) as blocked,
      count(distinct today.request_id)::int as asked
    from unnest(${ids}::uuid[], ${owners}::uuid[], ${mailboxes}::bytea[], ${hashes}::bytea[]) as a (id, owner_id, mailbox, hash)
    left join lateral (
      select i.request_id from subject_index i join consents c on c.request_id = i.request_id
      where i.contact_hash = a.hash and i.request_id <> a.id and c.asked_at > product_now() - interval '24 hours' offset 0) today on true
    group by a.id`.execute(tx);
  return new Map(found.rows.map(({ id, blocked, asked }) => [id, { isBlocked: blocked, askedToday: asked }]));
}

/** What became of the newest question to a phone number; undefined where it was never written to. */
export async function findNewestRequestToPhone(
  tx: Tx,
  phoneHash: Buffer,
): Promise<{ readonly isGranted: boolean } | undefined> {
  const row = await tx
    .selectFrom("subject_index as i")
    .innerJoin("consents as c", "c.request_id", "i.request_id")
    .select(({ and, eb }) => and([eb("c.state", "=", "granted"), eb("c.gone_at", ">", productNow)]).as("stands"))
    .where("i.contact_hash", "=", phoneHash)
    .where("c.asked_at", "is not", null)
    .orderBy("i.asked_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { isGranted: Boolean(row.stands) };
}

/** Takes away what connects a request with one of the contacts of its record. */
export async function deleteSubjectLink(tx: Tx, requestId: string, kind: ContactKind): Promise<void> {
  await tx.deleteFrom("subject_index").where("request_id", "=", requestId).where("kind", "=", kind).execute();
}
