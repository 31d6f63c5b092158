import { randomUUID } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from "vitest";
import * as z from "zod";
import { createTestApp, type TestApp } from "../testing/app.ts";

/**
 * Plans that were cached while the tables were almost empty remain while they grow. The statements of a lookup must
 * still read by key.
 */

/** Rows added later, and how many of them a call is about. */
const [grown, requestCount] = [600, 5];
/** Rows that all parts of a call may read per row it is about; one that scans a table reads hundreds. */
const mostEach = 90;

let app: TestApp;
let client: pg.PoolClient;
let owner: string;
let made = 0;
/** Rows read by statements since the last reset, including those in functions. */
let looked = 0;

const node = z.looseObject({
  "Actual Rows": z.number(),
  "Actual Loops": z.number(),
  "Rows Removed by Filter": z.number().default(0),
  "Rows Removed by Join Filter": z.number().default(0),
  get Plans() {
    return z.array(node).default([]);
  },
});
function rowsOf(plan: z.infer<typeof node>): number {
  const each = plan["Actual Rows"] + plan["Rows Removed by Filter"] + plan["Rows Removed by Join Filter"];
  return each * plan["Actual Loops"] + plan.Plans.reduce((sum, part) => sum + rowsOf(part), 0);
}

beforeAll(async () => {
  app = await createTestApp();
  ({ id: owner } = await app.user({ NGN: 10_000_00n }));
  await app.owner.query("select seal_audit()");
  // rolled-back rows would leave an empty table of many pages, whenever the server analyses it
  await app.owner.query(`do $$ declare one regclass; begin
    for one in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('alter table %s set (autovacuum_enabled = off)', one);
    end loop; end $$`);
  await app.owner.query("vacuum analyze");
});
beforeEach(async () => {
  client = await app.owner.connect();
  client.on("notice", ({ message = "" }) => {
    const [, json] = message.split("plan:\n");
    if (json) looked += rowsOf(z.object({ Plan: node }).parse(JSON.parse(json)).Plan);
  });
  await client.query(`load 'auto_explain'; begin; set local idanimo.owner = 'system'; set local auto_explain.log_level = 'notice';
    set local auto_explain.log_analyze = on; set local auto_explain.log_timing = off; set local auto_explain.log_format = 'json';
    set local auto_explain.log_nested_statements = on; set local auto_explain.log_min_duration = 0`);
});
afterEach(async () => {
  await client.query("rollback");
  client.release(true);
});
afterAll(() => app.close());

/** Inserts unpaid purchases of one lookup each. @returns the ids of their items, which are their own too */
async function purchases(count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const from = made;
  made += count;
  await client.query(
    `with bought as (
       insert into purchases (id, session_code, transaction_id, owner_id, state, currency, price_minor, tax_minor, rate_minor, quote, quote_ends_at)
       select id, 'code-' || id, 'EA' || lpad(($2 + place)::text, 14, '0'), $3, 'initiated', 'NGN', 1, 0, 150000, '[]', now() + interval '1 day'
       from unnest($1::uuid[]) with ordinality p (id, place)),
     items as (
       insert into purchase_items (id, purchase_id, owner_id, position, search_type, price_minor, tax_minor, state)
       select id, id, $3, 0, 'nin', 1, 0, 'priced' from unnest($1::uuid[]) id)
     insert into verification_requests (id, owner_id, search_type, retention_class, search_sealed, value_masked)
     select id, $3, 'nin', 'person', '', '' from unnest($1::uuid[]) id`,
    [ids, from, owner],
  );
  return ids;
}
const newIds = (count: number) => Array.from({ length: count }, () => randomUUID());
const markPaid = (ids: readonly string[]) => client.query("select mark_all_paid($1, 'WALLET')", [ids]);
type Step = (ids: readonly string[]) => Promise<unknown>;
/** Rows read per row a call is about, with plans cached for few rows after many more were added. */
async function eachAfterGrowth(call: Step, before: Step = markPaid): Promise<number> {
  const few = await purchases(requestCount);
  await before(few);
  for (const id of few) await call([id]); // the plan of the first call is cached
  const all = await purchases(grown);
  await before(all);
  const some = all.slice(0, requestCount);
  looked = 0;
  await call(some);
  return looked / requestCount;
}

/** The attempt of each lookup. */
const asking = new Map<string, string>();
/** Pays, and opens an attempt. */
const begin = async (ids: readonly string[]) => {
  await markPaid(ids);
  const attempts = newIds(ids.length);
  for (const [at, id] of ids.entries()) asking.set(id, attempts[at] ?? "");
  const each = <Value>(value: Value) => ids.map(() => value);
  await client.query("select open_attempts($1, $2, $3, $4)", [attempts, ids, each("record"), each("fake_register")]);
};

test("reads lookups by key, however many are running [R-31]", async () => {
  const read = (ids: readonly string[]) => client.query("select * from lookup_progress($1)", [ids]);
  expect(await eachAfterGrowth(read, begin)).toBeLessThan(mostEach);
});

test("ends attempts by key, however many are open [R-31]", async () => {
  const end = (ids: readonly string[]) =>
    client.query("select * from finish_lookups($1, $2, $1, $3)", [
      ids,
      ids.map((id) => asking.get(id)),
      ids.map(() => "found"),
    ]);
  expect(await eachAfterGrowth(end, begin)).toBeLessThan(mostEach);
});

test("closes items by key, however many are running [R-31]", async () => {
  const deliver = (ids: readonly string[]) => client.query("select deliver_items($1, $2)", [ids, newIds(ids.length)]);
  expect(await eachAfterGrowth(deliver)).toBeLessThan(mostEach);
});

test("reads one row per audit seal, however many rows are unsealed [R-31]", async () => {
  const seal = async (count: number) => {
    await client.query(
      `insert into audit_log (id, actor_kind, action, object_id, reason)
       select gen_random_uuid(), 'system', 'tested', gen_random_uuid(), '' from generate_series(1, $1)`,
      [count],
    );
    looked = 0;
    await client.query("select seal_audit(5000)");
    return looked / count;
  };
  for (let time = 0; time < 8; time += 1) await seal(3); // a plan is cached from the sixth execution on
  expect(await seal(grown)).toBeLessThan(mostEach);
});
