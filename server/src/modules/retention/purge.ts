import { sql } from "kysely";
import type { Database, Tx } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { failpoint } from "../../kernel/failpoints.ts";
import { writeAudits } from "../audit/index.ts";
import { deleteKeylessPieces, deleteResults, findPieceKeys } from "../results/index.ts";
import { storeRecentRequests } from "../verification/index.ts";

export type PurgeDeps = { readonly db: Database; readonly keys: KeyStore; readonly ids: IdSource };

/** Requests purged per transaction: large enough to be fast, small enough to hold locks only briefly. */
const batchSize = 500;

/**
 * Condition on `verification_requests`: purging is due by the database's clock. Waits until a pending consent has
 * ended, because its subject may be granting it now and the record then needs its key. Waits for an unfinished
 * lookup, also of a file line, for the same reason.
 */
export const isPurgeDue = sql<boolean>`purged_at is null and purge_due_at <= product_now()
      and not exists (select from consents c where c.request_id = verification_requests.id and c.state = 'pending')
      and not exists (select from purchase_items i join purchases p on p.id = i.purchase_id where i.id = verification_requests.id
        and (i.state = 'looking_up' or (i.state = 'priced' and p.state = 'paid')))`;

/** Requests due for purging: a batch of all, or only the given one. */
async function findDueRequests(tx: Tx, only: string | undefined): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`
    select id from verification_requests where ${isPurgeDue} ${only === undefined ? sql`` : sql`and id = ${only}`}
    order by purge_due_at limit ${batchSize}`.execute(tx);
  return found.rows.map((row) => row.id);
}

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
async function eraseRequests(tx: Tx, ids: IdSource, requestIds: readonly string[]): Promise<void> {
  const these = sql`any (${[...requestIds]}::uuid[])`;
  await sql`update consents set contact_sealed = null, note_sealed = null, expected_name_sealed = null, question_sealed = null, phone_hash = null, code_hash = null
    where request_id = ${these} and num_nonnulls(contact_sealed, note_sealed, expected_name_sealed, question_sealed, phone_hash, code_hash) > 0`.execute(
    tx,
  );
  await deleteResults(tx, requestIds);
  await sql`update lookup_attempts set answer_sealed = null where request_id = ${these} and answer_sealed is not null`.execute(
    tx,
  );
  await sql`update outbox_messages set sealed = null where request_id = ${these} and sealed is not null`.execute(tx);
  await storeRecentRequests(tx, requestIds);
  const purged = await sql<{ id: string }>`
    update verification_requests set search_sealed = null, value_hash = null, purged_at = product_now()
    where id = ${these} and purged_at is null returning id`.execute(tx);
  await writeAudits(
    tx,
    ids,
    purged.rows.map(({ id }) => ({ actorKind: "system", action: "purged", objectId: id })),
  );
}

/**
 * Purges personal values: first the key, in its own database, then the rows. If the process dies in between, the
 * record is unreadable already, and the next run completes it [T-51].
 */
export function createPurger(deps: PurgeDeps) {
  /** @returns how many were due, or `undefined` if another process is purging */
  const purgeBatch = async (only?: string): Promise<number | undefined> => {
    const { requestIds, pieceKeys } = await deps.db.transaction("system", async (tx) => {
      const due = await findDueRequests(tx, only);
      return { requestIds: due, pieceKeys: await findPieceKeys(tx, due) };
    });
    if (requestIds.length === 0) return 0;
    await deps.keys.destroy([...requestIds, ...pieceKeys]);
    failpoint("purge_key_destroyed");
    const isDone = await deps.db.transaction("system", async (tx) => {
      if (only === undefined && !(await tryLockPurge(tx))) return false;
      await eraseRequests(tx, deps.ids, requestIds);
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
      let [after, erased]: [string, number] = ["00000000-0000-0000-0000-000000000000", 0];
      for (;;) {
        const some = await deps.db.transaction("system", (tx) =>
          sql<{ id: string }>`select id from verification_requests where purged_at is null
            and num_nonnulls(search_sealed, value_hash) > 0 and id > ${after} order by id limit ${batchSize}`.execute(
            tx,
          ),
        );
        const ids = some.rows.map(({ id }) => id);
        const dead = await deps.keys.findMissing(ids);
        if (dead.length > 0) {
          await deps.keys.destroy(await deps.db.transaction("system", (tx) => findPieceKeys(tx, dead)));
          await deps.db.transaction("system", (tx) => eraseRequests(tx, deps.ids, dead));
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
