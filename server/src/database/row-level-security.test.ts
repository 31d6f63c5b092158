import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { insertApiRequest } from "../testing/developer-steps.ts";
import { insertGrantedRecords, insertRelatedRows } from "../testing/many-records.ts";

/**
 * Row-level security alone, in raw SQL as the program's own role: what one account may not do to another's rows.
 * The tables are found in the database, so a new one must follow the rule too.
 */

let app: TestApp;
let user: TestUser;
let other: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [user, other] = [await app.user(), await app.user()];
  const made = await insertGrantedRecords(app, user, 2, (nin) => ({ firstname: nin }));
  for (const { id } of made) await insertRelatedRows(app, user, id);
  const [one, two] = made;
  await app.owner.query(
    "insert into stakeholder_orders (request_id, parent_id, cac_id, owner_id) values ($1, $2, '1', $3)",
    [one?.id, two?.id, user.id],
  );
  await app.owner.query("insert into plate_owner_requests (request_id, parent_id, owner_id) values ($1, $2, $3)", [
    one?.id,
    two?.id,
    user.id,
  ]);
  await app.owner.query(
    "insert into pay_outs (id, owner_id, naira_minor, dollars_minor, sealed) values (gen_random_uuid(), $1, 1, 0, '\\x01')",
    [user.id],
  );
  await app.owner.query("insert into compared_names (owner_id, number_hash, name_hash) values ($1, '\\x01', '\\x01')", [
    user.id,
  ]);
  await app.owner.query(
    "insert into record_views (id, request_id, owner_id, user_id) values (gen_random_uuid(), $1, $2, $2)",
    [one?.id, user.id],
  );
  await insertApiRequest(app, { id: user.id, organisationId: user.id, keyId: user.id });
  await app.owner.query("insert into spending_counters values ($1, $1, '2026-11-28', 'nin', 0, 0)", [user.id]);
  await app.owner.query("insert into saved_views (owner_id, position, name, filters) values ($1, 1, 'Open', '{}')", [
    user.id,
  ]);
  await app.owner.query("insert into searched_numbers (hash, request_id, owner_id) values ('\\x01', $1, $2)", [
    one?.id,
    user.id,
  ]);
  await app.owner.query("insert into recent_lookup_values (hash, owner_id, asked_at) values ('\\x01', $1, now())", [
    user.id,
  ]);
  await app.owner.query(
    "insert into closed_requesters (id, owner_id, mailbox_hash) values (gen_random_uuid(), $1, '\\x01')",
    [user.id],
  );
  await app.owner.query(
    `insert into approvals (id, scope, organisation_id, kind, object_id, facts, facts_hash, requested_by, reason, expires_at)
     values (gen_random_uuid(), 'organisation', $1, 'act', $1, '{}', decode(repeat('00', 32), 'hex'), $1, 'x', now())`,
    [user.id],
  );
});
afterAll(() => app.close());

/** Visible to the account that owns them; only the product itself sees rows of others. */
const owned = [
  "answer_counters",
  "api_requests",
  "approvals",
  "recent_lookup_values",
  "bulk_chunks",
  "bulk_uploads",
  "compared_names",
  "consent_evidence",
  "consents",
  "lookup_attempts",
  "outbox_messages",
  "pay_outs",
  "plate_owner_requests",
  "record_views",
  "reports",
  "request_label_words",
  "request_labels",
  "result_files",
  "result_parts",
  "results",
  "saved_views",
  "spending_counters",
  "searched_numbers",
  "stakeholder_orders",
  "verification_requests",
] as const;
const withoutOwner = [
  "closed_requesters",
  "subject_blocks",
  "subject_cases",
  "subject_codes",
  "subject_index",
  "subject_sessions",
] as const;
/** Belong to an account and have no row-level security: they contain nothing about a subject. */
const notOfSubjects = [
  "account_views",
  "api_keys",
  "audit_log",
  "breach_requests",
  "external_identities",
  "idempotency_keys",
  "known_devices",
  "ledger_accounts",
  "mailed_tokens",
  "member_request_totals",
  "members",
  "notices",
  "operator_refunds",
  "passkey_challenges",
  "passkeys",
  "payments",
  "profile_images",
  "purchase_items",
  "purchases",
  "push_subscriptions",
  "recovery_codes",
  "request_totals",
  "sign_in_tickets",
  "scim_group_members",
  "scim_users",
  "sign_ins",
  "sso_identities",
  "suspensions",
];

/** The scope of a statement; undefined: none is set. */
type As = string | undefined;
async function inScope<Value>(as: As, work: (client: pg.PoolClient) => Promise<Value>): Promise<Value> {
  const client = await app.product.db.pool.connect();
  try {
    await client.query(`begin; ${as === undefined ? "" : `set local idanimo.owner = '${as}'`}`);
    return await work(client);
  } finally {
    await client.query("rollback");
    client.release();
  }
}
const counted = (as: As, table: string) =>
  inScope(as, async (client) => (await client.query(`select from ${table}`)).rowCount);
