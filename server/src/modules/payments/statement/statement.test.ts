import { lagosDay } from "@idanimo/contract/date-format";
import { downloads } from "@idanimo/contract/downloads";
import { apiBase } from "@idanimo/contract/operation";
import { formatMoney, naira } from "@idanimo/contract/money";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { queueLongDocument } from "../../../documents/index.ts";
import { parsePdf } from "../../../documents/testing/parse-pdf.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { completeLookup, payPurchase } from "../../../testing/lookup-steps.ts";
import { buildReceipt } from "../receipts/receipt.ts";
import { findReceiptData } from "../receipts/store.ts";
import { maxMovements, resolvePeriod } from "./period.ts";
import { buildStatement } from "./statement.ts";
import { readMovements } from "./store.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The last noon in Lagos. The clock starts there, so that no test crosses midnight. */
const noon = Date.parse(`${lagosDay(new Date(Date.now() - 12 * hourMs))}T11:00:00Z`);
const isoDay = (offset: number) => lagosDay(new Date(noon + offset * dayMs));

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
const begin = () => app.setClockOffset(noon - Date.now());
beforeEach(begin);
afterEach(async () => {
  await begin();
  expect(app.jobFailures()).toEqual([]);
  await app.checkInvariants();
});
afterAll(() => app.close());

const path = (from: string, to: string, currency: "NGN" | "USD" = "NGN") =>
  downloads.statement(currency, from, to).slice(apiBase.length);
const movementsOf = (user: TestUser, from: string, to: string, currency: "NGN" | "USD" = "NGN") =>
  app.db.transaction({ owner: user.id }, (tx) => readMovements(tx, user.id, currency, { from, to }, maxMovements));
const sumOf = (read: Awaited<ReturnType<typeof movementsOf>>) =>
  read.movements.reduce((sum, { minor }) => sum + minor, read.opening);

