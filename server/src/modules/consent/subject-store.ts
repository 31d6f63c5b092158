import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";

/** Queries and rows of who asked about whom, by the keyed hash of a phone number or mail address. Nothing decided. */

export type ContactKind = "phone" | "mail";
export type ContactHash = { readonly kind: ContactKind; readonly hash: Buffer };

/** Lets requests about the same person come one after the other until the transaction ends. */
export async function lockSubject(tx: Tx, contacts: readonly ContactHash[]): Promise<void> {
  const names = contacts.map(({ hash }) => hash.toString("hex")).sort(); // in one order, so that nobody waits in a circle
  for (const name of names)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`subject:${name}`}, 0))`.execute(tx);
}

/** Notes that somebody asked about the person behind these contacts. */
export async function noteSubject(tx: Tx, requestId: string, contacts: readonly ContactHash[]): Promise<void> {
  await tx
    .insertInto("subject_index")
    .values(contacts.map(({ kind, hash }) => ({ contact_hash: hash, kind, request_id: requestId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Which contacts the record behind a request had. */
export async function contactKinds(
  tx: Tx,
  requestId: string,
): Promise<{ readonly phone: boolean; readonly mail: boolean }> {
  const rows = await tx.selectFrom("subject_index").select("kind").where("request_id", "=", requestId).execute();
  return { phone: rows.some(({ kind }) => kind === "phone"), mail: rows.some(({ kind }) => kind === "mail") };
}

/**
 * Whether the person blocked this asker or everybody, and how many other requests they were written to about within 24 hours,
 * whoever asked. A block of an account that was closed is one of every account with its mailbox.
 */
export async function standingOfSubject(
  tx: Tx,
  asking: { readonly requestId: string; readonly ownerId: string; readonly mailbox: Buffer | null },
  contacts: readonly ContactHash[],
): Promise<{ readonly isBlocked: boolean; readonly askedToday: number }> {
  const hashes = contacts.map(({ hash }) => hash);
  const found = await sql<{ blocked: boolean; asked: number }>`
    select exists (select from subject_blocks where contact_hash = any (${hashes}) and (owner_id is null or owner_id = ${asking.ownerId}
        or owner_id in (select l.owner_id from left_askers l where l.mailbox_hash = ${asking.mailbox}))) as blocked,
      (select count(distinct i.request_id)::int from subject_index i join consents c on c.request_id = i.request_id
       where i.contact_hash = any (${hashes}) and i.request_id <> ${asking.requestId}
         and c.asked_at > product_now() - interval '24 hours') as asked`.execute(tx);
  const [row] = found.rows;
  return { isBlocked: row?.blocked ?? false, askedToday: row?.asked ?? 0 };
}

/** What became of the newest question to a phone number; undefined where it was never written to. */
export async function newestQuestion(tx: Tx, phoneHash: Buffer): Promise<{ readonly stands: boolean } | undefined> {
  const row = await tx
    .selectFrom("subject_index as i")
    .innerJoin("consents as c", "c.request_id", "i.request_id")
    .select(({ and, eb }) => and([eb("c.state", "=", "granted"), eb("c.gone_at", ">", productNow)]).as("stands"))
    .where("i.contact_hash", "=", phoneHash)
    .where("c.asked_at", "is not", null)
    .orderBy("i.asked_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { stands: Boolean(row.stands) };
}

/** Takes away what connects a request with one of the contacts of its record. */
export async function forgetSubject(tx: Tx, requestId: string, kind: ContactKind): Promise<void> {
  await tx.deleteFrom("subject_index").where("request_id", "=", requestId).where("kind", "=", kind).execute();
}
