import { priceItems } from "@idanimo/contract/price-items";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { createTestConsole, rows, type TestOperator } from "../../testing/console.ts";
import { createTestTerminal, type TestTerminal } from "../../testing/terminal.ts";
import { findCurrentPrices } from "../pricing/index.ts";

/** Prices and the exchange rate, as operators list and change them at the terminal. */

let app: TestApp;
let terminal: TestTerminal;
let bola: TestOperator;
let asAda: TestTerminal["run"];
let asBola: TestTerminal["run"];
beforeAll(async () => {
  app = await createTestApp();
  const operatorConsole = await createTestConsole(app);
  terminal = createTestTerminal(app, operatorConsole);
  bola = await operatorConsole.operator("prices");
  asAda = await terminal.as(await operatorConsole.operator("prices"));
  asBola = await terminal.as(bola);
});
afterEach(async () => {
  const emptied =
    "delete from price_items where changed_by like '%@%'; delete from exchange_rates where changed_by like '%@%'; delete from approvals";
  await app.owner.query(`begin; set local session_replication_role = replica; ${emptied}; commit`);
});
afterAll(() => app.close());

const because = ["--reason", "the register asks more"];
/** The id of the approval that a command requested. */
const approvalIn = (lines: readonly string[]) => /approve ([0-9a-f-]{36})$/m.exec(lines.join("\n"))?.[1] ?? "";
const rowCount = async () =>
  (
    await rows<{ count: bigint }>(
      app,
      "select (select count(*) from price_items) + (select count(*) from exchange_rates) + (select count(*) from approvals) as count",
    )
  )[0]?.count;
/** The current amounts of the NIN item. */
const nin = async () => (await findCurrentPrices(app.db.single)).items.nin;
/** The next day in Lagos, whose clock is an hour ahead of UTC. */
const tomorrow = () => new Date(Date.now() + 25 * 3_600_000).toISOString().slice(0, 10);

test("prices lists the source's ten items first, then the others, with their totals [PRICE-19]", async () => {
  const { lines, isWell } = await terminal.run("prices");
  expect(isWell).toBe(true);
  const cells = lines.map((line) => line.split(/ {2,}/).map((cell) => cell.trim()));
  const table = cells.map(([item, , , , , total, , , , dollars]) => [item, total, dollars]);
  expect(table.slice(0, 12)).toEqual([
    ["item", "total", "total $"],
    ["nin", "₦588", "$0.83"],
    ["phone", "₦1,125", "$1.58"],
    ["face", "₦1,125", "$1.58"],
    ["company", "₦910", "$1.26"],
    ["bvn", "₦1,613", "$2.14"],
    ["vin", "₦5,425", "$7.59"],
    ["licenseNumber", "₦1,125", "$1.58"],
    ["stolenCheck", "₦1,125", "$1.58"],
    ["stakeholders", "₦1,125", "$1.58"],
    ["legitCar", "₦1,125", "$1.58"],
    ["bankAccount", "₦118", "$0.17"],
  ]);
  expect(table.slice(1, -1).map(([item]) => item)).toEqual([...priceItems]);
  expect(table.at(-1)).toEqual(["$1 is ₦1,500.", undefined, undefined]);
  const totals = lines
    .slice(0, -1)
    .map((line, at) => line.indexOf(cells[at]?.[5] ?? "") + (cells[at]?.[5] ?? "").length);
  expect(new Set(totals).size).toBe(1); // amounts are right-aligned
});

test("set-price requests, another operator approves, and other amounts stay [OC-12 R-10]", async () => {
  const requested = await asAda("set-price", "NIN", "--price", "600.50", "--usd", "0.8", ...because);
  expect(requested.isWell).toBe(true);
  expect((await nin())?.price.NGN).toBe(500_00n);
  const id = approvalIn(requested.lines);
  expect((await asAda("approve", id)).lines[0]).toContain("Another person must approve");
  expect((await asBola("approvals")).lines.join("\n")).toContain(id);
  expect((await asBola("approve", id)).lines).toEqual(["Approved and done."]);
  expect((await asBola("approve", id)).isWell).toBe(false);
  expect(await nin()).toEqual({
    price: { NGN: 600_50n, USD: 80n },
    vat: { NGN: 38_00n, USD: 6n },
    serviceFee: { NGN: 50_00n, USD: 7n },
    processingFee: 0n,
  });
  expect(
    await rows(app, "select actor_kind, actor_id, reason from audit_log where action = 'price_changed' order by at"),
  ).toEqual([
    {
      actor_kind: "operator",
      actor_id: bola.id,
      reason: "nin 600.50/38/50/0 0.80/0.06/0.07",
    },
  ]);
  const history = (await terminal.run("prices", "nin")).lines;
  expect(history.map((line) => line.split(/ {2,}/)[0]?.trim())).toEqual(["", "now", "past"]);
  expect(history[2]).toMatch(/₦500 .* opening prices$/);
});