describe("a wallet's statement", () => {
  test("lists each movement once and closes with the ledger's balance [WALLET-01]", async () => {
    const user = await app.user({ NGN: 20_000_00n });
    await payPurchase(user, await app.purchase(user));
    const failed = await completeLookup(app, user, { kind: "failed", why: "server_error" });
    const today = isoDay(0);
    const read = await movementsOf(user, today, today);
    expect(sumOf(read)).toBe((await app.wallets(user)).NGN);
    const charges = read.movements.filter(({ reason }) => reason === "VERIFICATION");
    expect(charges.map(({ minor, labels }) => [minor, labels])).toEqual([
      [-588_00n, ["NIN"]],
      [-588_00n, ["NIN"]],
    ]);
    const back = read.movements.filter(({ reason }) => reason === "REFUND");
    expect(back.map(({ minor, searchTypes, lines, reference }) => [minor, searchTypes, lines, reference])).toEqual([
      [588_00n, ["nin"], 1, failed.transactionID],
    ]);
    const response = await user.get(path(today, today));
    expect(response.headers).toMatchObject({ "content-type": "application/pdf", "cache-control": "no-store" });
    expect(response.headers["content-disposition"]).toBe(
      `attachment; filename="Idanimo-statement-NGN-${today}-${today}.pdf"`,
    );
    const { spokenText: heard } = parsePdf(response.rawPayload);
    const closing = formatMoney(naira((await app.wallets(user)).NGN));
    for (const part of ["Wallet statement", "Naira (NGN)", closing, "Check: NIN", "Refund: NIN", "-₦588", "+₦588"])
      expect(heard).toContain(part);
    expect(heard).not.toContain(failed.nin); // not the search value [T-54]
    expect(heard).not.toContain(user.email);
    const { rows } = await app.owner.query(
      "select object_id, reason from audit_log where action = $1 and actor_id = $2",
      ["downloaded_statement", user.id],
    );
    expect(rows).toEqual([{ object_id: user.id, reason: `NGN ${today} ${today}` }]); // one audit row
  });

  test("opens with the earlier balance and excludes the other wallet", async () => {
    const user = await app.user({ NGN: 20_000_00n, USD: 50_00n });
    await app.setClockOffset(noon + 2 * dayMs - Date.now());
    await payPurchase(user, await app.purchase(user));
    const day = isoDay(2);
    const read = await movementsOf(user, day, day);
    expect([read.opening, read.movements.length, sumOf(read)]).toEqual([20_000_00n, 1, 19_412_00n]);
    const dollars = await movementsOf(user, day, day, "USD");
    expect([dollars.opening, dollars.movements]).toEqual([50_00n, []]);
    const before = await movementsOf(user, isoDay(-3), isoDay(-2));
    expect([before.opening, before.movements]).toEqual([0n, []]);
    const other = await app.user();
    expect(await movementsOf(other, isoDay(-3), day)).toEqual({ opening: 0n, movements: [] });
    const { spokenText: heard } = parsePdf((await other.get(path(day, day))).rawPayload);
    expect(heard).toContain("No transactions in these days.");
  });

  test("counts Lagos days, which begin at 23:00 UTC", async () => {
    const user = await app.user();
    const wallet = "(select id from ledger_accounts where owner_id = $1 and kind = 'wallet' and currency = 'NGN')";
    await app.user({ NGN: 1n });
    await app.owner.query(
      `insert into ledger_accounts (id, owner_id, kind, currency, balance_minor) values (gen_random_uuid(), $1, 'wallet', 'NGN', 0)
       on conflict do nothing`,
      [user.id],
    );
    for (const [at, minor] of [
      ["2026-03-09T22:59:59Z", 1],
      ["2026-03-09T23:00:00Z", 20],
      ["2026-03-10T22:59:59Z", 300],
      ["2026-03-10T23:00:00Z", 4000],
    ])
      await app.owner.query(
        `insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason, created_at)
         select gen_random_uuid(), 'adjustment:' || gen_random_uuid(), 1, a.id, ${wallet}, 'NGN', $2, 'ADJUSTMENT', $3
         from ledger_accounts a where a.kind = 'adjustments' and a.currency = 'NGN'`,
        [user.id, minor, at],
      );
    const read = await movementsOf(user, "2026-03-10", "2026-03-10");
    expect([read.opening, read.movements.map(({ minor }) => minor)]).toEqual([1n, [20n, 300n]]);
  });

  test.each([
    { query: "from=2026-01-01&to=2026-01-02&currency=EUR", field: "currency" },
    { query: "to=2026-01-02", field: "from" },
    { query: "from=2026-02-30&to=2026-03-02", field: "from" },
    { query: "from=yesterday&to=2026-03-02", field: "from" },
    { query: "from=2026-02-01&to=2026-02-31", field: "to" },
    { query: "from=2026-01-02&to=2026-01-01", field: "to" },
    { query: "from=2025-01-01&to=2026-01-02", field: "from" },
    { query: "from=2099-01-01&to=2099-01-02", field: "from" },
    { query: "from=2026-01-01&to=2026-01-02&id=1", field: "id" },
  ])("rejects $query and names $field", async ({ query, field }) => {
    const response = await (await app.user()).get(`/user/statement.pdf?${query}`);
    const { code, fields } = response.json<{ code: string; fields: Record<string, string> }>();
    expect([response.statusCode, code, Object.keys(fields)]).toEqual([400, "bad_input", [field]]);
  });

  test("ends a month that has not ended with today in Lagos [DASH-16]", async () => {
    const month = { from: "2026-11-01", to: "2026-11-30" };
    for (const [now, to] of [
      ["2026-11-21T22:59:59Z", "2026-11-21"],
      ["2026-11-21T23:00:00Z", "2026-11-22"],
      ["2026-12-01T10:00:00Z", "2026-11-30"],
    ] as const)
      expect(resolvePeriod(month, new Date(now))).toMatchObject({ ok: true, value: { from: month.from, to } });
    const today = isoDay(0);
    const response = await (await app.user()).get(path(today, isoDay(20)));
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-disposition"]).toContain(`-${today}-${today}.pdf`);
  });
});

test("shows the balance after each movement", () => {
  const at = new Date("2026-11-21T10:00:00Z");
  const of = (minor: bigint) => ({
    at,
    reason: "ADJUSTMENT" as const,
    minor,
    reference: null,
    labels: null,
    searchTypes: [],
    lines: 1,
    madeBy: null,
  });
  const { blocks } = buildStatement({
    holder: { name: "Ada Obi", businessName: null, email: "ada@example.test" },
    currency: "USD",
    period: { from: "2026-11-01", to: "2026-11-21" },
    madeAt: at,
    opening: 10_00n,
    movements: [of(5_50n), of(-3_25n)],
  });
  const table = blocks.find((block) => block.kind === "table");
  expect(table?.rows.map((row) => row.slice(3))).toEqual([
    ["+$5.50", "$15.50"],
    ["-$3.25", "$12.25"],
  ]);
});

