import { sql } from "kysely";
import type pg from "pg";
import type { Tx } from "../../database/database.ts";
import { requestersView } from "../accounts/index.ts";
import { hashesOfContact, type VerifiedContact } from "./subject-store.ts";

/** Queries and rows of the blocks that subjects set. */

export type SubjectBlock = {
  /** Null: all requesters. */
  readonly requester: { readonly id: string; readonly name: string } | null;
  readonly since: Date;
};

export async function findBlocks(tx: Tx, proven: VerifiedContact): Promise<readonly SubjectBlock[]> {
  const found = await sql<{ owner_id: string | null; name: string | null; since: Date }>`
    select b.owner_id, coalesce(u.business_name, u.name) as name, min(b.made_at) as since
    from subject_blocks b left join ${requestersView} u on u.id = b.owner_id
    where b.contact_hash = any (${hashesOfContact(proven)}::bytea[]) group by b.owner_id, u.business_name, u.name order by since desc`.execute(
    tx,
  );
  return found.rows.map(({ owner_id: id, name, since }) => ({
    requester: id === null ? null : { id, name: name ?? "" },
    since,
  }));
}

/** Blocks one requester, or all requesters, for each contact. @returns whether anything changed */
export async function insertBlocks(
  tx: Tx,
  proven: VerifiedContact,
  ownerId: string | null,
  newId: () => string,
): Promise<boolean> {
  const inserted = await tx
    .insertInto("subject_blocks")
    .values(hashesOfContact(proven).map((hash) => ({ id: newId(), contact_hash: hash, owner_id: ownerId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  return inserted.length > 0;
}

/** Removes the block of one requester, or the block of all requesters. @returns whether anything changed */
export async function deleteBlocks(tx: Tx, proven: VerifiedContact, ownerId: string | null): Promise<boolean> {
  const deleted = await tx
    .deleteFrom("subject_blocks")
    .where("contact_hash", "in", hashesOfContact(proven))
    .where("owner_id", ownerId === null ? "is" : "=", ownerId)
    .returning("id")
    .execute();
  return deleted.length > 0;
}

type StoredBlock = {
  readonly id: string;
  readonly contact_hash: Buffer;
  readonly owner_id: string | null;
  readonly made_at: Date;
};

/**
 * Imports subjects' blocks from a newer database. A block that was lifted since stays, because blocking too much
 * harms no one.
 * @returns how many were missing
 */
export async function importBlocks(tx: Tx, later: pg.Pool): Promise<number> {
  const client = await later.connect();
  let found: readonly StoredBlock[];
  try {
    await client.query("begin; set local idanimo.owner = 'system'");
    found = (await client.query<StoredBlock>("select id, contact_hash, owner_id, made_at from subject_blocks")).rows;
    await client.query("rollback");
  } finally {
    client.release();
  }
  let imported = 0;
  for (const { id, contact_hash: contact, owner_id: owner, made_at: at } of found) {
    const done = await sql`insert into subject_blocks (id, contact_hash, owner_id, made_at)
      select ${id}, ${contact}, ${owner}, ${at} where ${owner}::uuid is null or exists (select from ${requestersView} u where u.id = ${owner}::uuid)
      on conflict do nothing`.execute(tx);
    imported += Number(done.numAffectedRows ?? 0n);
  }
  return imported;
}
