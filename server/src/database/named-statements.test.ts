import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { Database } from "./database.ts";
import { openPool } from "./pools.ts";

let base: TestDatabase;
const open: Database[] = [];
beforeAll(async () => void (base = await createTestDatabase()));
afterAll(async () => {
  for (const db of open) await db.close();
  await base.close();
});

function openDatabase(size: number): { readonly db: Database; readonly pool: pg.Pool } {
  const pool = openPool({
    url: base.appUrl,
    role: "idanimo_app",
    size,
    name: "test",
    onConnectionError: () => undefined,
  });
  const db = new Database(pool);
  open.push(db);
  return { db, pool };
}

test("a named statement is prepared once for each connection and soon planned once [G-J1]", async () => {
  const { db, pool } = openDatabase(1);
  for (let at = 0; at < 9; at += 1)
    expect(await db.queryNamed({ name: "a_number", text: "select $1::int as n", values: [at] })).toEqual([{ n: at }]);
  const prepared = await pool.query<object>(
    `select name, generic_plans > 0 as "isPlannedOnce" from pg_prepared_statements`,
  );
  expect(prepared.rows).toEqual([{ name: "a_number", isPlannedOnce: true }]);
});

test("a connection whose prepared statement became invalid is not used again [R-32]", async () => {
  const { db } = openDatabase(4);
  await base.owner.query("create table renewed (n int); grant select on renewed to public");
  const read = () => db.queryNamed({ name: "all_renewed", text: "select * from renewed", values: [] });
  await Promise.all(Array.from({ length: 20 }, read)); // prepares it on every connection
  await base.owner.query("alter table renewed alter n type text");
  const results = await Promise.allSettled(Array.from({ length: 20 }, read));
  expect(results.some(({ status }) => status === "rejected")).toBe(true);
  for (let at = 0; at < 12; at += 1) expect(await read()).toEqual([]);
});
