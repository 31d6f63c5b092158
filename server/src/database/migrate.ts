import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { runMigrations } from "graphile-worker";
import type pg from "pg";

const folder = new URL("./migrations/", import.meta.url);
/** Any number that nobody else on the server takes; migrations of two processes wait for each other on it. */
const lockKey = 72_010_001;

/**
 * Brings a database up to date: the queue's own tables first, then our numbered files, each in a transaction of its own.
 * Forward only; a landed file that was edited is refused. Runs as the owner of the address.
 * @returns the names of the files that were new
 */
export async function migrate(pool: pg.Pool): Promise<readonly string[]> {
  const client = await pool.connect();
  const done: string[] = [];
  try {
    await client.query("set lock_timeout = 0"); // another process may be migrating, for as long as it takes
    await client.query("select pg_advisory_lock($1)", [lockKey]);
    await runMigrations({ pgPool: pool });
    await client.query(
      "create table if not exists migrations (name text primary key, checksum text not null, at timestamptz not null default now())",
    );
    const known = new Map<string, string>();
    for (const row of (await client.query<{ name: string; checksum: string }>("select name, checksum from migrations"))
      .rows)
      known.set(row.name, row.checksum);
    for (const name of (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort()) {
      const text = await readFile(new URL(name, folder), "utf8");
      const checksum = createHash("sha256").update(text).digest("hex");
      const landed = known.get(name);
      if (landed === checksum) continue;
      if (landed) throw new Error(`migration ${name} has changed since it landed; write a new one instead`);
      await client.query("begin");
      try {
        await client.query(text);
        await client.query("insert into migrations (name, checksum) values ($1, $2)", [name, checksum]);
        await client.query("commit");
      } catch (error) {
        await client.query("rollback");
        throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      }
      done.push(name);
    }
  } finally {
    await client.query("select pg_advisory_unlock($1)", [lockKey]).catch(() => undefined);
    client.release();
  }
  return done;
}
