import { sql } from "kysely";
import type { Database, Tx } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { failpoint } from "../../kernel/failpoints.ts";
import { writeAudits } from "../audit/index.ts";
import { deleteResults } from "../results/index.ts";
import { storeRecentRequests } from "../verification/index.ts";

export type PurgeDeps = { readonly db: Database; readonly keys: KeyStore; readonly ids: IdSource };

/** Requests one transaction purges: long enough to be quick, short enough that nobody waits for its locks. */
const batchSize = 500;

/**
 * Of `verification_requests`: its personal values must be gone by the database's clock. A question still open is ended first: its
 * subject may be saying yes in this very moment, and what they agreed to must then have its key. A look-up that waits for its
 * source, or for its turn in a file, is finished first for the same reason.
 */
export const isPurgeDue = sql<boolean>`purged_at is null and purge_due_at <= product_now()
      and not exists (select from consents c where c.request_id = verification_requests.id and c.state = 'pending')
      and not exists (select from purchase_items i join purchases p on p.id = i.purchase_id where i.id = verification_requests.id
        and (i.state = 'looking_up' or (i.state = 'priced' and p.state = 'paid')))`;

/** Whose personal values must be gone, of all or of some. */
async function findDueRequests(tx: Tx, only: string | undefined): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`
    select id from verification_requests where ${isPurgeDue} ${only === undefined ? sql`` : sql`and id = ${only}`}
    order by purge_due_at limit ${batchSize}`.execute(tx);
  return found.rows.map((row) => row.id);
}

/** Only one process drains what is due; another one leaves it to that one. Ends with the transaction. */
async function tryLockPurge(tx: Tx): Promise<boolean> {
  const found = await sql<{ alone: boolean }>`select pg_try_advisory_xact_lock(7201, 3) as alone`.execute(tx);
  return found.rows[0]?.alone ?? false;
}

/**
 * Erases what the destroyed keys had sealed, and every hash of the person. Only the masked value stays, and for a day
 * that this account asked. Consents come first, as
 * in every decision of a subject, so that the two cannot wait for each other. A request that another process has purged in the
 * meantime leaves no second row in the audit.
 */
async function eraseRequests(tx: Tx, ids: IdSource, requestIds: readonly string[]): Promise<void> {
  const these = sql`any (${[...requestIds]}::uuid[])`;
  await sql`update consents set contact_sealed = null, note_sealed = null, phone_hash = null, code_hash = null
    where request_id = ${these} and num_nonnulls(contact_sealed, note_sealed, phone_hash, code_hash) > 0`.execute(tx);
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
 * Makes personal values go away: the key first, in its own database, then the rows. A process that dies between the two has
 * already made the record unreadable, and the next run finishes. Source: design 2, T-51.
 */
export function createPurger(deps: PurgeDeps) {
  /** @returns how many were due, or `undefined` where another process is at it */
  const purgeBatch = async (only?: string): Promise<number | undefined> => {
    const requestIds = await deps.db.transaction("system", (tx) => findDueRequests(tx, only));
    if (requestIds.length === 0) return 0;
    await deps.keys.destroy(requestIds);
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
    /** One request, at once: denied, taken back, or over. */
    purgeRequest: async (requestId: string): Promise<void> => void (await purgeBatch(requestId)),
    /** What lost its key already, and does not know it: after a restore of these tables alone. @returns how many */
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
        if (dead.length > 0) await deps.db.transaction("system", (tx) => eraseRequests(tx, deps.ids, dead));
        erased += dead.length;
        after = ids.at(-1) ?? after;
        if (ids.length < batchSize) return erased;
      }
    },
    /** Everything whose time has come. Each batch stands for itself: a process that ends in between has left nothing half done. */
    purgeAllDue: async (): Promise<void> => {
      while ((await purgeBatch()) === batchSize);
    },
  };
}
