import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { withQueryTimeout, openPool } from "./pools.ts";
import { isCommitUnknown } from "./commit-unknown.ts";

let base: TestDatabase;
beforeAll(async () => void (base = await createTestDatabase()));
afterAll(() => base.close());

test("rejects a URL that drops start-up options, so that nothing runs as the owner [R-26 T-43]", async () => {
  const onBroken = () => {};
  const role = "idanimo_app";
  const good = openPool({ url: base.appUrl, role, size: 1, name: "test-good", onConnectionError: onBroken });
  expect((await good.query("select current_user as name")).rows).toEqual([{ name: role }]);
  await good.end();
  // like a connection pooler that ignores them: the address's own options replace ours
  const url = `${base.appUrl}${base.appUrl.includes("?") ? "&" : "?"}options=${encodeURIComponent("-c jit=off")}`;
  const bad = openPool({ url, role, size: 1, name: "test-bad", onConnectionError: onBroken });
  await expect(bad.query("select 1")).rejects.toThrow("start-up options");
  await bad.end();
});

test("formats times alike, whatever the database's setting", async () => {
  await base.owner.query(
    "do $$ begin execute format('alter database %I set datestyle = German', current_database()); end $$",
  );
  const pool = openPool({
    url: base.appUrl,
    role: "idanimo_app",
    size: 1,
    name: "test-dates",
    onConnectionError: () => undefined,
  });
  const found = await pool.query<{ at: string }>("select '2026-12-05 10:00:00+01'::timestamptz::text as at");
  await pool.end();
  await base.owner.query("do $$ begin execute format('alter database %I reset datestyle', current_database()); end $$");
  expect(found.rows).toEqual([{ at: "2026-12-05 09:00:00+00" }]);
});

test("gives up a statement on a silent server and closes its connection [R-24 R-26]", async () => {
  const pool = openPool({ url: base.url, size: 1, name: "test-silent", onConnectionError: () => undefined });
  const began = performance.now();
  const problem: unknown = await pool
    .query(withQueryTimeout({ text: "select pg_sleep(30)" }, 200))
    .catch((error: unknown) => error);
  expect(isCommitUnknown(problem)).toBe(true);
  expect((await pool.query<{ one: number }>("select 1 as one")).rows).toEqual([{ one: 1 }]);
  expect(performance.now() - began).toBeLessThan(10_000);
  await pool.end();
});

test.each([
  { bigintAsText: undefined, value: 9007199254740993n, title: "reads bigint columns as bigint" },
  { bigintAsText: true as const, value: "9007199254740993", title: "reads bigint columns as text if asked" },
])("$title", async ({ bigintAsText, value }) => {
  const pool = openPool({
    url: base.url,
    size: 1,
    name: "test-bigint",
    onConnectionError: () => undefined,
    ...(bigintAsText && { bigintAsText }),
  });
  expect((await pool.query<object>("select 9007199254740993 as value")).rows).toEqual([{ value }]);
  await pool.end();
});
