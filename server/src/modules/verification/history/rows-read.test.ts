import { catalogueRowOf, searchTypes } from "@idanimo/contract/catalogue";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Database } from "../../../database/database.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { searchHashesOf } from "../../purchases/index.ts";
import { listingsOf } from "./listings.ts";

/** Measures the rows that PostgreSQL reads for a page of a long history, independent of the machine's speed. */

const rowsOfAll = 12_000;
const places = listingsOf(searchTypes);

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  user = await app.user();
  const client = await app.owner.connect();
  await client.query("begin; set local session_replication_role = replica");
  const made = `
    select md5(n::text)::uuid as id, p.type, p.listed, now() - n * interval '700 days' / $2::int as at
    from generate_series(1, $2::int) n join json_to_recordset($3::json) as p (at int, type text, listed text) on p.at = n % $4::int`;
  const values = [
    user.id,
    rowsOfAll,
    JSON.stringify(places.map(({ type, as }, at) => ({ at, type, listed: as }))),
    places.length,
  ];
  for (const text of [
    `insert into purchase_items (id, purchase_id, owner_id, position, search_type, price_minor, tax_minor, state, outcome, record_ended, created_at)
     select id, id, $1, 0, type, 1, 0, case listed when 'WAITING' then 'awaiting_consent' else 'closed' end,
       case when listed in ('EXPIRED', 'WITHDRAWN') then 'DELIVERED' when listed <> 'WAITING' then listed end,
       case when listed in ('EXPIRED', 'WITHDRAWN') then listed end, at from (${made}) m`,
    `insert into verification_requests (id, owner_id, search_type, retention_class, value_masked, purge_due_at)
     select id, $1, type, 'person', '***42', now() + interval '1 day' from (${made}) m`,
  ])
    await client.query(text, values);
  // every request has the same word in its label
  await client.query(
    `insert into request_label_words (owner_id, word_hash, created_at, request_id)
     select $1, $2, created_at, id from purchase_items where owner_id = $1`,
    [user.id, searchHashesOf(app.vault, user.id, "driver")[0]],
  );
  await client.query("commit; analyze request_label_words; analyze purchase_items; analyze verification_requests");
  client.release();
}, 120_000);
afterAll(() => app.close());

/** Rows that this connection has read, including filtered ones, and has not yet reported. */
const readSql = `select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
  where relname in ('purchase_items', 'verification_requests')`;

/** Requests a page, then runs its statement again to count the rows read. */
async function workOf(narrowing: object) {
  const named = vi.spyOn(Database.prototype, "queryNamed");
  const response = await user.post("/user/matching-requests", narrowing);
  const statement = named.mock.calls.at(-1)?.[0];
  named.mockRestore();
  if (!statement) throw new Error("no statement ran");
  const client = await app.owner.connect();
  const read = async () => {
    const { rows } = await client.query<{ name: string; rows: number }>(readSql);
    return (table: string) => rows.find(({ name }) => name === table)?.rows ?? 0;
  };
  await client.query("begin");
  const before = await read();
  await client.query({ text: statement.text, values: [...statement.values] });
  const now = await read();
  await client.query("rollback");
  client.release();
  return {
    ...response.json<{ requests: readonly unknown[]; next: string }>(),
    items: now("purchase_items") - before("purchase_items"),
    requestsRead: now("verification_requests") - before("verification_requests"),
  };
}

const size = 10;
const ofNin = places.filter(({ type }) => catalogueRowOf(type).searchParameter === "NIN").length;
// a year with many rows of every listing
const year = new Date(Date.now() - 400 * 86_400_000).getUTCFullYear();
test.each<[what: string, narrowing: object, ways: number]>([
  ["the complete history", {}, 1],
  ["one type", { type: "NIN" }, ofNin],
  ["a word in rows of many types", { q: "pro" }, places.length],
  ["a word in a year", { q: `pro ${year}` }, places.length],
  ["a year", { q: String(year) }, 1],
  ["one status", { status: "Refunded" }, places.length],
  ["one status of one type since a day", { status: "Refunded", type: "NIN", from: `${year}-01-01` }, ofNin],
  ["a word of one type in a year", { q: `e ${year}`, type: "NIN" }, ofNin],
])("%s reads at most one page of rows per listing, on pages 1 and 10 [T-72]", async (_what, narrowing, ways) => {
  let after: string | undefined;
  for (let page = 0; page < 10; page += 1) {
    const work = page === 0 || page === 9 ? await workOf({ ...narrowing, size, ...(after && { after }) }) : undefined;
    if (work) {
      expect(work.requests).toHaveLength(size);
      expect(work.items).toBeGreaterThan(size);
      expect(work.items).toBeLessThanOrEqual((ways + 1) * (size + 1));
      expect(work.requestsRead).toBeLessThanOrEqual((ways + 1) * (size + 1));
    }
    const next =
      work ?? (await user.post("/user/matching-requests", { ...narrowing, size, after })).json<{ next: string }>();
    after = next.next;
  }
});

test("the end of a value that many rows share reads at most 1,000 rows [T-72]", async () => {
  for (const q of ["42", "pro 42"]) {
    const { requests, items, requestsRead } = await workOf({ q, size });
    expect(requests).toHaveLength(size);
    expect(items).toBeLessThanOrEqual(1_000 + places.length + (size + 1));
    expect(requestsRead).toBeLessThanOrEqual(1_000 + places.length + (size + 1));
  }
});

test("a word that every label has reads at most 1,000 rows [T-72]", async () => {
  const { requests, items, requestsRead } = await workOf({ q: "driver", size });
  expect(requests).toHaveLength(size);
  expect(items).toBeLessThanOrEqual(1_000 + places.length + (size + 1));
  expect(requestsRead).toBeLessThanOrEqual(1_000 + places.length + (size + 1));
});