test("set-price accepts every amount of an item", async () => {
  const named = { price: "1", vat: "2", fee: "3", processing: "15", usd: "0.04", "usd-vat": "0.05", "usd-fee": "0.06" };
  const options = Object.entries(named).flatMap(([part, text]) => [`--${part}`, text]);
  const { lines } = await asAda("set-price", "nin", ...options, ...because);
  await asBola("approve", approvalIn(lines));
  expect(await nin()).toEqual({
    price: { NGN: 1_00n, USD: 4n },
    vat: { NGN: 2_00n, USD: 5n },
    serviceFee: { NGN: 3_00n, USD: 6n },
    processingFee: 15_00n,
  });
});

test("a planned change applies from its start", async () => {
  const { lines } = await asAda("set-price", "nin", "--price", "700", "--from", tomorrow(), ...because);
  await asBola("approve", approvalIn(lines));
  expect((await nin())?.price.NGN).toBe(500_00n);
  expect((await terminal.run("prices", "nin")).lines.map((line) => line.split(/ {2,}/)[0]?.trim())).toEqual([
    "",
    "planned",
    "now",
  ]);
});

test("set-rate changes the rate by at most a tenth, and keeps its history [PRICE-12 T-29]", async () => {
  expect((await asAda("set-rate", "1650.01", ...because)).isWell).toBe(false);
  expect((await asAda("set-rate", "1349.99", ...because)).isWell).toBe(false);
  const { lines } = await asAda("set-rate", "1650", ...because);
  await asBola("approve", approvalIn(lines));
  expect((await findCurrentPrices(app.db.single)).rate).toBe(1_650_00n);
  expect((await terminal.run("rate")).lines.map((line) => line.split(/ {2,}/)[0]?.trim())).toEqual(["", "now", "past"]);
});

describe("wrong arguments", () => {
  test.each<[line: string, names: string]>([
    ["set-price", "<item> is missing"],
    ["set-price passport --price 1 --reason x", "passport is not an item"],
    ["set-price nin --reason x", "price: "],
    ["set-price nin --price --reason x", "--price needs a value"],
    ["set-price nin --price 1e3 --reason x", "price: "],
    ["set-price nin --price 1,500 --reason x", "price: "],
    ["set-price nin --price 1.005 --reason x", "price: "],
    ["set-price nin --price -1 --reason x", "price: "],
    ["set-price nin --price 10000000.01 --reason x", "price: "],
    ["set-price nin --price 0 --reason x", "price: "],
    ["set-price nin --usd 0 --reason x", "price: "],
    ["set-price nin --price 1 --price 2 --reason x", "--price is given twice"],
    ["set-price nin --prise 1 --reason x", "--prise is not an option"],
    ["set-price nin --price 600 --as ada", "--as is not an option"],
    ["set-price nin 600 --reason x", "600 is one argument too many"],
    ["set-price nin --price 600", "reason: "],
    ["set-price nin --price 600 --from 2020-01-01 --reason x", "validFrom: "],
    ["set-price nin --price 600 --from tomorrow --reason x", "validFrom: "],
    ["set-price nin --price 600 --from 2031-02-30 --reason x", "validFrom: "],
    ["set-rate", "<naira> is missing"],
    ["set-rate x --reason x", "rate: "],
    ["set-rate 0 --reason x", "rate: "],
    ["set-rate 1500 --reason x", "rate: "],
    ["prices passport", "passport is not an item"],
    ["rate now", "now is one argument too many"],
  ])("rejects `%s`: %s", async (line, names) => {
    const before = await rowCount();
    const [name = "", ...args] = line.split(" ");
    const { lines, isWell } = await asAda(name, ...args);
    expect(isWell).toBe(false);
    expect(lines[0]).toContain(names);
    expect(await rowCount()).toBe(before);
  });

  test("rejects a second change of an item while one waits", async () => {
    const line = ["set-price", "nin", "--from", tomorrow(), ...because] as const;
    expect((await asAda(...line, "--price", "700")).isWell).toBe(true);
    expect((await asBola(...line, "--price", "800")).isWell).toBe(false);
  });
});
