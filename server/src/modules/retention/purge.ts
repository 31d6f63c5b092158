import { nilUuid } from "../../kernel/cursor.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import type { IdSource } from "../../kernel/ids.ts";
import type { Events } from "../../kernel/events.ts";
import { failpoint } from "../../kernel/failpoints.ts";
import { writeAudits } from "../audit/index.ts";
import { purge as purgeConsents } from "../consent/index.ts";
import { purge as purgeMessages } from "../notifications/index.ts";
import { deleteKeylessPieces, findPieceKeys, purge as purgeResults } from "../results/index.ts";
import { findDuePurges, findSealedRequestIds, purge as purgeRequests } from "../verification/index.ts";

export type PurgeDeps = {
  readonly db: Database;
  readonly keys: KeyStore;
  readonly ids: IdSource;
  readonly events: Events<Tx>;
};

/** Requests purged per transaction: large enough to be fast, small enough to hold locks only briefly. */
const batchSize = 500;

/** Lets only one process purge the backlog at a time; another one skips. Released with the transaction. */
async function tryLockPurge(tx: Tx): Promise<boolean> {
  const found = await sql<{ alone: boolean }>`select pg_try_advisory_xact_lock(7201, 3) as alone`.execute(tx);
  return found.rows[0]?.alone ?? false;
}

/**
 * Erases everything sealed with the deleted keys, and every hash of the person. Only the masked value remains, and
 * for 24 hours a hash that this account made the request. Updates consents first, as every decision does, so that
 * the two cannot deadlock. A request already purged by another process gets no second audit row.
 */
async function eraseRequests(
  tx: Tx,
  { ids, events }: Pick<PurgeDeps, "ids" | "events">,
  requestIds: readonly string[],
): Promise<void> {
  await purgeConsents(tx, requestIds);
  await purgeResults(tx, requestIds);
  await purgeMessages(tx, requestIds);
  const purged = await purgeRequests(tx, requestIds);
  await writeAudits(
    tx,
    ids,
    purged.map((id) => ({ actorKind: "system", action: "purged", objectId: id })),
  );
  await events.emit(tx, "requests_purged", { requestIds: purged });
}

/**
 * Purges personal values: first the key, in its own database, then the rows. If the process dies in between, the
 * record is unreadable already, and the next run completes it [T-51].
 */
export function createPurger(deps: PurgeDeps) {
  /** @returns how many were due, or `undefined` if another process is purging */
  const purgeBatch = async (only?: string): Promise<number | undefined> => {
    const { requestIds, pieceKeys } = await deps.db.transaction("system", async (tx) => {
      const due = await findDuePurges(tx, batchSize, only);
      return { requestIds: due, pieceKeys: await findPieceKeys(tx, due) };
    });
    if (requestIds.length === 0) return 0;
    await deps.keys.destroy([...requestIds, ...pieceKeys]);
    failpoint("purge_key_destroyed");
    const isDone = await deps.db.transaction("system", async (tx) => {
      if (only === undefined && !(await tryLockPurge(tx))) return false;
      await eraseRequests(tx, deps, requestIds);
      return true;
    });
    failpoint("purge_committed");
    return isDone ? requestIds.length : undefined;
  };
  return {
    /** Purges one request if it is due: consent denied, withdrawn or expired. */
    purgeRequest: async (requestId: string): Promise<void> => void (await purgeBatch(requestId)),
    /**
     * Erases requests without a key, as after a restore of the main database alone, and pieces of records without
     * theirs.
     * @returns how many requests
     */
    eraseKeyless: async (): Promise<number> => {
      let [after, erased]: [string, number] = [nilUuid, 0];
      for (;;) {
        const from = after;
        const ids = await deps.db.transaction("system", (tx) => findSealedRequestIds(tx, from, batchSize));
        const dead = await deps.keys.findMissing(ids);
        if (dead.length > 0) {
          await deps.keys.destroy(await deps.db.transaction("system", (tx) => findPieceKeys(tx, dead)));
          await deps.db.transaction("system", (tx) => eraseRequests(tx, deps, dead));
        }
        erased += dead.length;
        after = ids.at(-1) ?? after;
        if (ids.length < batchSize) break;
      }
      await deleteKeylessPieces(deps);
      return erased;
    },
    /** Purges everything that is due. Each batch is complete in itself, so a process may stop between batches. */
    purgeAllDue: async (): Promise<void> => {
      while ((await purgeBatch()) === batchSize);
    },
  };
}
