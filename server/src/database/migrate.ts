import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import type pg from "pg";

const migrationsFolder = new URL("./migrations/", import.meta.url);
/**
 * An advisory lock number that nothing else on the server uses; migrations of two processes wait for each other.
 */
const lockKey = 72_010_001;

/**
 * A waiting exclusive table lock blocks every later statement, so a migration waits briefly, lets them pass and
 * retries.
 */
export type MigrationTimeouts = {
  readonly lockTimeoutMs: number;
  readonly pauseMs: number;
  readonly maxAttempts: number;
};
const defaultTimeouts: MigrationTimeouts = { lockTimeoutMs: 1_000, pauseMs: 1_000, maxAttempts: 300 };
/** Whether a lock timeout or a deadlock occurred: SQLSTATE 55P03 and 40P01. */
const isLockConflict = (error: unknown) =>
  typeof error === "object" && error !== null && "code" in error && (error.code === "55P03" || error.code === "40P01");

/** Retries what another transaction's lock blocked. */
async function retryOnLockConflict<Value>(
  { pauseMs, maxAttempts: times }: MigrationTimeouts,
  work: () => Promise<Value>,
): Promise<Value> {
  for (let time = 1; ; time += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isLockConflict(error) || time >= times) throw error;
      await sleep(pauseMs);
    }
  }
}

/**
 * Whether the database accepts writes and has at least the migrations of this program. A newer version may have
 * applied more: old and new run side by side.
 */
export async function isUpToDate(pool: pg.Pool): Promise<boolean> {
  const found = await pool.query<{ ready: boolean }>(
    `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
       and count(*) = cardinality($1::text[]) as ready
     from migrations where name = any ($1::text[])`,
    [appliedAtStart],
  );
  return found.rows[0]?.ready === true;
}
/** The files that this process applied or found at its start; newer files may be added to the folder later. */
let appliedAtStart: readonly string[] = [];

/**
 * Migrates a database: first the queue's own tables, then our numbered files, each in a transaction of its own.
 * Forward only; rejects a released file that was edited. Connects as the owner, also while programs are serving.
 * @returns the names of the newly applied files
 */
export async function migrate(pool: pg.Pool, patience = defaultTimeouts): Promise<readonly string[]> {
  const client = await pool.connect();
  const done: string[] = [];
  try {
    await client.query("set lock_timeout = 0"); // another process may be migrating, however long that takes
    await client.query("select pg_advisory_lock($1)", [lockKey]);
    await retryOnLockConflict(patience, () => runMigrations({ pgPool: pool }));
    await client.query(`set lock_timeout = ${patience.lockTimeoutMs}`);
    await client.query(
      "create table if not exists migrations (name text primary key, checksum text not null, at timestamptz not null default now())",
    );
    const known = new Map<string, string>();
    for (const row of (await client.query<{ name: string; checksum: string }>("select name, checksum from migrations"))
      .rows)
      known.set(row.name, row.checksum);
    appliedAtStart = (await readdir(migrationsFolder)).filter((file) => file.endsWith(".sql")).sort();
    for (const name of appliedAtStart) {
      const text = await readFile(new URL(name, migrationsFolder), "utf8");
      const checksum = createHash("sha256").update(text).digest("hex");
      const landed = known.get(name);
      if (landed === checksum) continue;
      if (landed) throw new Error(`migration ${name} has changed since it landed; write a new one instead`);
      try {
        await retryOnLockConflict(patience, () => applyMigration(client, name, text, checksum));
      } catch (error) {
        throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      }
      done.push(name);
    }
  } finally {
    await client.query("select pg_advisory_unlock($1)", [lockKey]).catch(() => undefined);
    await client.query("reset lock_timeout").catch(() => undefined); // the next user of this connection gets the pool's setting
    client.release();
  }
  return done;
}

/** Applies one file and records it, in one transaction. */
async function applyMigration(client: pg.PoolClient, name: string, text: string, checksum: string): Promise<void> {
  await client.query("begin");
  try {
    await client.query(text);
    await client.query("insert into migrations (name, checksum) values ($1, $2)", [name, checksum]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
