import type pg from "pg";
import { Events } from "../../../kernel/events.ts";
import { revokeEverySession } from "../../accounts/index.ts";
import { type AuditEntry, auditJobs, writeAudit } from "../../audit/index.ts";
import { recloseAccount } from "../../account-closure/index.ts";
import { importBlocks } from "../../consent/index.ts";
import { revokeSubjectSessions } from "../../subject-portal/index.ts";
import { scheduleRequestClosure } from "../../verification/index.ts";
import { type PurgeDeps, createPurger } from "../purge.ts";
import {
  countLosses,
  type RestoreLosses,
  readIdBatches,
  areLossesAcceptable,
  findIdsWithoutCurrentKey,
  openAccountIds,
} from "./losses.ts";

/**
 * Finishes the restore of a database from an earlier time, before it is reachable. Decisions made since are missing
 * in
 * it: deleted keys stay deleted, and the rest is read from a database that still has it.
 */

type RestoreDeps = Omit<PurgeDeps, "events">;

type ReclosedAccount = {
  readonly id: string;
  /** Its wallet balances in minor units, for the case about them: "1234567 NGN"; empty for none. */
  readonly held: string;
};

export type RestoreResult = {
  /** Keys that were restored with their database and are deleted again. */
  readonly keys: number;
  /** Requests erased because their key is missing. */
  readonly requests: number;
  /** Accounts that were closed after the backup and are closed again. */
  readonly accounts: readonly ReclosedAccount[];
  readonly signIns: number;
  /** Restored blocks; undefined if no newer database was given. */
  readonly blocks: number | undefined;
};

/** Who finishes it: the operator of a key, or the system without one. */
type RestoreActor = Pick<AuditEntry, "actorKind" | "actorId">;

/** Deletes the keys that today's key database no longer has. */
async function destroyRevivedKeys({ keys }: Pick<PurgeDeps, "keys">, currentKeys: pg.Pool): Promise<number> {
  let destroyed = 0;
  for await (const ids of readIdBatches((after, most) => keys.findIdsAfter(after, most))) {
    const dead = await findIdsWithoutCurrentKey(currentKeys, ids);
    if (dead.length > 0) await keys.destroy(dead);
    destroyed += dead.length;
  }
  return destroyed;
}

/** Closes each open account whose key was deleted at its closure, in a transaction of its own. */
async function closeKeylessAccounts(deps: RestoreDeps, by: RestoreActor): Promise<readonly ReclosedAccount[]> {
  const closed: ReclosedAccount[] = [];
  for await (const ids of readIdBatches(openAccountIds(deps)))
    for (const userId of await deps.keys.findMissing(ids)) {
      const { wasOpen, held } = await deps.db.transaction("system", async (tx) => {
        const done = await recloseAccount(tx, deps.ids, { userId, by });
        if (done.wasOpen) await scheduleRequestClosure(tx, userId);
        return done;
      });
      if (wasOpen) closed.push({ id: userId, held });
    }
  return closed;
}

/**
 * Makes a restored database safe to use again. Idempotent. Counts permanent deletions first.
 * @param sources `keys`: today's key database, if the keys were restored too; `later`: a newer state of this
 * database
 * @returns what was done, or `refused` with the losses if they are unusually high or differ from the expected
 * number
 */
export async function finishRestore(
  deps: RestoreDeps,
  sources: { readonly keys?: pg.Pool | undefined; readonly later?: pg.Pool | undefined },
  context: { readonly by: RestoreActor; readonly at: string; readonly expected?: number | undefined },
): Promise<RestoreResult | { readonly refused: RestoreLosses }> {
  const losses = await countLosses(deps, sources.keys);
  if (!areLossesAcceptable(losses, context.expected)) return { refused: losses };
  const purger = createPurger({ ...deps, events: new Events() }); // the purge of a restored record is no news to its requester
  const keys = sources.keys ? await destroyRevivedKeys(deps, sources.keys) : 0;
  const requests = await purger.eraseKeyless();
  const accounts = await closeKeylessAccounts(deps, context.by);
  const { signIns, blocks } = await deps.db.transaction("system", async (tx) => {
    const ended = await revokeEverySession(tx); // and codes and links, because some were used or revoked since the backup
    await revokeSubjectSessions(tx);
    const brought = sources.later ? await importBlocks(tx, sources.later) : undefined;
    await writeAudit(tx, deps.ids, {
      ...context.by,
      action: "restored",
      reason: `as of ${context.at}`,
    });
    return { signIns: ended, blocks: brought };
  });
  await purger.purgeAllDue();
  await auditJobs(deps.db).seal_audit(); // rows that were unsealed at the time of the backup are overdue by now
  return { keys, requests, accounts, signIns, blocks };
}