describe("a long statement, in a database of its own because it violates invariants", () => {
  const reference = "EA20260310000001";
  let stuffed: TestApp;
  let user: TestUser;
  beforeAll(async () => {
    stuffed = await createTestApp();
    user = await stuffed.user({ NGN: 1n });
    const client = await stuffed.owner.connect();
    await client.query("begin; set local session_replication_role = replica");
    await client.query(
      "create temp table made on commit drop as select gen_random_uuid() as id, n from generate_series(1, 12001) n",
    );
    // all but the last are refunded on one Lagos day
    const at =
      "timestamptz '2026-03-09T23:00:00Z' + make_interval(hours => case when n = 12001 then 24 else n % 24 end)";
    const wallet = "(select id from ledger_accounts where owner_id = $1 and kind = 'wallet' and currency = 'NGN')";
    const move = (
      key: string,
      amount: string,
      reason: string,
      instant: string,
      from = "product_account('revenue', 'NGN')",
      to = wallet,
    ) =>
      `insert into ledger_transfers (id, key, leg, from_account, to_account, currency, amount_minor, reason, created_at)
       select gen_random_uuid(), ${key}, 1, ${from}, ${to}, 'NGN', ${amount}, '${reason}', ${instant} from made`;
    for (const text of [
      `insert into purchases (id, session_code, transaction_id, owner_id, state, currency, price_minor, tax_minor, rate_minor, quote, quote_ends_at, paid_at, payment_type)
       select id, 'many', '${reference}', $1, 'completed', 'NGN', 1200100, 0, 1, '[{"label":"NIN","minor":"1200100"}]', now(), '2026-03-09', 'WALLET' from made where n = 1`,
      `insert into purchase_items (id, purchase_id, owner_id, position, search_type, price_minor, tax_minor, state, outcome, state_changed_at)
       select id, (select id from made where n = 1), $1, n, 'nin', 100, 0, 'closed', 'PROVIDER_FAILED', ${at} from made`,
      move("'refund:' || id", "100", "REFUND", at),
      // one more than a statement may contain, and a long one on another day
      `${move("'adjustment:' || id", "1", "ADJUSTMENT", "'2026-04-01T11:00:00Z'")} where n <= ${maxMovements + 1}`,
      `${move("'adjustment:' || gen_random_uuid()", "1", "ADJUSTMENT", "'2026-05-01T11:00:00Z'")} where n <= 600`,
    ])
      await client.query(text, [user.id]);
    await client.query("commit");
    client.release();
  });
  afterAll(() => stuffed.close());

  const moved = (from: string, to: string) =>
    stuffed.db.transaction({ owner: user.id }, (tx) => readMovements(tx, user.id, "NGN", { from, to }, maxMovements));
  const may = path("2026-05-01", "2026-05-01");

  test("shows the refunds of one purchase on one day as one movement [WALLET-01]", async () => {
    const { movements } = await moved("2026-03-10", "2026-03-11");
    expect(movements.map(({ minor, lines, reference: of }) => [minor, lines, of])).toEqual([
      [12_000_00n, 12_000, reference],
      [1_00n, 1, reference],
    ]);
    const { spokenText: heard } = parsePdf((await user.get(path("2026-03-10", "2026-03-11"))).rawPayload);
    for (const part of ["Refund: NIN, 12,000 lines", "+₦12,000", "Refund: NIN EA", "+₦1"])
      expect(heard).toContain(part);
    const sold = await stuffed.db.transaction({ owner: user.id }, (tx) => findReceiptData(tx, user.id, reference));
    expect(sold && buildReceipt(sold).refunds).toEqual([{ label: "NIN, 12,001 lines", value: "₦12,001" }]);
  });

  test("rejects too many movements and names the last day [T-72]", async () => {
    const response = await user.get(path("2026-04-01", "2026-04-01"));
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { code: "bad_input", fields: { to: "There are more than 4,000 transactions in these days. Choose fewer days." } },
    ]);
  });

  test("queues a long statement, or rejects it if the queue is full [T-72]", async () => {
    const done: (() => void)[] = [];
    const others = Array.from({ length: 3 }, () =>
      queueLongDocument(() => new Promise<void>((resolve) => void done.push(resolve))),
    );
    const rejected = await user.get(may);
    expect([rejected.statusCode, rejected.json<{ code: string }>().code, rejected.headers["retry-after"]]).toEqual([
      503,
      "unavailable",
      "2",
    ]);
    expect((await user.get(path("2026-03-10", "2026-03-11"))).statusCode).toBe(200);
    for (const other of others) {
      done.shift()?.();
      expect((await other).ok).toBe(true);
    }
    const response = await user.get(may);
    expect(response.statusCode).toBe(200);
    const { spokenText: heard } = parsePdf(response.rawPayload);
    expect(/Money in (\S+)/.exec(heard)?.[1]).toBe("₦6");
  });
});
