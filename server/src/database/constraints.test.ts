import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { randomIds } from "../kernel/ids.ts";
import { createTestApp, type TestApp, type TestPurchase, type TestUser } from "../testing/app.ts";

/** What the database rejects when the program's own role sends wrong SQL. [R-15] */

let app: TestApp;
let user: TestUser;
/** Paid and being looked up; without a record; unpaid. */
let paid: TestPurchase;
let over: TestPurchase;
let open: TestPurchase;
/** Its subject is asked. */
let asked: TestPurchase;
let reference: string;
let ids: Record<string, string>;

beforeAll(async () => {
  app = await createTestApp();
  user = await app.user({ NGN: 10_000_00n, USD: 50_00n });
  [paid, over, open] = [await app.purchase(user), await app.purchase(user), await app.purchase(user)];
  asked = await app.purchase(user);
  for (const { sessionCode, transactionID, amount } of [paid, over, asked])
    await user.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
  app.providers.personRecords.respondTo(paid.nin, { kind: "not_taken", why: "busy" });
  app.providers.personRecords.respondTo(over.nin, { kind: "not_found" });
  await app.drainQueue();
  app.jobFailures();
  reference = await app.startPayment(user, open);
  const one = async (text: string, values: readonly unknown[] = []) =>
    (await app.owner.query<{ id: string }>(text, [...values])).rows[0]?.id ?? "none";
  const wallet = "select id from ledger_accounts where owner_id = $1 and currency = $2";
  const house = "select id from ledger_accounts where kind = $1 and currency = $2";
  ids = {
    user: user.id,
    paid: paid.id,
    paidItem: paid.itemId,
    over: over.id,
    overItem: over.itemId,
    open: open.id,
    openItem: open.itemId,
    askedItem: asked.itemId,
    wallet: await one(wallet, [user.id, "NGN"]),
    dollars: await one(wallet, [user.id, "USD"]),
    cash: await one(house, ["provider_cash", "NGN"]),
    revenue: await one(house, ["revenue", "NGN"]),
    tax: await one(house, ["tax", "NGN"]),
    adjustments: await one(house, ["adjustments", "NGN"]),
    reference,
  };
  await app.owner.query(
    "insert into price_items select position, now(), price_ngn, vat_ngn, service_ngn, price_usd, vat_usd, service_usd, processing_ngn, 'test' from price_items",
  );
  await app.product.db.transaction("system", async (tx) => {
    await tx
      .insertInto("consent_evidence")
      .values({
        id: randomIds.rowId(),
        request_id: over.itemId,
        owner_id: user.id,
        event: "asked",
        channel: null,
        text_version: null,
        code_hash: null,
      })
      .execute();
  });
  await app.runSchedule("seal_audit");
});
let before: string;
const everything = async () => {
  const tables = [
    "ledger_accounts",
    "ledger_transfers",
    "purchases",
    "purchase_items",
    "payments",
    "results",
    "result_parts",
    "price_items",
    "audit_log",
    "consents",
  ];
  const parts = tables.map(
    (table) =>
      `select '${table}' as t, md5(coalesce(string_agg(x::text, '|' order by x::text), '')) as sum from ${table} x`,
  );
  return JSON.stringify((await app.owner.query(parts.join(" union all "))).rows);
};
beforeEach(async () => void (before = await everything()));
afterEach(async () => {
  if ((await everything()) !== before) throw new Error("a rejected statement changed a table");
  await app.checkInvariants();
});
afterAll(() => app.close());

const filled = (text: string) =>
  text.replace(/\{(\w+)\}/g, (_blank, name: string) => (name === "new" ? randomIds.rowId() : (ids[name] ?? "none")));
const transfer = (
  from: string,
  to: string,
  but: { currency?: string; amount?: string; reason?: string; key?: string; leg?: number } = {},
) =>
  `insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
   values ('{new}', '${but.key ?? "adjustment:{new}"}', ${but.leg ?? 1}, '{${from}}', '{${to}}', '${but.currency ?? "NGN"}', ${but.amount ?? "100"}, '${but.reason ?? "ADJUSTMENT"}')`;

