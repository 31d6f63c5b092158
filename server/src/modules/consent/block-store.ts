import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { hashesOfContact, type VerifiedContact } from "./subject-store.ts";

/** Queries and rows of the blocks that subjects set. */

export type SubjectBlock = {
  /** Null: all requesters. */
  readonly requester: { readonly id: string; readonly name: string } | null;
  readonly since: Date;
};

export async function findBlocks(tx: Tx, proven: VerifiedContact): Promise<readonly SubjectBlock[]> {
  const found = await sql<{ owner_id: string | null; name: string | null; since: Date }>`
    select b.owner_id, coalesce(u.business_name, u.first_name || ' ' || u.last_name) as name, min(b.made_at) as since
    from subject_blocks b left join users u on u.id = b.owner_id
    where b.contact_hash = any (${hashesOfContact(proven)}::bytea[]) group by b.owner_id, name order by since desc`.execute(
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
