import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { codeOf, createTestConsole, json, rows, type TestConsole, type TestOperator } from "../testing/console.ts";

/** The lists of Money, the daily comparison and the accounts report. */

let product: TestApp;
let operatorConsole: TestConsole;
let user: TestUser;
let finance: TestOperator;
let auditor: TestOperator;
let support: TestOperator;
beforeAll(async () => {
  product = await createTestApp();
  operatorConsole = await createTestConsole(product);
  user = await product.user({ NGN: 5_000_00n });
  finance = await operatorConsole.operator("finance");
  auditor = await operatorConsole.operator("auditor");
  support = await operatorConsole.operator("support");
});
afterEach(() => product.checkInvariants());
afterAll(() => product.close());

type Page = {
  rows: { id: string; reference: string; state: string; quarantinedMinor: number | null }[];
  next: string | null;
};

/** Payments of earlier days that failed, and every fortieth received differently. */
async function addPayments(count: number): Promise<void> {
  const client = await product.owner.connect();
  await client.query("begin; set local session_replication_role = replica");
  await client.query(
    `insert into payments (id, reference, owner_id, purpose, currency, amount_minor, state, provider, created_at, ends_at, quarantined_minor)
     select gen_random_uuid(), 'EA' || lpad(n::text, 14, '0'), $1, 'TOPUP', 'NGN', 1000_00,
       case when n % 2 = 0 then 'failed' else 'expired' end, 'test', product_now() - interval '3 days' + n * interval '1 second',
       product_now(), case when n % 40 = 0 then 900_00 end
     from generate_series(1, $2::int) n`,
    [user.id, count],
  );
  await client.query(
    "insert into cases (id, kind, object_id, detail) select gen_random_uuid(), 'payment_mismatch', id, 'a test' from payments where quarantined_minor is not null",
  );
  await client.query("commit");
  client.release();
}

describe("the list of payments", () => {
  test("returns 50 a page, newest first, without a gap or a repeat", async () => {
    await addPayments(120);
    const first = json<Page>(await finance.get("/payments"));
    expect(first.rows).toHaveLength(50);
    const second = json<Page>(await finance.get(`/payments?after=${first.next}`));
    const third = json<Page>(await finance.get(`/payments?after=${second.next}`));
    const all = [first, second, third].flatMap((page) => page.rows.map(({ reference }) => reference));
    const { rows: stored } = await product.owner.query<{ reference: string }>(
      "select reference from payments order by created_at desc, id desc",
    );
    expect(all).toEqual(stored.map(({ reference }) => reference));
    expect(third.next).toBeNull();
  });

  test("shows one state, and payments that were received differently", async () => {
    const stateOf = async (view: string) =>
      json<Page>(await auditor.get(`/payments?view=${view}`)).rows.map(({ state }) => state);
    expect(new Set(await stateOf("failed"))).toEqual(new Set(["failed", "expired"]));
    expect(await stateOf("waiting")).toEqual([]);
    const differing = json<Page>(await finance.get("/payments?view=differs"));
    expect(differing.rows.map(({ quarantinedMinor }) => quarantinedMinor)).toEqual([900, 900, 900]);
    expect(codeOf(await finance.get("/payments?view=other"))).toBe("bad_input");
  });

  test("is closed to support, and open to the auditor, who moves nothing", async () => {
    for (const path of ["/payments", "/refunds", "/pay-outs", "/reconciliation/days", "/reconciliation/differences"]) {
      expect([path, codeOf(await support.get(path))]).toEqual([path, "operator_right_missing"]);
      expect([path, (await auditor.get(path)).statusCode]).toEqual([path, 200]);
    }
    const claimed = await auditor.post(`/pay-outs/${user.id}/claim`, {});
    expect(codeOf(claimed)).toBe("operator_right_missing");
  });
});

test("refunds by operators are listed with both operators and the reason", async () => {
  const payer = await product.user({ NGN: 10_000_00n });
  const purchase = await product.purchase(payer);
  product.providers.personRecords.respondTo(purchase.nin, { kind: "not_found" });
  const { sessionCode, transactionID, amount } = purchase;
  await payer.post("/transaction/wallet-payment", { sessionCode, transactionID, amount });
  await product.drainQueue();
  const second = await operatorConsole.operator("finance");
  const asked = await finance.post("/refunds", { requestId: purchase.itemId, reason: "the source was wrong" });
  const { approvalId } = json<{ approvalId: string }>(asked);
  await second.post(`/approvals/${approvalId}/decide`, { decision: "approve" });
  const list = json<{ rows: object[] }>(await auditor.get("/refunds"));
  expect(list.rows[0]).toMatchObject({
    requestId: purchase.itemId,
    ownerId: payer.id,
    amount: { currency: "NGN", minor: 588 },
    reason: "the source was wrong",
    requestedBy: finance.email,
    confirmedBy: second.email,
  });
});