/** The SQLSTATEs of a missing right, a broken check, a duplicate key, and a missing referenced row. */
const refusals: Readonly<Record<string, string>> = {
  may_not: "42501",
  breaks: "23514",
  taken: "23505",
  elsewhere: "23503",
};

/**
 * Runs a statement as a role, in a transaction that may see all rows. @returns the error's code, or the number of
 * rows
 */
async function refusal(role: "idanimo_app" | "owner", text: string): Promise<string> {
  const client = await (role === "owner" ? app.owner : app.db.pool).connect();
  try {
    await client.query("begin; set local idanimo.owner = 'system'");
    const done = await client.query(filled(text));
    return `done: ${done.rowCount ?? 0} rows`;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

const granting = "update consents set state = 'granted', decided_at = now(), decided_by = 'page', gone_at = now()";
type Case = readonly [what: string, statement: string, refused: keyof typeof refusals];
const invariants: Readonly<Record<string, readonly Case[]>> = {
  "balances equal the transfers [R-01]": [
    ["an edited balance", "update ledger_accounts set balance_minor = 1000000 where id = '{wallet}'", "may_not"],
    ["an inserted wallet", "insert into ledger_accounts values ('{new}', '{user}', 'wallet', 'NGN', 5)", "may_not"],
    ["a deleted account", "delete from ledger_accounts where id = '{wallet}'", "may_not"],
    ["an edited transfer", "update ledger_transfers set amount_minor = 1", "may_not"],
    ["a deleted transfer", "delete from ledger_transfers", "may_not"],
    ["a truncated ledger", "truncate ledger_transfers cascade", "may_not"],
    ["a transfer of zero", transfer("adjustments", "wallet", { amount: "0" }), "breaks"],
    ["a negative transfer", transfer("adjustments", "wallet", { amount: "-5" }), "breaks"],
    ["a transfer to itself", transfer("wallet", "wallet"), "breaks"],
    ["a transfer across currencies", transfer("adjustments", "dollars"), "elsewhere"],
    [
      "a transfer in another currency than its accounts",
      transfer("adjustments", "wallet", { currency: "USD" }),
      "elsewhere",
    ],
    [
      "an additional allowed posting",
      "insert into allowed_postings values ('ADJUSTMENT', 'revenue', 'wallet')",
      "may_not",
    ],
    ["disabled triggers", "alter table ledger_transfers disable trigger all", "may_not"],
    ["bypassed triggers", "set local session_replication_role = replica", "may_not"],
  ],
  "no wallet is negative [R-02]": [
    ["a transfer of more than the balance", transfer("wallet", "adjustments", { amount: "9000000000" }), "breaks"],
    [
      "two transfers in one statement that together exceed the balance",
      `insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
       select gen_random_uuid(), 'adjustment:two', leg, '{wallet}', '{adjustments}', 'NGN', 600000, 'ADJUSTMENT' from generate_series(1, 2) leg`,
      "breaks",
    ],
  ],
  "only the money functions credit and charge [R-05 R-11]": [
    ["a top-up without a payment", transfer("cash", "wallet", { reason: "TOPUP" }), "may_not"],
    ["a charge without a purchase", transfer("wallet", "revenue", { reason: "VERIFICATION" }), "may_not"],
    ["a refund without an item", transfer("revenue", "wallet", { reason: "REFUND" }), "may_not"],
    ["a posting in the wrong direction", transfer("wallet", "cash", { reason: "ADJUSTMENT" }), "breaks"],
    ["a transfer between house accounts", transfer("revenue", "tax"), "breaks"],
    ["a direct call of post_charge", "select post_charge(p, '{wallet}', '{new}', '{new}') from purchases p", "may_not"],
    ["a direct call of mark_paid", "select mark_paid(p, 'WALLET') from purchases p where id = '{open}'", "may_not"],
  ],
  "nothing is paid or shown without a charge [R-04]": [
    [
      "a purchase set to paid",
      "update purchases set state = 'paid', payment_type = 'WALLET', paid_at = now() where id = '{open}'",
      "may_not",
    ],
    ["a purchase set to completed", "update purchases set state = 'completed' where id = '{paid}'", "may_not"],
    [
      "a purchase inserted as paid",
      `insert into purchases (id, session_code, transaction_id, owner_id, state, currency, price_minor, tax_minor, rate_minor, quote, quote_ends_at, payment_type, paid_at)
       values ('{new}', 'x', 'EA00000000000009', '{user}', 'paid', 'NGN', 1, 0, 1, '[]', now(), 'WALLET', now())`,
      "breaks",
    ],
    ["a changed price of a quoted purchase", "update purchases set price_minor = 1 where id = '{open}'", "may_not"],
    [
      "an extended quote",
      "update purchases set quote_ends_at = now() + interval '1 day' where id = '{open}'",
      "may_not",
    ],
    [
      "a lookup started without a payment",
      "update purchase_items set state = 'looking_up' where id = '{openItem}'",
      "may_not",
    ],
    [
      "a result of an unpaid item",
      "insert into results (request_id, owner_id, sealed, source) values ('{openItem}', '{user}', '\\x00', '')",
      "breaks",
    ],
    [
      "a piece of a record of an unpaid item",
      "insert into result_parts values ('{new}', '{openItem}', '{user}', array['identity'], '\\x00')",
      "breaks",
    ],
    ["a result moved to another request", "update results set request_id = '{openItem}'", "may_not"],
  ],
  "one effect per key, one credit per reference [R-06]": [
    ["a repeated key of a charge", transfer("adjustments", "wallet", { key: "purchase:{paid}" }), "taken"],
    [
      "a repeated reference",
      "insert into payments (id, reference, owner_id, purpose, currency, amount_minor, state, provider, ends_at) values ('{new}', '{reference}', '{user}', 'TOPUP', 'NGN', 1, 'initiated', 'x', now())",
      "taken",
    ],
    [
      "a payment set to succeeded",
      "update payments set state = 'succeeded' where reference = '{reference}'",
      "may_not",
    ],
    [
      "a payment inserted as succeeded",
      "insert into payments (id, reference, owner_id, purpose, currency, amount_minor, state, provider, ends_at) values ('{new}', 'EA00000000000008', '{user}', 'TOPUP', 'NGN', 1, 'succeeded', 'x', now())",
      "breaks",
    ],
    [
      "a changed amount of a payment",
      "update payments set amount_minor = 1 where reference = '{reference}'",
      "may_not",
    ],
    [
      "a changed owner of a payment",
      "update payments set owner_id = '{user}' where reference = '{reference}'",
      "may_not",
    ],
    [
      "two attempts for one request",
      "insert into lookup_attempts (id, request_id, provider) select gen_random_uuid(), '{overItem}', 'x' from generate_series(1, 2)",
      "taken",
    ],
  ],
  "a grant opens the required parts, and others only if they were offered [CL-03]": [
    [
      "a grant without a required part",
      `${granting}, parts_granted = array['photo'] where request_id = '{askedItem}'`,
      "breaks",
    ],
    [
      "a grant of a part that was not offered",
      `${granting}, parts_granted = array['identity', 'religion'] where request_id = '{askedItem}'`,
      "breaks",
    ],
    ["a grant of nothing", `${granting} where request_id = '{askedItem}'`, "breaks"],
    [
      "a part offered after the subject was asked",
      "update consents set parts_offered = parts_offered || array['religion'] where request_id = '{askedItem}'",
      "breaks",
    ],
    [
      "a part granted without a decision",
      "update consents set parts_granted = array['identity'] where request_id = '{askedItem}'",
      "breaks",
    ],
    [
      "a piece without a part",
      "insert into result_parts values ('{new}', '{askedItem}', '{user}', '{}', '\\x00')",
      "breaks",
    ],
    ["a piece moved to another part", "update result_parts set parts = array['identity']", "may_not"],
  ],
  "only the closing function ends an item, once [R-03 R-09]": [
    [
      "an edited outcome of an open item",
      "update purchase_items set state = 'closed', outcome = 'DELIVERED' where id = '{paidItem}'",
      "may_not",
    ],
    [
      "another outcome of a closed item",
      "update purchase_items set outcome = 'PROVIDER_FAILED' where id = '{overItem}'",
      "may_not",
    ],
    ["a reopened item", "update purchase_items set state = 'awaiting_consent' where id = '{overItem}'", "breaks"],
    ["a deleted item", "delete from purchase_items where id = '{overItem}'", "may_not"],
    ["a paid purchase abandoned", "update purchases set state = 'abandoned' where id = '{paid}'", "breaks"],
    ["an edited counter of the history", "update request_totals set successful = 9", "may_not"],
    [
      "an additional allowed transition",
      "insert into allowed_moves values ('item', 'closed', 'looking_up')",
      "may_not",
    ],
  ],
  "the audit trail is append-only [R-10]": [
    ["an edited audit row", "update audit_log set reason = ''", "may_not"],
    ["deleted audit rows", "delete from audit_log", "may_not"],
    ["an inserted seal", "insert into audit_seals values (99, '{new}', '\\x00')", "may_not"],
    ["an edited seal", "update audit_seals set hash = '\\x00'", "may_not"],
    ["an edited chain head", "update audit_heads set hash = '\\x00'", "may_not"],
    ["edited evidence", "update consent_evidence set event = 'granted'", "may_not"],
    ["deleted evidence", "delete from consent_evidence", "may_not"],
    ["edited prices", "update price_items set price_ngn = 1", "may_not"],
    ["deleted prices", "delete from price_items", "may_not"],
    ["an edited exchange rate", "update exchange_rates set kobo_per_dollar = 1", "may_not"],
    ["a deleted request", "delete from verification_requests", "may_not"],
    ["a deleted consent", "delete from consents", "may_not"],
    [
      "a replaced clock",
      "create or replace function product_now() returns timestamptz language sql as 'select now()'",
      "may_not",
    ],
  ],
};

describe.each(Object.entries(invariants))("%s [R-15]", (_invariant, cases) => {
  test.each(cases)("rejects for the program's role: %s", async (_what, statement, refused) => {
    // the role may insert no transfer at all, so the owner shows that the constraints hold
    const isTransfer = /^\s*insert into ledger_transfers/.test(statement);
    if (isTransfer) expect(await refusal("idanimo_app", statement)).toBe(refusals["may_not"]);
    const role = isTransfer && refused !== "may_not" ? "owner" : "idanimo_app";
    expect(await refusal(role, statement)).toBe(refusals[refused]);
  });
});

describe("append-only tables reject the owner too [R-15]", () => {
  const kept = [
    "ledger_transfers",
    "audit_log",
    "audit_seals",
    "audit_heads",
    "consent_evidence",
    "price_items",
    "exchange_rates",
  ];
  const change: Readonly<Record<string, string>> = {
    ledger_transfers: "amount_minor = 1",
    audit_log: "reason = ''",
    audit_seals: "position = 1",
    audit_heads: "position = 1",
    consent_evidence: "event = ''",
    price_items: "price_ngn = 1",
    exchange_rates: "kobo_per_dollar = 1",
  };
  test.each(
    kept.flatMap((table) => [
      `update ${table} set ${change[table] ?? ""}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]),
  )("%s", async (statement) => expect(await refusal("owner", statement)).toBe(refusals["may_not"]));
  test("rejects a second outcome", async () => {
    const second = "update purchase_items set outcome = 'PROVIDER_FAILED' where id = '{overItem}'";
    expect(await refusal("owner", second)).toBe(refusals["breaks"]);
  });
  test("rejects a charge into the wrong kind of account", async () => {
    for (const reason of ["TOPUP", "VERIFICATION", "STAKEHOLDERS", "REFUND"])
      expect(await refusal("owner", transfer("adjustments", "wallet", { reason }))).toBe(refusals["breaks"]);
  });
});

describe("row-level security [T-43]", () => {
  const tables = ["verification_requests", "consents", "consent_evidence", "results", "stakeholder_orders"] as const;
  const counted = async (scope: string | undefined) => {
    const client = await app.db.pool.connect();
    try {
      await client.query(`begin; ${scope === undefined ? "" : `set local idanimo.owner = '${scope}'`}`);
      const parts = tables.slice(0, 3).map((table) => `(select count(*) from ${table})`);
      const { rows } = await client.query<{ sum: bigint }>(`select ${parts.join(" + ")} as sum`);
      return Number(rows[0]?.sum);
    } finally {
      await client.query("rollback");
      client.release();
    }
  };

  test("shows rows to their owner and to no other user or missing scope", async () => {
    expect(await counted(undefined)).toBe(0);
    expect(await counted("")).toBe(0);
    expect(await counted("00000000-0000-4000-8000-000000000001")).toBe(0);
    expect(await counted(user.id)).toBeGreaterThan(3);
  });

  test.each(tables)("applies to the table owner of %s too", async (table) => {
    const { rows } = await app.owner.query(
      "select relrowsecurity as on, relforcerowsecurity as forced from pg_class where relname = $1",
      [table],
    );
    expect(rows).toEqual([{ on: true, forced: true }]);
  });

  test("rejects a row of another owner", async () => {
    const client = await app.db.pool.connect();
    await client.query("begin; set local idanimo.owner = '00000000-0000-4000-8000-000000000001'");
    const text =
      "insert into consent_evidence (id, request_id, owner_id, event) values ('{new}', '{overItem}', '{user}', 'granted')";
    await expect(client.query(filled(text))).rejects.toThrow("row-level security");
    await client.query("rollback");
    client.release();
  });
});

test("the grants of the program's role match grants.txt [R-15]", async () => {
  const { rows } = await app.owner.query<{ line: string }>(`
    with whole as (
      select table_name, privilege_type, null::text as columns from information_schema.role_table_grants where grantee = 'idanimo_app'
      union all
      select c.table_name, c.privilege_type, string_agg(c.column_name, ', ' order by c.column_name)
      from information_schema.column_privileges c
      where c.grantee = 'idanimo_app' and not exists (select from information_schema.role_table_grants t
        where t.grantee = c.grantee and t.table_name = c.table_name and t.privilege_type = c.privilege_type)
      group by 1, 2
      union all
      select 'function ' || p.proname || '()', 'EXECUTE', null from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'public' and has_function_privilege('idanimo_app', p.oid, 'execute') and p.prosecdef)
    select table_name || ': ' || string_agg(lower(privilege_type) || coalesce(' (' || columns || ')', ''), ', ' order by privilege_type) as line
    from whole group by table_name order by table_name`);
  await expect(rows.map((row) => `${row.line}\n`).join("")).toMatchFileSnapshot("grants.txt");
});

test("the program's role is no superuser, owns nothing and cannot use the queue [R-15]", async () => {
  const { rows } = await app.owner.query(`
    select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolcanlogin as mighty,
      (select count(*) from pg_class c where c.relowner = r.oid) as owned,
      has_schema_privilege(r.oid, 'graphile_worker', 'usage') as queue, has_schema_privilege(r.oid, 'public', 'create') as makes
    from pg_roles r where rolname = 'idanimo_app'`);
  expect(rows).toEqual([{ mighty: false, owned: 0n, queue: false, makes: false }]);
});
