import { createHash } from "node:crypto";
import type pg from "pg";
import { afterEach, describe, expect, inject, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "./embedded/testing.ts";
import { migrate } from "./migrate.ts";
import { openPool } from "./pools.ts";
import { readSchemaFiles, type SchemaFiles, type SqlFile } from "./schema-files.ts";

const real = await readSchemaFiles();
const namesOf = (files: readonly SqlFile[]) => files.map(({ name }) => name);
const inEmptyDatabase = namesOf([...real.functions, ...real.schema, ...real.migrations, ...real.rowFunctions]);

/** An SQL file of a test. */
const sqlFile = (name: string, text: string): SqlFile => ({
  name,
  text,
  checksum: createHash("sha256").update(text).digest("hex"),
});
/** A small schema of its own. */
const small: SchemaFiles = {
  role: real.role,
  schema: [sqlFile("01_base.sql", "create table notes (id int primary key, at timestamptz default current_moment())")],
  migrations: [],
  functions: [
    sqlFile(
      "current_moment.sql",
      "create or replace function current_moment() returns timestamptz stable return clock_timestamp()",
    ),
  ],
  rowFunctions: [
    sqlFile("note_id.sql", "create or replace function note_id(note notes) returns int immutable return (note).id"),
  ],
};
const addText = sqlFile("0001_add_text.sql", "alter table notes add column text text");
const noteText = sqlFile(
  "note_text.sql",
  "create or replace function note_text(wanted int) returns text language sql as 'select text from notes where id = wanted'",
);

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

describe("migrate", () => {
  test("applies every file to an empty database, and none the second time", async () => {
    const pool = poolOf(await fresh());
    expect(await migrate(pool)).toEqual(inEmptyDatabase);
    expect(await migrate(pool)).toEqual([]);
    expect((await pool.query("select from check_invariants()")).rowCount).toBe(0);
  });

  test("applies each file once if several programs start on an empty database", async () => {
    const base = await fresh();
    const applied = await Promise.all([migrate(poolOf(base)), migrate(poolOf(base)), migrate(poolOf(base))]);
    expect(applied.flat()).toEqual(inEmptyDatabase);
  });

  test("migrates two databases of one server at once, although they share roles", async () => {
    const [one, other] = [await fresh(), await fresh()];
    expect(await Promise.all([migrate(poolOf(one)), migrate(poolOf(other))])).toEqual([
      inEmptyDatabase,
      inEmptyDatabase,
    ]);
  });

  test("applies later migrations and functions to a database with rows", async () => {
    const pool = poolOf(await fresh());
    expect(await migrate(pool, { files: small })).toEqual(["current_moment.sql", "01_base.sql", "note_id.sql"]);
    await pool.query("insert into notes values (1)");
    const files = { ...small, migrations: [addText], functions: [...small.functions, noteText] };
    expect(await migrate(pool, { files })).toEqual(["note_text.sql", "0001_add_text.sql"]);
    expect((await pool.query("select note_text(id) as text, note_id(n) as id from notes n")).rows).toEqual([
      { text: null, id: 1 },
    ]);
    expect(await migrate(pool, { files })).toEqual([]);
  });

  test("applies a function again when its text changes, after the migrations", async () => {
    const pool = poolOf(await fresh());
    const text = (upper: boolean) =>
      sqlFile(
        "note_text.sql",
        `create or replace function note_text(wanted int) returns text language sql as 'select ${upper ? "upper(text)" : "id::text"} from notes where id = wanted'`,
      );
    await migrate(pool, { files: { ...small, functions: [...small.functions, text(false)] } });
    const files = { ...small, migrations: [addText], functions: [...small.functions, text(true)] };
    expect(await migrate(pool, { files })).toEqual(["0001_add_text.sql", "note_text.sql"]);
    await pool.query("insert into notes (id, text) values (1, 'a')");
    expect((await pool.query("select note_text(1) as text")).rows).toEqual([{ text: "A" }]);
  });

  test("leaves a function alone that a newer version wrote", async () => {
    const pool = poolOf(await fresh());
    const texts = ["1", "2"].map((value) =>
      sqlFile("f.sql", `create or replace function f() returns int language sql as 'select ${value}'`),
    );
    const at = (index: number) => ({ ...small, functions: [...small.functions, ...texts.slice(index, index + 1)] });
    const value = async () => (await pool.query<{ f: number }>("select f()")).rows[0]?.f;
    await migrate(pool, { files: at(0), version: "0.9.0" });
    expect(await migrate(pool, { files: at(1), version: "0.10.0" })).toEqual(["f.sql"]);
    expect(await migrate(pool, { files: at(0), version: "0.9.0" })).toEqual([]);
    expect(await value()).toBe(2);
    expect(await migrate(pool, { files: at(0), version: "0.10.1" })).toEqual(["f.sql"]);
    expect(await value()).toBe(1);
  });

  test.each([
    ["the baseline", { ...small, schema: [sqlFile("01_base.sql", "create table other ()")], migrations: [addText] }],
    ["a migration", { ...small, migrations: [sqlFile(addText.name, "select 1")] }],
  ])("rejects %s that was edited after it was applied", async (_what, edited) => {
    const pool = poolOf(await fresh());
    await migrate(pool, { files: { ...small, migrations: [addText] } });
    await expect(migrate(pool, { files: edited })).rejects.toThrow("has changed since it was applied");
  });

  test("rejects a database from before the baseline, and changes nothing", async () => {
    const pool = poolOf(await fresh());
    await pool.query("create table migrations (name text primary key, checksum text not null, at timestamptz)");
    await pool.query("insert into migrations values ('0001_ground.sql', 'x')");
    await expect(migrate(pool)).rejects.toThrow("made by a version before the first release");
    expect((await pool.query("select to_regclass('users') as users")).rows).toEqual([{ users: null }]);
  });

  test("rolls back everything if a file fails, names it and releases the lock", async () => {
    const base = await fresh();
    const pool = poolOf(base);
    const wrong = sqlFile("0002_wrong.sql", "alter table notes add column id int");
    await migrate(pool, { files: small });
    const files = { ...small, migrations: [addText, wrong] };
    await expect(migrate(pool, { files })).rejects.toThrow("0002_wrong.sql failed: column");
    expect((await pool.query("select name from migrations")).rows).toEqual([{ name: "baseline" }]);
    const fixed = { ...small, migrations: [addText, sqlFile("0002_wrong.sql", "select 1")] };
    expect(await migrate(poolOf(base), { files: fixed })).toEqual(["0001_add_text.sql", "0002_wrong.sql"]);
  });

  test("lets other statements pass while it waits for a table in use [R-32]", async () => {
    const base = await fresh();
    const pool = poolOf(base);
    await migrate(pool, { files: small });
    const old = poolOf(base); // the previous version, which is serving
    const reader = await old.connect();
    await reader.query("begin; select from notes");
    const files = { ...small, migrations: [addText] };
    const landing = migrate(pool, { files, timeouts: { lockTimeoutMs: 50, pauseMs: 200, maxAttempts: 1_000 } });
    for (let time = 0; time < 10; time += 1)
      await old.query("set statement_timeout = 2000; select from notes; select pg_sleep(0.05)");
    await reader.query("rollback");
    reader.release();
    expect(await landing).toEqual(["0001_add_text.sql"]);
  });
});
