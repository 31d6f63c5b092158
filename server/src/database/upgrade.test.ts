import { readFile } from "node:fs/promises";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "./embedded/testing.ts";
import { migrate } from "./migrate.ts";
import { openPool } from "./pools.ts";
import { readSchemaFiles, type SqlFile } from "./schema-files.ts";

/** The start of today's program on a database of the first release: the baseline without migrations, with rows. */

const files = await readSchemaFiles();
const user = "00000000-0000-7000-8000-000000000001";
const purchase = "00000000-0000-7000-8000-000000000002";
const [nin, company, running] = [11, 12, 13].map((end) => `00000000-0000-7000-8000-0000000000${end}`);

/** A user with a topped-up wallet, and an unpaid purchase of a NIN and two companies. */
const ordered = `
  insert into users (id, email, user_type, first_name, last_name, phone, password_hash, accepted_terms, email_verified_at)
  values ('${user}', 'ada@example.test', 'individual', 'Ada', 'Obi', '+2348031234567', 'hash', '2026-01', now());
  insert into ledger_accounts (id, owner_id, kind, currency, balance_minor)
  values ('00000000-0000-7000-8000-000000000003', '${user}', 'wallet', 'NGN', 0);
  insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
  values (gen_random_uuid(), 'adjustment:first', 1, product_account('adjustments', 'NGN'), '00000000-0000-7000-8000-000000000003',
    'NGN', 1000000, 'ADJUSTMENT');
  insert into purchases (id, session_code, transaction_id, owner_id, state, currency, price_minor, tax_minor, rate_minor, quote, quote_ends_at)
  values ('${purchase}', 'session-1', 'EA00000000000001', '${user}', 'initiated', 'NGN', 210000, 30800, 150000, '[{"item": "nin"}]',
    now() + interval '1 hour');
  insert into purchase_items (id, purchase_id, owner_id, position, search_type, price_minor, tax_minor, state) values
    ('${nin}', '${purchase}', '${user}', 0, 'nin', 50000, 8800, 'priced'),
    ('${company}', '${purchase}', '${user}', 1, 'rc', 80000, 11000, 'priced'),
    ('${running}', '${purchase}', '${user}', 2, 'rc', 80000, 11000, 'priced');
  insert into verification_requests (id, owner_id, search_type, retention_class, options, search_sealed, value_masked, value_hash) values
    ('${nin}', '${user}', 'nin', 'person', '{}', '\\x01', '*********01', '\\x0a'),
    ('${company}', '${user}', 'rc', 'register', '{}', '\\x02', '****02', '\\x0b'),
    ('${running}', '${user}', 'rc', 'register', '{}', '\\x03', '****03', '\\x0c');
  insert into consents (request_id, owner_id, search_type, retention_class, purpose_code, note_sealed, state)
  values ('${nin}', '${user}', 'nin', 'person', 'employment', '\\x04', 'initiate')`;

/** The wallet pays; the NIN's subject grants consent; the NIN and one company are delivered. */
const paidAndDelivered = `
  select pay_from_wallet(array['${user}'::uuid], array['session-1'], array['EA00000000000001'], array[240800::bigint],
    array[gen_random_uuid(), gen_random_uuid(), gen_random_uuid()], '', array[null::text], array[null::bytea],
    '{}', '{}', '{}');
  insert into lookup_attempts (id, request_id, provider, finished_at, result)
  values (gen_random_uuid(), '${nin}', 'prembly', now(), 'found'), (gen_random_uuid(), '${company}', 'mono', now(), 'found');
  insert into results (request_id, owner_id, sealed, source) values ('${nin}', '${user}', '\\x05', 'NIMC'), ('${company}', '${user}', '\\x06', 'CAC');
  insert into result_parts (key_id, request_id, owner_id, parts, sealed) values (gen_random_uuid(), '${nin}', '${user}', '{names}', '\\x07');
  update consents set state = 'pending', asked_at = now(), deadline = now() + interval '1 day', contact_sealed = '\\x08',
    rule_version = '1', parts_required = '{names}', parts_offered = '{address}';
  update purchase_items set state = 'awaiting_consent', state_changed_at = now() where id = '${nin}';
  update consents set state = 'granted', parts_granted = '{names}', decided_at = now(), decided_by = 'page', expires_at = now() + interval '1 day';
  insert into consent_evidence (id, request_id, owner_id, event, channel, parts_offered, parts_chosen, rule_version) values
    (gen_random_uuid(), '${nin}', '${user}', 'asked', 'sms', '{names,address}', '{}', '1'),
    (gen_random_uuid(), '${nin}', '${user}', 'granted', 'page', '{names,address}', '{names}', '1');
  select close_item(id, 'DELIVERED', gen_random_uuid(), gen_random_uuid(), gen_random_uuid()) from purchase_items
  where id in ('${nin}', '${company}');
  insert into audit_log (id, actor_kind, actor_id, action, object_id, reason)
  values (gen_random_uuid(), 'user', '${user}', 'viewed_record', '${company}', '');
  select seal_audit()`;

