import type { NoticeKind } from "@idanimo/contract/notices";
import { sql } from "kysely";
import { secondsFromNow, productNow, type Tx } from "../../database/database.ts";
import type { Cursor } from "../../kernel/cursor.ts";
import { hasActiveDevice } from "./push-store.ts";

/** Queries and rows of notices. */

export type NewNotice = {
  readonly id: string;
  readonly ownerId: string;
  readonly madeBy?: string | null;
  readonly requestId?: string;
  readonly key: string;
  readonly kind: NoticeKind;
  readonly facts: Readonly<Record<string, string>>;
  readonly link: string | null;
};

/** Inserts notices. @returns the new ones with their recipients, and whether those have a device for push */
export async function insertNotices(
  tx: Tx,
  made: readonly NewNotice[],
): Promise<ReadonlyMap<string, { readonly recipientId: string; readonly rings: boolean }>> {
  const [ids, owners] = [made.map(({ id }) => id), made.map(({ ownerId }) => ownerId)];
  const [keys, kinds] = [made.map(({ key }) => key), made.map(({ kind }) => kind)];
  const facts = made.map((one) => JSON.stringify(one.facts));
  const reported = await sql<{ id: string; recipient: string; rings: boolean }>`
    with inserted as (
      insert into notices (id, owner_id, key, kind, facts, link)
      select id, recipient, key, kind, facts::jsonb, link
      from unnest(${ids}::uuid[], ${owners}::uuid[], ${keys}::text[], ${kinds}::text[], ${facts}::text[],
        ${made.map(({ link }) => link)}::text[],
        ${made.map((one) => one.madeBy !== undefined || one.requestId !== undefined)}::bool[],
        ${made.map(({ madeBy }) => madeBy ?? null)}::uuid[], ${made.map(({ requestId }) => requestId ?? null)}::uuid[])
        as made (id, owner_id, key, kind, facts, link, of_owner, made_by, request_id)
      cross join lateral (select case when of_owner then notice_recipient(owner_id, made_by, request_id) else owner_id end as recipient) r
      where recipient is not null
      on conflict (key) do nothing returning id, owner_id)
    select id, owner_id as recipient, ${hasActiveDevice(sql`inserted.owner_id`)} as rings from inserted`.execute(tx);
  return new Map(reported.rows.map(({ id, recipient, rings }) => [id, { recipientId: recipient, rings }]));
}

export type NoticeRow = {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly facts: Readonly<Record<string, string>>;
  readonly link: string | null;
  readonly at: Date;
  /** The same timestamp in the database's full precision, for a cursor. */
  readonly atText: string;
  readonly isRead: boolean;
};

/** Finds a user's notices, newest first, after a cursor. */
export async function findNotices(
  db: Tx,
  ownerId: string,
  after: Cursor | undefined,
  most: number,
): Promise<readonly NoticeRow[]> {
  const rows = await db
    .selectFrom("notices")
    .select(["id", "kind", "facts", "link", "created_at", "read_at"])
    .select(sql<string>`created_at::text`.as("at_text"))
    .where("owner_id", "=", ownerId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    facts: row.facts,
    link: row.link,
    at: row.created_at,
    atText: row.at_text,
    isRead: row.read_at !== null,
  }));
}

export async function countUnread(db: Tx, ownerId: string): Promise<number> {
  const row = await db
    .selectFrom("notices")
    .select((build) => build.fn.countAll<bigint>().as("unread"))
    .where("owner_id", "=", ownerId)
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(row.unread);
}

/** Marks the given notices of a user as read, or all of them. */
export async function markNoticesRead(tx: Tx, ownerId: string, ids: readonly string[] | undefined): Promise<void> {
  if (ids?.length === 0) return;
  await tx
    .updateTable("notices")
    .set({ read_at: productNow })
    .where("owner_id", "=", ownerId)
    .where("read_at", "is", null)
    .$if(ids !== undefined, (query) => query.where("id", "in", [...(ids ?? [])]))
    .execute();
}

/** The recipient and copy of a notice; undefined if it was deleted. */
export const findNoticeContent = (
  tx: Tx,
  id: string,
): Promise<(Pick<NoticeRow, "kind" | "facts" | "link"> & { readonly ownerId: string }) | undefined> =>
  tx
    .selectFrom("notices")
    .select(["owner_id as ownerId", "kind", "facts", "link"])
    .where("id", "=", id)
    .executeTakeFirst();

export type PushableNotice = { readonly ownerId: string; readonly kind: NoticeKind; readonly ageSeconds: number };

export async function findNotice(tx: Tx, id: string): Promise<PushableNotice | undefined> {
  const row = await tx
    .selectFrom("notices")
    .select(["owner_id", "kind"])
    .select(sql<number>`extract(epoch from product_now() - created_at)::float8`.as("age"))
    .where("id", "=", id)
    .executeTakeFirst();
  return row && { ownerId: row.owner_id, kind: row.kind, ageSeconds: row.age };
}

export async function findNoticeIdByKey(tx: Tx, key: string): Promise<string | undefined> {
  const row = await tx.selectFrom("notices").select("id").where("key", "=", key).executeTakeFirst();
  return row?.id;
}

export async function deleteOldNotices(tx: Tx, days: number): Promise<void> {
  await tx
    .deleteFrom("notices")
    .where("created_at", "<", secondsFromNow(-days * 86_400))
    .execute();
}

/** SQL: how many notices a user has not read. For statements of later modules. @param owner SQL of the user's id */
export const unreadNoticesSql = (owner: string): string =>
  `(select count(*)::int from notices where owner_id = ${owner} and read_at is null)`;

/** Deletes the notices and devices of a closed account. */
export async function deleteNoticesOfOwner(tx: Tx, ownerId: string): Promise<void> {
  await tx.deleteFrom("push_subscriptions").where("owner_id", "=", ownerId).execute();
  await tx.deleteFrom("notices").where("owner_id", "=", ownerId).execute();
}
