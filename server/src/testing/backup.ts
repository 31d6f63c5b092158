import { open, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type pg from "pg";

/** What an attacker has with yesterday's copy of a database, or with its disk. */

/** Every row of a database as text, by table. Bytes are in hex. */
export type Backup = ReadonlyMap<string, string>;

export async function takeBackup(pool: pg.Pool): Promise<Backup> {
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const rows = new Map<string, string>();
  for (const { name } of tables.rows) {
    const found = await pool.query<{ rows: string }>(
      `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${name} t`,
    );
    rows.set(name, found.rows[0]?.rows ?? "");
  }
  return rows;
}

/** Restores the product's own tables into a migrated database, with triggers off, as a restore does. */
export async function restoreBackup(pool: pg.Pool, backup: Backup): Promise<void> {
  const ours = [...backup.keys()].filter((name) => name.startsWith("public."));
  const client = await pool.connect();
  try {
    await client.query("begin; set local session_replication_role = replica");
    await client.query(`truncate ${ours.join(", ")}`);
    for (const name of ours) {
      const columns = await client.query<{ list: string }>(
        `select string_agg(quote_ident(attname), ', ') as list from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [name],
      );
      const list = columns.rows[0]?.list ?? "";
      await client.query(
        `insert into ${name} (${list}) overriding system value select ${list} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
        [backup.get(name)],
      );
    }
    await client.query("commit");
  } finally {
    client.release();
  }
}

const isGone = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

/** The files under a folder; of database folders only ours, because those of other tests come and go. */
async function filesOf(folder: string, databases: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isGone(error)) return []; // the server deleted it meanwhile
    throw error;
  });
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isFile()) found.push(path);
    else if (
      entry.isDirectory() &&
      (basename(folder) !== "base" || !/^\d+$/.test(entry.name) || databases.includes(entry.name))
    )
      found.push(...(await filesOf(path, databases)));
  }
  return found;
}

/**
 * Searches the files of some databases: heap, indexes, WAL, temporary files. Writes out first what is only in
 * memory.
 * @returns the values found, and how many bytes were searched
 */
export async function searchDisk(
  pools: readonly pg.Pool[],
  values: readonly string[],
): Promise<{ readonly found: readonly string[]; readonly bytes: number }> {
  const [first] = pools;
  if (!first) throw new Error("searchDisk: of which database?");
  const oids = await Promise.all(
    pools.map(
      async (pool) =>
        (await pool.query<{ oid: string }>("select oid::text from pg_database where datname = current_database()"))
          .rows[0]?.oid ?? "",
    ),
  );
  await first.query("checkpoint");
  const where = await first.query<{ folder: string }>("select current_setting('data_directory') as folder");
  const folder = where.rows[0]?.folder ?? "";
  const needles = values.map((value) => Buffer.from(value));
  const longest = Math.max(...needles.map(({ length }) => length));
  const found = new Set<string>();
  let bytes = 0;
  for (const path of await filesOf(folder, oids)) {
    const file = await open(path).catch((error: unknown) => {
      if (isGone(error)) return undefined;
      throw error;
    });
    if (!file) continue;
    try {
      let before = Buffer.alloc(0);
      for await (const chunk of file.createReadStream({
        autoClose: false,
        highWaterMark: 4 << 20,
      }) as AsyncIterable<Buffer>) {
        const text = Buffer.concat([before, chunk]);
        for (const [at, needle] of needles.entries()) if (text.includes(needle)) found.add(values[at] ?? "");
        before = text.subarray(-longest);
        bytes += chunk.length;
      }
    } finally {
      await file.close();
    }
  }
  return { found: [...found], bytes };
}
