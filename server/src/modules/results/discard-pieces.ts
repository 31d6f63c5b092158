import { nilUuid } from "../../kernel/cursor.ts";
import type { Database } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import { failpoint } from "../../kernel/failpoints.ts";
import {
  deletePieces,
  findPieceKeys,
  findPieceKeysAfter,
  findStoredPieceKeys,
  findUngrantedPieceKeys,
} from "./store.ts";

type DiscardDeps = { readonly db: Database; readonly keys: KeyStore };

/**
 * Deletes the pieces of a granted request that its subject did not grant: first their keys, so that no backup can be
 * read, then the rows. Reads never return them, so this may run after the grant. Safe to repeat [CL-14].
 */
export async function discardUngrantedPieces({ db, keys }: DiscardDeps, requestId: string): Promise<void> {
  const keyIds = await db.transaction("system", (tx) => findUngrantedPieceKeys(tx, requestId));
  if (keyIds.length === 0) return;
  await keys.destroy(keyIds);
  failpoint("piece_keys_destroyed");
  await db.transaction("system", (tx) => deletePieces(tx, keyIds));
}

/** Pieces checked per query. */
const batchSize = 1_000;

/** Deletes pieces without a key, as after a restore of the main database alone: they cannot be read any more. */
export async function deleteKeylessPieces({ db, keys }: DiscardDeps): Promise<void> {
  for (let after = nilUuid; ;) {
    const ids = await db.transaction("system", (tx) => findPieceKeysAfter(tx, after, batchSize));
    const dead = await keys.findMissing(ids);
    if (dead.length > 0) await db.transaction("system", (tx) => deletePieces(tx, dead));
    if (ids.length < batchSize) return;
    after = ids.at(-1) ?? after;
  }
}

/** Deletes all pieces of a result, their keys first. Safe to repeat. */
export async function discardPieces({ db, keys }: DiscardDeps, requestId: string): Promise<void> {
  const keyIds = await db.transaction("system", (tx) => findPieceKeys(tx, [requestId]));
  if (keyIds.length === 0) return;
  await keys.destroy(keyIds);
  await db.transaction("system", (tx) => deletePieces(tx, keyIds));
}

/** Destroys the keys of pieces that were not stored. */
export async function destroyUnusedPieceKeys({ db, keys }: DiscardDeps, keyIds: readonly string[]): Promise<void> {
  if (keyIds.length === 0) return;
  const stored = await db.transaction("system", (tx) => findStoredPieceKeys(tx, keyIds));
  await keys.destroy(keyIds.filter((id) => !stored.has(id)));
}
