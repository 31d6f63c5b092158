import { downloads } from "@idanimo/contract/reports";
import { apiBase } from "@idanimo/contract/operation";
import { formatMoney, naira } from "@idanimo/contract/money";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readPdf } from "../../../documents/testing/read-pdf.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { lookUp, pay } from "../../../testing/journey.ts";
import { movementsMost, readPeriod } from "./period.ts";
import { statementOf } from "./statement.ts";
import { readMovements } from "./store.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  expect(app.jobFailures()).toEqual([]);
  await app.checkInvariants();
});
afterAll(() => app.close());

const dayMs = 86_400_000;
const isoDay = (offset: number) => new Date(Date.now() + 3_600_000 + offset * dayMs).toISOString().slice(0, 10);
const path = (from: string, to: string, currency: "NGN" | "USD" = "NGN") =>
  downloads.statement(currency, from, to).slice(apiBase.length);
const movementsOf = (user: TestUser, from: string, to: string, currency: "NGN" | "USD" = "NGN") =>
  app.db.transaction({ owner: user.id }, (tx) => readMovements(tx, user.id, currency, { from, to }, movementsMost));
const sumOf = (read: Awaited<ReturnType<typeof movementsOf>>) =>
  read.movements.reduce((sum, { minor }) => sum + minor, read.opening);

describe("a wallet's statement", () => {
  test("WALLET-01 holds each charge, refund and top-up once, and its closing balance is the ledger's own", async () => {
    const user = await app.user({ NGN: 20_000_00n });
    await pay(user, await app.purchase(user));
    const failed = await lookUp(app, user, { kind: "failed", why: "server_error" });
    const today = isoDay(0);
    const read = await movementsOf(user, today, today);
    expect(sumOf(read)).toBe((await app.wallets(user)).NGN);
    const charges = read.movements.filter(({ reason }) => reason === "VERIFICATION");
    expect(charges.map(({ minor, labels }) => [minor, labels])).toEqual([
      [-588_00n, ["NIN"]],
      [-588_00n, ["NIN"]],
    ]);
    const back = read.movements.filter(({ reason }) => reason === "REFUND");
    expect(back.map(({ minor, searchType, reference }) => [minor, searchType, reference])).toEqual([
      [588_00n, "nin", failed.transactionID],
    ]);
    const answer = await user.get(path(today, today));
    expect(answer.headers).toMatchObject({ "content-type": "application/pdf", "cache-control": "no-store" });
    expect(answer.headers["content-disposition"]).toBe(
      `attachment; filename="Idanimo-statement-NGN-${today}-${today}.pdf"`,
    );
    const { heard } = readPdf(answer.rawPayload);
    const closing = formatMoney(naira((await app.wallets(user)).NGN));
    for (const part of [
      "Wallet statement",
      "Naira (NGN)",
      closing,
      "Look-up: NIN",
      "Money back: NIN",
      "-₦588",
      "+₦588",
    ])
      expect(heard).toContain(part);
    expect(heard).not.toContain(failed.nin); // T-54
    expect(heard).not.toContain(user.email);
  });

  test("what was before is its opening balance, and one wallet says nothing of the other", async () => {
    const user = await app.user({ NGN: 20_000_00n, USD: 50_00n });
    await app.setClockOffset(2 * dayMs);
    await pay(user, await app.purchase(user));
    const day = isoDay(2);
    const read = await movementsOf(user, day, day);
    expect([read.opening, read.movements.length, sumOf(read)]).toEqual([20_000_00n, 1, 19_412_00n]);
    const dollars = await movementsOf(user, day, day, "USD");
    expect([dollars.opening, dollars.movements]).toEqual([50_00n, []]);
    const before = await movementsOf(user, isoDay(-3), isoDay(-2));
    expect([before.opening, before.movements]).toEqual([0n, []]);
    const other = await app.user();
    expect(await movementsOf(other, isoDay(-3), day)).toEqual({ opening: 0n, movements: [] });
    const { heard } = readPdf((await other.get(path(day, day))).rawPayload);
    expect(heard).toContain("Nothing moved in these days.");
  });

  test("its days are days in Lagos: one begins at 23:00 of the day before in UTC", async () => {
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
    { query: "from=2026-01-02&to=2026-01-01", field: "from" },
    { query: "from=2025-01-01&to=2026-01-02", field: "from" },
    { query: "from=2026-01-01&to=2099-01-02", field: "to" },
    { query: "from=2026-01-01&to=2026-01-02&id=1", field: "id" },
  ])("$query is refused and names $field", async ({ query, field }) => {
    const answer = await (await app.user()).get(`/user/statement.pdf?${query}`);
    const { code, fields } = answer.json<{ code: string; fields: Record<string, string> }>();
    expect([answer.statusCode, code, Object.keys(fields)]).toEqual([400, "bad_input", [field]]);
  });

  test("a leap year fits, a day more does not", () => {
    const now = new Date("2026-11-21T10:00:00Z");
    expect(readPeriod({ from: "2024-01-01", to: "2024-12-31" }, now).ok).toBe(true);
    expect(readPeriod({ from: "2024-01-01", to: "2025-01-01" }, now).ok).toBe(false);
    // an hour before midnight in UTC the next day has come in Lagos
    expect(readPeriod({ from: "2026-11-21", to: "2026-11-22" }, new Date("2026-11-21T23:30:00Z")).ok).toBe(true);
  });
});

test("the balance beside each movement is the one before plus what moved", () => {
  const at = new Date("2026-11-21T10:00:00Z");
  const of = (minor: bigint) => ({
    at,
    reason: "ADJUSTMENT" as const,
    minor,
    reference: null,
    labels: null,
    searchType: null,
  });
  const { blocks } = statementOf({
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
