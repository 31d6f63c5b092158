import { sql } from "kysely";
import type pg from "pg";
import type { Tx } from "../../../database/database.ts";
import { auditJobs, writeAudit } from "../../audit/index.ts";
import { recloseAccount } from "../../accounts/index.ts";
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
 * What must be done to a database that is of an earlier moment, before anybody reaches it. What people said after that moment is not
 * in it: keys that were destroyed stay destroyed, and the rest is taken from a database that still knows it.
 */

type ReclosedAccount = {
  readonly id: string;
  /** What its wallets held, in minor units, and a case asks about: "1234567 NGN"; empty for nothing. */
  readonly held: string;
};

export type RestoreResult = {
  /** Keys that had come back with their database, and went again. */
  readonly keys: number;
  /** Requests whose values are erased, since their key is gone. */
  readonly requests: number;
  /** Accounts that closed after the moment, and are closed again. */
  readonly accounts: readonly ReclosedAccount[];
  readonly signIns: number;
  /** People's blocks that were missing; undefined where nobody could say. */
  readonly blocks: number | undefined;
};

/** Keys that are here and no more among those of today. They had been destroyed, and are again. */
async function destroyRevivedKeys({ keys }: PurgeDeps, currentKeys: pg.Pool): Promise<number> {
  let destroyed = 0;
  for await (const ids of readIdBatches((after, most) => keys.findIdsAfter(after, most))) {
    const dead = await findIdsWithoutCurrentKey(currentKeys, ids);
    if (dead.length > 0) await keys.destroy(dead);
    destroyed += dead.length;
  }
  return destroyed;
}

/** Accounts that are open here, and whose key went when they closed: each is closed again, by itself. */
async function closeKeylessAccounts(deps: PurgeDeps, by: string): Promise<readonly ReclosedAccount[]> {
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

/** Everybody signs in anew, and every code and link that proves something is void: some were used or taken back since. */
async function revokeSessionsAndTokens(tx: Tx): Promise<number> {
  const ended = await sql`update sign_ins set ended_at = product_now() where ended_at is null`.execute(tx);
  for (const table of ["mailed_tokens", "sign_in_tickets"])
    await sql`update ${sql.table(table)} set used_at = product_now() where used_at is null`.execute(tx);
  for (const table of ["passkey_challenges", "subject_sessions", "subject_codes"])
    await sql`delete from ${sql.table(table)}`.execute(tx);
  return Number(ended.numAffectedRows ?? 0n);
}

type SubjectBlock = {
  readonly id: string;
  readonly contact_hash: Buffer;
  readonly owner_id: string | null;
  readonly made_at: Date;
};

/** Whom people let ask no more, as a later database knows it. A block that was lifted since is kept: asking too little harms nobody. */
async function importBlocks(tx: Tx, later: pg.Pool): Promise<number> {
  const client = await later.connect();
  let found: readonly SubjectBlock[];
  try {
    await client.query("begin; set local idanimo.owner = 'system'");
    found = (await client.query<SubjectBlock>("select id, contact_hash, owner_id, made_at from subject_blocks")).rows;
    await client.query("rollback");
  } finally {
    client.release();
  }
  let brought = 0;
  for (const { id, contact_hash: contact, owner_id: owner, made_at: at } of found) {
    const done = await sql`insert into subject_blocks (id, contact_hash, owner_id, made_at)
      select ${id}, ${contact}, ${owner}, ${at} where ${owner}::uuid is null or exists (select from users where id = ${owner}::uuid)
      on conflict do nothing`.execute(tx);
    brought += Number(done.numAffectedRows ?? 0n);
  }
  return brought;
}

/**
 * Makes a restored database fit to be reached again. It may be repeated. What goes for ever is counted first.
 * @param sources where later facts are: `keys`, today's key database, where the keys were restored too; `later`, a newer state of this one
 * @returns what was done; or, where nothing was, what would go: more than usual, or not as many as were expected
 */
export async function finishRestore(
  deps: PurgeDeps,
  sources: { readonly keys?: pg.Pool | undefined; readonly later?: pg.Pool | undefined },
  context: { readonly by: string; readonly at: string; readonly expected?: number | undefined },
): Promise<RestoreResult | { readonly refused: RestoreLosses }> {
  const losses = await countLosses(deps, sources.keys);
  if (!areLossesAcceptable(losses, context.expected)) return { refused: losses };
  const purger = createPurger(deps);
  const keys = sources.keys ? await destroyRevivedKeys(deps, sources.keys) : 0;
  const requests = await purger.eraseKeyless();
  const accounts = await closeKeylessAccounts(deps, context.by);
  const { signIns, blocks } = await deps.db.transaction("system", async (tx) => {
    const ended = await revokeSessionsAndTokens(tx);
    const brought = sources.later ? await importBlocks(tx, sources.later) : undefined;
    await writeAudit(tx, deps.ids, {
      actorKind: "operator",
      action: "restored",
      reason: `${context.by}: as of ${context.at}`,
    });
    return { signIns: ended, blocks: brought };
  });
  await purger.purgeAllDue();
  await auditJobs(deps.db).seal_audit(); // what waited for its seal at the moment has waited long by now
  return { keys, requests, accounts, signIns, blocks };
}
