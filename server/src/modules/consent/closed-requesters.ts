import { sql } from "kysely";
import * as z from "zod/mini";
import type { Database, Tx } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import { requestersView } from "../accounts/index.ts";
import { closedRequesterNameMonths } from "./retention-rules.ts";
import { seal, unseal, type Vault } from "../../kernel/vault.ts";

/**
 * Closed accounts that requested data about people. Subjects see the requester's name for twelve months, and their
 * blocks also apply to later accounts of the same email address. The name is sealed with a key of its own.
 */

const batchSize = 500;

const sealContextOf = (id: string) => ({ table: "closed_requesters", id, field: "sealed" });
const contentSchema = z.object({ name: z.string() });

/** Keyed hash of an email address, to match it without storing it. */
export const hashRequesterMailbox = (vault: Vault, mail: string): Buffer =>
  vault.indexHash("asker_mailbox", mail.toLowerCase());

/**
 * Stores a requester's sealed name if a subject was asked or blocks them. Call it before the account is anonymised.
 * @returns whether it was stored
 */
export async function storeClosedRequester(
  tx: Tx,
  vault: Vault,
  { id, key, ownerId }: { readonly id: string; readonly key: Buffer; readonly ownerId: string },
): Promise<boolean> {
  const found = await sql<{ email: string; name: string }>`
    select u.email, coalesce(u.business_name, u.name) as name from ${requestersView} u where u.id = ${ownerId} and (
      exists (select from consents c join subject_index x on x.request_id = c.request_id where c.owner_id = u.id)
      or exists (select from subject_blocks b where b.owner_id = u.id))`.execute(tx);
  const [requester] = found.rows;
  if (!requester) return false;
  const sealed = seal(key, Buffer.from(JSON.stringify({ name: requester.name })), sealContextOf(id));
  const stored = await tx
    .insertInto("closed_requesters")
    .values({ id, owner_id: ownerId, mailbox_hash: hashRequesterMailbox(vault, requester.email), sealed })
    .onConflict((conflict) => conflict.column("owner_id").doNothing()) // its organisation closed before the account
    .returning("id")
    .executeTakeFirst();
  return stored !== undefined;
}

/** Names of closed accounts by account id; open accounts and names past their retention are omitted. */
export async function findClosedRequesterNames(
  { db, keys }: { readonly db: Database; readonly keys: KeyStore },
  ownerIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ownerIds.length === 0) return new Map();
  const rows = await db.transaction("system", (tx) =>
    tx
      .selectFrom("closed_requesters")
      .select(["id", "owner_id", "sealed"])
      .where("owner_id", "in", [...new Set(ownerIds)])
      .where("sealed", "is not", null)
      .where(sql<boolean>`closed_at > product_now() - make_interval(months => ${closedRequesterNameMonths}::int)`)
      .execute(),
  );
  const opened = await keys.findAll(rows.map(({ id }) => id));
  return new Map(
    rows.flatMap(({ id, owner_id: ownerId, sealed }) => {
      const key = opened.get(id);
      if (!key || !sealed) return [];
      return [
        [ownerId, contentSchema.parse(JSON.parse(unseal(key, sealed, sealContextOf(id)).toString())).name] as const,
      ];
    }),
  );
}

/** Deletes names past their retention, the key first. A row stays while a subject blocks it. Idempotent. */
export async function purgeClosedRequesters({
  db,
  keys,
}: {
  readonly db: Database;
  readonly keys: KeyStore;
}): Promise<void> {
  for (;;) {
    const ids = await db.transaction("system", async (tx) => {
      const found = await sql<{ id: string }>`select l.id from closed_requesters l
        where l.closed_at <= product_now() - make_interval(months => ${closedRequesterNameMonths}::int)
          and (l.sealed is not null or not exists (select from subject_blocks b where b.owner_id = l.owner_id))
        limit ${batchSize}`.execute(tx);
      return found.rows.map(({ id }) => id);
    });
    if (ids.length === 0) return;
    await keys.destroy(ids);
    await db.transaction("system", async (tx) => {
      await tx.updateTable("closed_requesters").set({ sealed: null }).where("id", "in", ids).execute();
      await sql`delete from closed_requesters l where l.id = any (${ids}::uuid[])
        and not exists (select from subject_blocks b where b.owner_id = l.owner_id)`.execute(tx);
    });
  }
}
