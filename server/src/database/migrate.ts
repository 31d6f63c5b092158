import { setTimeout as sleep } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import type pg from "pg";
import { combinedChecksum, readSchemaFiles, type SchemaFiles, type SqlFile } from "./schema-files.ts";

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

/** The baseline's name in the table of migrations. */
const baselineName = "baseline";

/** The baseline and the numbered migrations of a schema, by which a database records what it has. */
export const migrationNames = ({ migrations }: SchemaFiles): readonly string[] => [
  baselineName,
  ...migrations.map(({ name }) => name),
];

/**
 * Whether the database accepts writes and has at least these migrations. A newer version may have applied more: old and
 * new run side by side.
 * @param needed those this program found at its start; newer files may be added to the folder later
 */
export async function isUpToDate(pool: pg.Pool, needed: readonly string[]): Promise<boolean> {
  const found = await pool.query<{ ready: boolean }>(
    `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
       and count(*) = cardinality($1::text[]) as ready
     from migrations where name = any ($1::text[])`,
    [needed],
  );
  return found.rows[0]?.ready === true;
}

export type MigrateOptions = {
  /** The program's version. A function that a newer version wrote is left alone. */
  readonly version?: string;
  readonly timeouts?: MigrationTimeouts;
  /** The SQL files; if absent, the program's own are read. */
  readonly files?: SchemaFiles;
};

/**
 * Brings a database to the schema of this program: the queue's own tables; then, in one transaction, the baseline in an
 * empty database, the numbered migrations that are missing, and every function whose text changed. Forward only. Rejects
 * a released file that was edited, and a database from before the baseline. Connects as the owner, also while programs
 * are serving.
 * @returns the names of what was applied
 */
export async function migrate(pool: pg.Pool, options: MigrateOptions = {}): Promise<readonly string[]> {
  const { version = "0.0.0", timeouts = defaultTimeouts, files = await readSchemaFiles() } = options;
  const client = await pool.connect();
  try {
    await client.query("set lock_timeout = 0"); // another process may be migrating, however long that takes
    await client.query("select pg_advisory_lock($1)", [lockKey]);
    await retryOnLockConflict(timeouts, () => runMigrations({ pgPool: pool }));
    await client.query(`set lock_timeout = ${timeouts.lockTimeoutMs}`);
    // outside the transaction: a role belongs to all databases of the server
    if (await isEmpty(client)) await retryOnLockConflict(timeouts, () => client.query(files.role.text));
    return await retryOnLockConflict(timeouts, () => applyPending(client, files, version));
  } finally {
    await client.query("select pg_advisory_unlock($1)", [lockKey]).catch(() => undefined);
    await client.query("reset lock_timeout").catch(() => undefined); // the next user of this connection gets the pool's setting
    client.release();
  }
}

async function isEmpty(client: pg.PoolClient): Promise<boolean> {
  const found = await client.query<{ empty: boolean }>("select to_regclass('migrations') is null as empty");
  return found.rows[0]?.empty === true;
}

/** Applies what is missing and records it, in one transaction. */
async function applyPending(client: pg.PoolClient, files: SchemaFiles, version: string): Promise<readonly string[]> {
  await client.query("begin");
  try {
    await client.query(recordTables);
    const pending = await findPending(client, files, version);
    // a function may name tables and functions that come later
    await client.query("set local check_function_bodies = off");
    const applied: string[] = [];
    for (const { name, text } of pending.steps) {
      try {
        await client.query(text);
      } catch (error) {
        if (isLockConflict(error)) throw error;
        throw new Error(`${name} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
      applied.push(name);
    }
    for (const { name, checksum } of pending.migrations)
      await client.query("insert into migrations (name, checksum) values ($1, $2)", [name, checksum]);
    for (const { name, checksum } of pending.functions)
      await client.query(
        `insert into sql_functions (name, checksum, version) values ($1, $2, $3)
         on conflict (name) do update set checksum = excluded.checksum, version = excluded.version, at = now()`,
        [name, checksum, version],
      );
    await client.query("commit");
    return applied;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** What was applied: migrations once, functions with their current text and the version that wrote it. */
const recordTables = `
  create table if not exists migrations (name text primary key, checksum text not null, at timestamptz not null default now());
  create table if not exists sql_functions (
    name text primary key, checksum text not null, version text not null, at timestamptz not null default now())`;

type Pending = {
  /** In the order in which they are applied. */
  readonly steps: readonly SqlFile[];
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
  readonly functions: readonly SqlFile[];
};

async function findPending(client: pg.PoolClient, files: SchemaFiles, version: string): Promise<Pending> {
  const landed = await client.query<{ name: string; checksum: string }>("select name, checksum from migrations");
  const known = new Map(landed.rows.map(({ name, checksum }) => [name, checksum]));
  const baseline = { name: baselineName, checksum: combinedChecksum(files.schema) };
  if (known.size > 0 && !known.has(baselineName)) throw new Error(beforeBaseline);
  const migrations = [baseline, ...files.migrations].filter(({ name, checksum }) => {
    const recorded = known.get(name);
    if (recorded !== undefined && recorded !== checksum)
      throw new Error(`${name} has changed since it was applied; put the change in a new migration`);
    return recorded === undefined;
  });

  const written = await client.query<WrittenFunction>("select name, checksum, version from sql_functions");
  const isChanged = ({ name, checksum }: SqlFile) => {
    const found = written.rows.find((row) => row.name === name);
    return !found || (found.checksum !== checksum && !isNewer(found.version, version));
  };
  const isNew = ({ name }: SqlFile) => !written.rows.some((row) => row.name === name);
  const functions = files.functions.filter(isChanged);
  const rowFunctions = files.rowFunctions.filter(isChanged);
  const pendingNames = new Set(migrations.map(({ name }) => name));
  return {
    steps: [
      // new functions first, because tables and triggers need them; changed ones may need what a migration adds
      ...functions.filter(isNew),
      ...(pendingNames.has(baselineName) ? files.schema : []),
      ...files.migrations.filter(({ name }) => pendingNames.has(name)),
      ...functions.filter((file) => !isNew(file)),
      ...rowFunctions,
    ],
    migrations,
    functions: [...functions, ...rowFunctions],
  };
}

type WrittenFunction = { readonly name: string; readonly checksum: string; readonly version: string };

const beforeBaseline =
  "This database was made by a version before the first release, which cannot be upgraded. Use an empty database; a demonstration starts afresh when its data folder (.data) is removed.";

/** Whether version `one` is newer than `other`, by the numbers in them. */
function isNewer(one: string, other: string): boolean {
  const numbers = (version: string) => version.split(".").map(Number);
  const [left, right] = [numbers(one), numbers(other)];
  const at = left.findIndex((number, index) => number !== (right[index] ?? 0));
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0);
}
