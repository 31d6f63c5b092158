import { readdir } from "node:fs/promises";
import type pg from "pg";
import { afterEach, expect, inject, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "./embedded/testing.ts";
import { migrate } from "./migrate.ts";
import { openPool } from "./pools.ts";

const files = (await readdir(new URL("./migrations/", import.meta.url)))
  .filter((name) => name.endsWith(".sql"))
  .sort((one, other) => one.localeCompare(other));
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function fresh(): Promise<TestDatabase> {
  const made = await createTestDatabase(inject("pgUrl"));
  closers.push(() => made.drop());
  return made;
}
function poolOf({ url }: TestDatabase): pg.Pool {
  const pool = openPool({ url, size: 2, name: "test-migrate", onConnectionError: () => {} });
  closers.push(() => pool.end());
  return pool;
}

test("applies every file in order to an empty database, and none the second time", async () => {
  const pool = poolOf(await fresh());
  expect(await migrate(pool)).toEqual(files);
  expect(await migrate(pool)).toEqual([]);
  expect((await pool.query("select from check_invariants()")).rowCount).toBe(0);
});

test("applies each file once if two programs start on an empty database", async () => {
  const base = await fresh();
  const landed = await Promise.all([migrate(poolOf(base)), migrate(poolOf(base)), migrate(poolOf(base))]);
  expect(landed.flat()).toEqual(files);
});

test("migrates two databases of one server at once, although they share roles", async () => {
  const [one, other] = [await fresh(), await fresh()];
  expect(await Promise.all([migrate(poolOf(one)), migrate(poolOf(other))])).toEqual([files, files]);
});

test("rejects an edited released file by name, and applies nothing after it", async () => {
  const pool = poolOf(await fresh());
  await migrate(pool);
  await pool.query("update migrations set checksum = 'other' where name = '0004_ledger.sql'");
  await expect(migrate(pool)).rejects.toThrow("0004_ledger.sql has changed");
  await pool.query("update migrations set checksum = 'other' where name = '0004_ledger.sql'");
});

test("rolls back a failing file, names it and releases the lock", async () => {
  const base = await fresh();
  const pool = poolOf(base);
  await pool.query("create table audit_log (in_the_way int)");
  await expect(migrate(pool)).rejects.toThrow("migration 0002_audit.sql failed");
  expect((await pool.query<{ name: string }>("select name from migrations")).rows).toEqual([
    { name: "0001_ground.sql" },
  ]);
  await pool.query("drop table audit_log");
  expect(await migrate(poolOf(base))).toEqual(files.slice(1));
});

test("a migration that waits for a table in use lets other statements pass [R-32]", async () => {
  const base = await fresh();
  const pool = poolOf(base);
  await pool.query("create table mailed_tokens (in_the_way int)");
  await expect(migrate(pool)).rejects.toThrow("migration 0010_ways_to_sign_in.sql failed");
  await pool.query("drop table mailed_tokens");
  const old = poolOf(base); // the previous version, which is serving
  const reader = await old.connect();
  await reader.query("begin; select from registrations");
  const landing = migrate(pool, { lockTimeoutMs: 50, pauseMs: 200, maxAttempts: 1_000 });
  for (let time = 0; time < 10; time += 1)
    await old.query("set statement_timeout = 2000; select from registrations; select pg_sleep(0.05)");
  await reader.query("rollback");
  reader.release();
  expect(await landing).toEqual(files.filter((name) => name >= "0010"));
});
