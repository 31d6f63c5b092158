import type { NoticeKind } from "@idanimo/contract/notices";
import { sql } from "kysely";
import { secondsFromNow, productNow, type Tx } from "../../database/database.ts";
import type { Cursor } from "../../kernel/cursor.ts";
import { hasActiveDevice } from "./push-store.ts";

/** Queries and rows of notices, nothing decided. */

export type NewNotice = {
  readonly id: string;
  readonly ownerId: string;
  readonly key: string;
  readonly kind: NoticeKind;
  readonly facts: Readonly<Record<string, string>>;
  readonly link: string | null;
};

/** Writes notices. Answers those whose key was not told before, and whether their owner has a device that would ring. */
export async function insertNotices(
  tx: Tx,
  made: readonly NewNotice[],
): Promise<ReadonlyMap<string, { readonly rings: boolean }>> {
  const [ids, owners] = [made.map(({ id }) => id), made.map(({ ownerId }) => ownerId)];
  const [keys, kinds] = [made.map(({ key }) => key), made.map(({ kind }) => kind)];
  const facts = made.map((one) => JSON.stringify(one.facts));
  const told = await sql<{ id: string; rings: boolean }>`
    with /* insert_notices */ told as (
      insert into notices (id, owner_id, key, kind, facts, link)
      select id, owner_id, key, kind, facts::jsonb, link
      from unnest(${ids}::uuid[], ${owners}::uuid[], ${keys}::text[], ${kinds}::text[], ${facts}::text[],
        ${made.map(({ link }) => link)}::text[]) as made (id, owner_id, key, kind, facts, link)
      on conflict (key) do nothing returning id, owner_id)
    select id, ${hasActiveDevice(sql`told.owner_id`)} as rings from told`.execute(tx);
  return new Map(told.rows.map(({ id, rings }) => [id, { rings }]));
}

export type NoticeRow = {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly facts: Readonly<Record<string, string>>;
  readonly link: string | null;
  readonly at: Date;
  /** The same moment as the database writes it, for a cursor. */
  readonly atText: string;
  readonly isRead: boolean;
};

/** A user's notices, newest first, from a place in the list on. */
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

/** Marks a user's notices as read: these, or all of them. */
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

/** The notice of a key. */
export async function findNoticeIdByKey(tx: Tx, key: string): Promise<string | undefined> {
  const row = await tx.selectFrom("notices").select("id").where("key", "=", key).executeTakeFirst();
  return row?.id;
}

/** Forgets notices that are older than so many days. */
export async function deleteOldNotices(tx: Tx, days: number): Promise<void> {
  await tx
    .deleteFrom("notices")
    .where("created_at", "<", secondsFromNow(-days * 86_400))
    .execute();
}