describe("the daily comparison", () => {
  test("returns 25 days a page without days on which nothing moved", async () => {
    await rows(
      product,
      `insert into reconciliation_days (provider, day, currency, theirs_count, theirs_minor, ours_count, ours_minor, differences)
       select 'test', date '2026-09-30' - n, c, case when n % 5 = 0 then 0 else 2 end, 0, 0, 0, 0
       from generate_series(0, 39) n, (values ('NGN'), ('USD')) k (c)`,
    );
    type Days = { rows: { day: string; currency: string }[]; next: string | null };
    const first = json<Days>(await finance.get("/reconciliation/days"));
    expect([first.rows.length, first.rows[0]?.day, first.next]).toEqual([50, "2026-09-29", "2026-08-30"]);
    const rest = json<Days>(await finance.get(`/reconciliation/days?before=${first.next}`));
    expect([rest.rows.length, rest.rows.at(-1)?.day, rest.next]).toEqual([14, "2026-08-22", null]);
    expect(codeOf(await finance.get("/reconciliation/days?before=2026-02-31"))).toBe("bad_input");
  });

  test("lists open differences, oldest first, with their case", async () => {
    const [case1] = await rows<{ id: string }>(
      product,
      `with d as (
         insert into reconciliation_differences (id, provider, kind, identity, day, reference, their_currency, their_minor)
         values (gen_random_uuid(), 'test', 'unknown_here', 'x1', '2026-11-20', null, 'GHS', 500) returning id),
       done as (
         insert into reconciliation_differences (id, provider, kind, identity, day, resolved_at)
         values (gen_random_uuid(), 'test', 'twice', 'x2', '2026-11-20', product_now()))
       insert into cases (id, kind, object_id, detail) select gen_random_uuid(), 'reconciliation', id, 'a test' from d returning id`,
    );
    const list = json<{ rows: object[]; next: null }>(await finance.get("/reconciliation/differences"));
    expect(list).toMatchObject({
      rows: [{ kind: "unknown_here", provider: { currency: "GHS", minor: 5 }, ledger: null, caseId: case1?.id }],
      next: null,
    });
  });
});

describe("the accounts report", () => {
  const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);

  test("balances, and is the same as a file", async () => {
    const report = json<{ accounts: { name: string; currency: string; closing: number }[]; imbalances: string[] }>(
      await auditor.get(`/accounts-report?from=${today}&to=${today}`),
    );
    expect(report.imbalances).toEqual([]);
    const wallets = report.accounts.find(({ name, currency }) => name === "Customers' wallets" && currency === "NGN");
    const [stored] = await rows<{ sum: bigint }>(
      product,
      "select sum(balance_minor)::bigint as sum from ledger_accounts where kind = 'wallet' and currency = 'NGN'",
    );
    expect(wallets?.closing).toBe(Number(stored?.sum) / 100);
    const csv = (await auditor.get(`/accounts-report/accounts.csv?from=${today}&to=${today}`)).body;
    expect(csv).toContain(`"Customers' wallets"`);
    const details = await auditor.get(`/accounts-report/every-account.csv?from=${today}&to=${today}`);
    expect(details.body.split("\r\n").length).toBeGreaterThan(4);
    expect((await auditor.get(`/accounts-report/movements.csv?from=${today}&to=${today}`)).statusCode).toBe(200);
    const pdf = await auditor.get(`/accounts-report.pdf?from=${today}&to=${today}`);
    expect([pdf.headers["content-type"], pdf.body.slice(0, 5)]).toEqual(["application/pdf", "%PDF-"]);
    for (const file of [csv, details.body])
      for (const value of [user.email, user.id]) expect(file).not.toContain(value);
  });

  test("rejects a range that is reversed or still to come, and another role", async () => {
    for (const range of [
      "from=2026-11-02&to=2026-11-01",
      "from=2999-01-01&to=2999-01-02",
      "from=2026-02-31&to=2026-03-01",
      "",
    ])
      for (const path of ["/accounts-report", "/accounts-report.pdf", "/accounts-report/every-account.csv"])
        expect([path, range, codeOf(await finance.get(`${path}?${range}`))]).toEqual([path, range, "bad_input"]);
    const range = `from=${today}&to=${today}`;
    for (const path of ["/accounts-report.pdf", "/accounts-report/every-account.csv"]) {
      expect(codeOf(await support.get(`${path}?${range}`))).toBe("operator_right_missing");
      expect((await product.app.inject({ url: `/console/v1${path}?${range}` })).statusCode).toBe(404);
      expect((await operatorConsole.app.inject({ url: `/console/v1${path}?${range}` })).statusCode).toBe(401);
    }
  });
});