/** Whether the role may do this to at least one column. @returns that column */
async function allowed(table: string, what: "update" | "delete" | "insert"): Promise<string | undefined> {
  const found = await app.owner.query<{ column: string }>(
    `select attname as "column" from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
       and case $2 when 'delete' then has_table_privilege('idanimo_app', $1, 'delete')
         else has_column_privilege('idanimo_app', $1::regclass, attnum, $2) end limit 1`,
    [table, what],
  );
  return found.rows[0]?.column;
}

/** Inserts a copy of an existing row in a scope. @returns what the database reports */
async function written(as: As, table: string): Promise<string> {
  const { rows } = await app.owner.query<{ row: string; list: string }>(
    `select (select to_jsonb(t) || $2::jsonb from ${table} t limit 1)::text as row, string_agg(quote_ident(attname), ', ') as list
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    // the initial state, so that no other rule rejects it first
    [table, JSON.stringify(table === "consents" ? { state: "initiate" } : {})],
  );
  const [{ row, list } = { row: "", list: "" }] = rows;
  return inScope(as, (client) =>
    client
      .query(`insert into ${table} (${list}) select ${list} from jsonb_populate_record(null::${table}, $1::jsonb)`, [
        row,
      ])
      .then(
        () => "written",
        (error: Error) => error.message.replace(/ for table.*|: .*/, "").replace(/"[^"]*"/, "one"),
      ),
  );
}

test("tables of accounts or requests have row-level security or no subject data [T-43]", async () => {
  const found = await app.owner.query<{ name: string; locked: boolean }>(
    `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as locked from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and (c.relrowsecurity or exists (select from pg_attribute a
       where a.attrelid = c.oid and a.attname in ('owner_id', 'user_id', 'actor_id', 'request_id', 'contact_hash') and not a.attisdropped))`,
  );
  const names = (locked: boolean) => found.rows.filter((row) => row.locked === locked).map(({ name }) => name);
  expect(names(true).toSorted()).toEqual([...owned, ...withoutOwner].toSorted());
  expect(names(false).filter((name) => !notOfSubjects.includes(name))).toEqual([]);
});

describe("raw SQL as the program's role [T-43 R-08]", () => {
  const strangers = (): readonly (readonly [string, As])[] => [
    ["another account", other.id],
    ["no scope", undefined],
    ["an empty scope", ""],
    ["another text", "admin"],
  ];

  test.each([...owned, ...withoutOwner])("no other scope sees, changes, deletes or adds a row of %s", async (table) => {
    expect(await counted("system", table)).toBeGreaterThan(0); // otherwise there is nothing to hide
    const [update, remove, insert] = await Promise.all(
      (["update", "delete", "insert"] as const).map((what) => allowed(table, what)),
    );
    const isOwned = owned.some((name) => name === table);
    for (const [who, as] of isOwned ? strangers() : [...strangers(), ["the requesting account", user.id] as const]) {
      expect([who, await counted(as, table)]).toEqual([who, 0]);
      if (update !== undefined)
        expect([
          who,
          await inScope(as, async (on) => (await on.query(`update ${table} set ${update} = ${update}`)).rowCount),
        ]).toEqual([who, 0]);
      if (remove !== undefined)
        expect([who, await inScope(as, async (on) => (await on.query(`delete from ${table}`)).rowCount)]).toEqual([
          who,
          0,
        ]);
      if (insert !== undefined)
        expect([who, await written(as, table)]).toEqual([who, "new row violates row-level security policy"]);
    }
  });

  test.each(owned)("the owning account sees its rows of %s and may write its own", async (table) => {
    expect(await counted(user.id, table)).toBe(await counted("system", table));
    if (await allowed(table, "insert"))
      expect(await written(user.id, table)).toBe("duplicate key value violates unique constraint one");
  });
});

test("opens the rows of running lookups only for that statement [T-43]", async () => {
  const client = await app.product.db.pool.connect();
  const items = (await app.owner.query<{ id: string }>("select id from verification_requests")).rows.map(
    ({ id }) => id,
  );
  expect((await client.query("select from lookup_progress($1)", [items])).rowCount).toBeGreaterThanOrEqual(
    items.length,
  );
  await client.query("select open_attempts('{}', '{}', '{}', '{}')");
  expect((await client.query("select from verification_requests")).rowCount, "after it").toBe(0);
  client.release();
});

test("opens an account's rows for a page of the history only for that statement [T-43]", async () => {
  const client = await app.product.db.pool.connect();
  const listed = (whose: TestUser) =>
    client.query(
      "select * from history_list($1, 'infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 10, 0, null) where id is not null",
      [whose.id],
    );
  expect((await listed(other)).rowCount, "of another account").toBe(0);
  expect((await listed(user)).rowCount, "its own").toBeGreaterThan(0);
  expect((await client.query("select from verification_requests")).rowCount, "after it").toBe(0);
  client.release();
});
