import { randomIds } from "../../kernel/ids.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";

/** Rows and steps of tests that send wrong SQL to the database. */

export type ConstraintRows = {
  readonly app: TestApp;
  readonly user: TestUser;
  /** Ids by the names that statements use, such as `{wallet}`. */
  readonly ids: Readonly<Record<string, string>>;
};

/** Starts the application with one user and their purchases, one in each state that the statements need. */
export async function createConstraintRows(): Promise<ConstraintRows> {
  const app = await createTestApp();
  const user = await app.user({ NGN: 10_000_00n, USD: 50_00n });
  const [paid, over, open] = [await app.purchase(user), await app.purchase(user), await app.purchase(user)];
  const asked = await app.purchase(user);
  for (const { sessionCode, transactionID, amount } of [paid, over, asked])
    await user.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
  app.providers.personRecords.respondTo(paid.nin, { kind: "not_accepted", why: "busy" });
  app.providers.personRecords.respondTo(over.nin, { kind: "not_found" });
  await app.drainQueue();
  app.jobFailures();
  const reference = await app.startPayment(user, open);
  const one = async (text: string, values: readonly unknown[] = []) =>
    (await app.owner.query<{ id: string }>(text, [...values])).rows[0]?.id ?? "none";
  const wallet = "select id from ledger_accounts where owner_id = $1 and currency = $2";
  const house = "select id from ledger_accounts where kind = $1 and currency = $2";
  const ids: Readonly<Record<string, string>> = {
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
    "insert into price_items (item, valid_from, price_ngn, vat_ngn, service_ngn, price_usd, vat_usd, service_usd, changed_by) select item, now(), price_ngn, vat_ngn, service_ngn, price_usd, vat_usd, service_usd, 'test' from price_items",
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
  return { app, user, ids };
}

export const transfer = (
  from: string,
  to: string,
  but: { currency?: string; amount?: string; reason?: string; key?: string; leg?: number } = {},
) =>
  `insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason)
   values ('{new}', '${but.key ?? "adjustment:{new}"}', ${but.leg ?? 1}, '{${from}}', '{${to}}', '${but.currency ?? "NGN"}', ${but.amount ?? "100"}, '${but.reason ?? "ADJUSTMENT"}')`;

/** The SQLSTATEs of a missing right, a broken check, a duplicate key, and a missing referenced row. */
export const refusals: Readonly<Record<string, string>> = {
  may_not: "42501",
  breaks: "23514",
  taken: "23505",
  elsewhere: "23503",
};

/** Steps that need the rows. @param rows returns the rows, which may be inserted later */
export function createConstraintSteps(rows: () => ConstraintRows) {
  /** The content of the tables, as one value to compare. */
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
    return JSON.stringify((await rows().app.owner.query(parts.join(" union all "))).rows);
  };
  let before: string;
  /** Reads all tables, before a test. */
  async function recordTables(): Promise<void> {
    before = await everything();
  }
  /** Checks that the test changed no table, and that all invariants are true. */
  async function verifyTables(): Promise<void> {
    if ((await everything()) !== before) throw new Error("a rejected statement changed a table");
    await rows().app.checkInvariants();
  }

  const filled = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_blank, name: string) =>
      name === "new" ? randomIds.rowId() : (rows().ids[name] ?? "none"),
    );

  /**
   * Runs a statement as a role, in a transaction that may see all rows. @returns the error's code, or the number of
   * rows
   */
  async function refusal(role: "idanimo_app" | "owner", text: string): Promise<string> {
    const client = await (role === "owner" ? rows().app.owner : rows().app.db.pool).connect();
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

  return { filled, refusal, recordTables, verifyTables };
}
