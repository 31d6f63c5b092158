import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";

/** Queries and rows of requests by subject, found by the keyed hash of a phone number or email address. */

export type ContactKind = "phone" | "mail";
export type ContactHash = { readonly kind: ContactKind; readonly hash: Buffer };

/** The keyed hash of a verified contact: exactly one of the two is set. */
export type VerifiedContact = { readonly phoneHash: Buffer | null; readonly mailHash: Buffer | null };

export const contactKindOf = ({ phoneHash }: VerifiedContact): ContactKind => (phoneHash === null ? "mail" : "phone");

/** The hashes that are set, for queries. */
export const hashesOfContact = ({ phoneHash, mailHash }: VerifiedContact): Buffer[] =>
  [phoneHash, mailHash].filter((hash) => hash !== null);

/** The same, each with its kind. */
export const contactHashesOf = ({ phoneHash, mailHash }: VerifiedContact): readonly ContactHash[] => [
  ...(phoneHash === null ? [] : [{ kind: "phone", hash: phoneHash } as const]),
  ...(mailHash === null ? [] : [{ kind: "mail", hash: mailHash } as const]),
];

/** Serialises requests about the same subjects until the transaction ends. */
export async function lockSubjects(tx: Tx, contacts: readonly ContactHash[]): Promise<void> {
  // sorted, so that concurrent transactions cannot deadlock
  const names = [...new Set(contacts.map(({ hash }) => `subject:${hash.toString("hex")}`))].sort();
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as subject (name)`.execute(
    tx,
  );
}

/** A request, and the contacts of its subject. */
export type RequestContacts = { readonly requestId: string; readonly hashes: readonly ContactHash[] };

/** Records the requests under their subjects' contacts. */
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

/** Finds which contacts the record of a request had. */
export async function findContactKinds(
  tx: Tx,
  requestId: string,
): Promise<{ readonly phone: boolean; readonly mail: boolean }> {
  const rows = await tx.selectFrom("subject_index").select("kind").where("request_id", "=", requestId).execute();
  return { phone: rows.some(({ kind }) => kind === "phone"), mail: rows.some(({ kind }) => kind === "mail") };
}

/** Finds the contacts of a request's subject. */
export async function findSubjectContacts(tx: Tx, requestId: string): Promise<readonly ContactHash[]> {
  return tx
    .selectFrom("subject_index")
    .select(["kind", "contact_hash as hash"])
    .where("request_id", "=", requestId)
    .execute();
}

export type SubjectQuota = {
  readonly isBlocked: boolean;
  readonly askedToday: number;
  /** The language in which the subject read before their newest decision; null if they decided nothing yet. */
  readonly language: string | null;
};

/** How many of a subject's newest requests are read for their language. */
const languageRequestsMax = 20;

/**
 * For each request: whether the subject blocked this requester or all, and how many other requests they received
 * within 24 hours from any requester, and their language. A block of a closed account applies to every account with
 * the same email address.
 */
export async function findSubjectQuotas(
  tx: Tx,
  all: readonly (RequestContacts & { readonly ownerId: string; readonly mailbox: Buffer | null })[],
): Promise<ReadonlyMap<string, SubjectQuota>> {
  const rows = all.flatMap((one) => one.hashes.map(({ hash }) => ({ ...one, hash })));
  const [ids, owners] = [rows.map(({ requestId }) => requestId), rows.map(({ ownerId }) => ownerId)];
  const [mailboxes, hashes] = [rows.map(({ mailbox }) => mailbox), rows.map(({ hash }) => hash)];
  // per row through the index, because these tables hold a year of data
  const found = await sql<{ id: string; blocked: boolean; asked: number; language: string | null }>`
    select a.id, bool_or(exists (select from subject_blocks b where b.contact_hash = a.hash and (b.owner_id is null or b.owner_id = a.owner_id
        or b.owner_id in (select l.owner_id from closed_requesters l where l.mailbox_hash = a.mailbox)))) as blocked,
      count(distinct today.request_id)::int as asked, (array_agg(decided.language order by decided.at desc nulls last))[1] as language
    from unnest(${ids}::uuid[], ${owners}::uuid[], ${mailboxes}::bytea[], ${hashes}::bytea[]) as a (id, owner_id, mailbox, hash)
    left join lateral (
      select i.request_id from subject_index i join consents c on c.request_id = i.request_id
      where i.contact_hash = a.hash and i.request_id <> a.id and c.asked_at > product_now() - interval '24 hours' offset 0) today on true
    left join lateral (
      select e.language, e.at
      from (select i.request_id, i.asked_at from subject_index i where i.contact_hash = a.hash order by i.asked_at desc limit ${languageRequestsMax}) newest
      join consent_evidence e on e.request_id = newest.request_id and e.at >= newest.asked_at
      where e.event in ('granted', 'denied', 'withdrawn') and e.language is not null order by e.at desc limit 1) decided on true
    group by a.id`.execute(tx);
  return new Map(
    found.rows.map(({ id, blocked, asked, language }) => [id, { isBlocked: blocked, askedToday: asked, language }]),
  );
}

/** Deletes the link between a request and one contact of its record. */
export async function deleteSubjectLink(tx: Tx, requestId: string, kind: ContactKind): Promise<void> {
  await tx.deleteFrom("subject_index").where("request_id", "=", requestId).where("kind", "=", kind).execute();
}

/** Finds the contact hash of a request; null if the subject index no longer has it. */
export async function findContactHash(tx: Tx, requestId: string, kind: ContactKind): Promise<Buffer | null> {
  const row = await tx
    .selectFrom("subject_index")
    .select("contact_hash")
    .where("request_id", "=", requestId)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return row?.contact_hash ?? null;
}

/** Finds one contact of a request in the subject index; undefined if it has none. */
export async function findContactOfRequest(
  tx: Tx,
  requestId: string,
  kind: ContactKind,
): Promise<VerifiedContact | undefined> {
  const hash = await findContactHash(tx, requestId, kind);
  if (!hash) return undefined;
  return kind === "phone" ? { phoneHash: hash, mailHash: null } : { phoneHash: null, mailHash: hash };
}