/** Today's functions, with the text of the first release for those that need later tables. */
async function functionsOfFirstRelease(): Promise<readonly SqlFile[]> {
  const folder = new URL("./testing/first-release/", import.meta.url);
  const read = async (file: SqlFile): Promise<SqlFile> => {
    const text = await readFile(new URL(file.name, folder), "utf8").catch(() => undefined); // most are as they were
    return text === undefined ? file : { ...file, text, checksum: `first-release ${file.name}` };
  };
  return Promise.all(files.functions.map(read));
}

type Row = Readonly<Record<string, unknown>>;
type Rows = Readonly<Record<string, readonly Row[]>>;

/** All rows of the product's tables; those of the migrations themselves change with each start. */
async function readRows(pool: pg.Pool): Promise<Rows> {
  const tables = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and relname not in ('migrations', 'sql_functions') order by relname`,
  );
  const selects = tables.rows.map(({ name }) => `select '${name}' as name, to_jsonb(t) as row from "${name}" t`);
  const found = await pool.query<{ name: string; row: Row }>(selects.join(" union all "));
  const rows: Record<string, Row[]> = {};
  for (const { name, row } of found.rows) (rows[name] ??= []).push(row);
  return rows;
}

/** The columns that `like` has, of `rows`. */
const pickColumns = (rows: Rows, like: Rows): Rows =>
  Object.fromEntries(
    Object.entries(like).map(([table, [example = {}]]) => [
      table,
      (rows[table] ?? []).map((row) => Object.fromEntries(Object.keys(example).map((name) => [name, row[name]]))),
    ]),
  );

let base: TestDatabase;
let pool: pg.Pool;
let before: Rows;
let applied: readonly string[];
let after: Rows;
beforeAll(async () => {
  base = await createTestDatabase(inject("pgUrl"));
  pool = openPool({ url: base.url, size: 2, name: "test-upgrade", onConnectionError: () => {} });
  await migrate(pool, { files: { ...files, migrations: [], functions: await functionsOfFirstRelease() } });
  await pool.query(ordered);
  await pool.query(paidAndDelivered);
  before = await readRows(pool);
  applied = await migrate(pool);
  after = await readRows(pool);
});
afterAll(async () => {
  await pool.end();
  await base.drop();
});

const brokenInvariants = async () => (await pool.query("select * from check_invariants()")).rows;

describe("a database of the first release", () => {
  test("keeps every row and value through the migrations of today", async () => {
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining([
        "users",
        "purchases",
        "purchase_items",
        "verification_requests",
        "consents",
        "audit_log",
      ]),
    );
    expect(before["audit_seals"]).toHaveLength(
      (before["audit_log"]?.length ?? 0) + (before["consent_evidence"]?.length ?? 0),
    );
    expect(applied).toEqual(expect.arrayContaining(files.migrations.map(({ name }) => name)));
    const moved = before["users"]?.map(({ active_currency: _moved, ...row }) => row);
    expect(pickColumns(after, { ...before, users: moved ?? [] })).toEqual({ ...before, users: moved });
    expect(after["owners"]).toEqual([{ id: user, kind: "person", active_currency: "NGN", closed_at: null }]);
    expect(await brokenInvariants()).toEqual([]);
  });

  test("is readable and usable through the columns and views of today", async () => {
    const listed = await pool.query("select id, outcome, consent from history_list($1, 'infinity', $1, 10, 0, null)", [
      user,
    ]);
    expect(listed.rows.map((row: Row) => [row["id"], row["outcome"], row["consent"]]).sort()).toEqual([
      [nin, "DELIVERED", "granted"],
      [company, "DELIVERED", null],
    ]);
    const client = await pool.connect();
    await client.query("begin; set local role idanimo_app");
    await client.query("select set_config('idanimo.owner', $1, true)", [user]);
    const read = await client.query(
      `select s.value_masked, c.question_sealed, c.parts_granted from request_summaries s join consents c on c.request_id = s.id`,
    );
    await client.query("rollback");
    client.release();
    expect(read.rows).toEqual([{ value_masked: "*********01", question_sealed: null, parts_granted: ["names"] }]);
  });

  test("ends a lookup that was running with an outcome that only today has", async () => {
    await pool.query("select close_item($1, 'NO_ANSWER', gen_random_uuid(), gen_random_uuid(), gen_random_uuid())", [
      running,
    ]);
    const { rows } = await pool.query(
      `select p.state, a.balance_minor::int as balance from purchases p
       join ledger_accounts a on a.owner_id = p.owner_id`,
    );
    expect(rows).toEqual([{ state: "completed", balance: 1_000_000 - 240_800 + 91_000 }]);
    await pool.query("select seal_audit()");
    expect(await brokenInvariants()).toEqual([]);
  });
});
