import { priceItems } from "@idanimo/contract/price-items";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Database } from "../../database/database.ts";
import { openPool } from "../../database/pools.ts";
import { randomIds } from "../../kernel/ids.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { findCurrentPrices } from "../pricing/index.ts";
import { runCommand } from "./index.ts";

/** Prices and the exchange rate, as operators set them. */

let base: TestDatabase;
beforeAll(async () => void (base = await createTestDatabase()));
afterEach(async () => {
  await base.setClockOffset(0);
  const emptied =
    "delete from price_items where changed_by = 'ada'; delete from exchange_rates where changed_by = 'ada'";
  await base.owner.query(
    `begin; set local session_replication_role = replica; ${emptied}; delete from audit_log; commit`,
  );
});
afterAll(() => base.close());

const runOperator = (line: readonly string[], db = base.db) =>
  runCommand(
    { owner: base.owner, db, keys: base.keys, ids: randomIds, publicUrl: "http://localhost:8080", sources: [] },
    line[0] ?? "",
    line.slice(1),
  );
const by = ["--as", "ada"];
const audit = async () =>
  (
    await base.owner.query<{ line: string }>(
      "select actor_kind || ' ' || action || ' ' || reason as line from audit_log order by at",
    )
  ).rows.map((row) => row.line);
const rowCount = async () =>
  (
    await base.owner.query<{ count: bigint }>(
      "select (select count(*) from price_items) + (select count(*) from exchange_rates) as count",
    )
  ).rows[0]?.count;
/** The current amounts of the NIN item. */
const nin = async () => (await findCurrentPrices(base.db.single)).items.nin;
/** The next day in Lagos, whose clock is an hour ahead of UTC. */
const tomorrow = () => new Date(Date.now() + 25 * 3_600_000).toISOString().slice(0, 10);

test("prices lists the source's ten items first, then the others, with their totals [PRICE-19]", async () => {
  const { lines, isWell } = await runOperator(["prices"]);
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

test("set-price adds a row, leaves other amounts unchanged and writes an audit row [R-10]", async () => {
  const done = await runOperator(["set-price", "NIN", "--price", "600.50", "--usd", "0.8", ...by]);
  expect(done.isWell).toBe(true);
  expect(await nin()).toEqual({
    price: { NGN: 600_50n, USD: 80n },
    vat: { NGN: 38_00n, USD: 6n },
    serviceFee: { NGN: 50_00n, USD: 7n },
    processingFee: 0n,
  });
  expect(await audit()).toEqual(["operator price_changed ada: nin 600.50/38/50/0 0.80/0.06/0.07"]);
  const history = (await runOperator(["prices", "nin"])).lines;
  expect(history.map((line) => line.split(/ {2,}/)[0]?.trim())).toEqual(["", "now", "past"]);
  expect(history[1]).toMatch(/₦600\.50 .* ada$/);
  expect(history[2]).toMatch(/₦500 .* opening prices$/);
});

test("set-price accepts every amount of an item", async () => {
  const named = { price: "1", vat: "2", fee: "3", processing: "15", usd: "0.04", "usd-vat": "0.05", "usd-fee": "0.06" };
  const done = await runOperator([
    "set-price",
    "nin",
    ...Object.entries(named).flatMap(([part, text]) => [`--${part}`, text]),
    ...by,
  ]);
  expect(await nin()).toEqual({
    price: { NGN: 1_00n, USD: 4n },
    vat: { NGN: 2_00n, USD: 5n },
    serviceFee: { NGN: 3_00n, USD: 6n },
    processingFee: 15_00n,
  });
  expect(done.lines.find((line) => line.startsWith("now"))).toMatch(/₦21 .*\$0\.16/); // 15 naira are one cent
});

test("a planned change applies from its start, and a later one builds on it", async () => {
  await runOperator(["set-price", "nin", "--price", "700", "--from", tomorrow(), ...by]);
  await runOperator(["set-price", "nin", "--vat", "50", "--from", `${tomorrow()} 00:05`, ...by]);
  expect((await nin())?.price.NGN).toBe(500_00n);
  expect((await runOperator(["prices", "nin"])).lines.map((line) => line.split(/ {2,}/)[0]?.trim())).toEqual([
    "",
    "planned",
    "planned",
    "now",
  ]);
  await base.setClockOffset(2 * 86_400_000);
  expect(await nin()).toMatchObject({ price: { NGN: 700_00n }, vat: { NGN: 50_00n } });
});

test("concurrent set-price commands do not overwrite each other's amounts", async () => {
  const other = new Database(
    openPool({ url: base.appUrl, role: "idanimo_app", size: 2, name: "test-other", onConnectionError: () => {} }),
  );
  const done = await Promise.all([
    runOperator(["set-price", "nin", "--price", "610", ...by]),
    runOperator(["set-price", "nin", "--vat", "46", ...by], other),
    runOperator(["set-price", "nin", "--fee", "55", ...by]),
  ]);
  await other.close();
  expect(done.map(({ isWell }) => isWell)).toEqual([true, true, true]);
  expect(await nin()).toMatchObject({ price: { NGN: 610_00n }, vat: { NGN: 46_00n }, serviceFee: { NGN: 55_00n } });
});

test("set-rate changes the rate by at most a tenth, and keeps its history [PRICE-12 T-29]", async () => {
  expect((await runOperator(["set-rate", "1650.01", ...by])).lines[0]).toContain("more than 10%");
  expect((await runOperator(["set-rate", "1349.99", ...by])).isWell).toBe(false);
  expect((await runOperator(["set-rate", "1650", ...by])).lines).toEqual(["One dollar was ₦1,500 and is ₦1,650 now."]);
  expect((await findCurrentPrices(base.db.single)).rate).toBe(1_650_00n);
  expect((await runOperator(["rate"])).lines.map((line) => line.split(/ {2,}/)[0]?.trim())).toEqual([
    "",
    "now",
    "past",
  ]);
  expect(await audit()).toEqual(["operator rate_changed ada: 1500 > 1650"]);
});

describe("wrong arguments", () => {
  test.each<[line: string, names: string]>([
    ["set-price", "<item> is missing"],
    ["set-price passport --price 1 --as ada", "passport is not an item"],
    ["set-price 0 --price 1 --as ada", "0 is not an item"],
    ["set-price nin --as ada", "the amount is missing"],
    ["set-price nin --price --as ada", "--price needs a value"],
    ["set-price nin --price 1e3 --as ada", "--price 1e3 is not an amount"],
    ["set-price nin --price 1,500 --as ada", "--price 1,500 is not an amount"],
    ["set-price nin --price 1.005 --as ada", "--price 1.005 is not an amount"],
    ["set-price nin --price -1 --as ada", "--price -1 is not an amount"],
    ["set-price nin --price 10000000.01 --as ada", "--price 10000000.01 is not an amount"],
    ["set-price nin --price 0 --as ada", "the price must be above zero"],
    ["set-price nin --usd 0 --as ada", "the price must be above zero"],
    ["set-price nin --price 500 --as ada", "the amount is the same as before"],
    ["set-price nin --price 1 --price 2 --as ada", "--price is given twice"],
    ["set-price nin --prise 1 --as ada", "--prise is not an option"],
    ["set-price nin 600 --as ada", "600 is one argument too many"],
    ["set-price nin --price 600", "--as <your name> is missing"],
    ["set-price nin --price 600 --as", "--as needs a value"],
    ["set-price nin --price 600 --as ;drop", "--as must be a name"],
    ["set-price nin --price 600 --from 2020-01-01 --as ada", "--from is in the past"],
    ["set-price nin --price 600 --from tomorrow --as ada", "--from tomorrow is not a time"],
    ["set-price nin --price 600 --from 2031-02-30 --as ada", "--from 2031-02-30 is not a time"],
    ["set-rate", "<naira> is missing"],
    ["set-rate x --as ada", "x is not an amount"],
    ["set-rate 0 --as ada", "0 is not an amount"],
    ["set-rate 1500 --as ada", "the amount is the same as before"],
    ["prices passport", "passport is not an item"],
    ["rate now", "now is one argument too many"],
  ])("rejects `%s`: %s", async (line, names) => {
    const before = await rowCount();
    const { lines, isWell } = await runOperator(line.split(" "));
    expect([isWell, lines.length]).toEqual([false, 2]);
    expect(lines[0]).toContain(names);
    expect(lines[1]).toMatch(new RegExp(`^Usage: npm run operator -- ${line.split(" ")[0]}( |$)`));
    expect(await rowCount()).toBe(before);
    expect(await audit()).toEqual([]);
  });

  test("rejects a second planned change at the same time", async () => {
    const line = ["set-price", "nin", "--from", tomorrow(), ...by];
    expect((await runOperator([...line, "--price", "700"])).isWell).toBe(true);
    expect((await runOperator([...line, "--price", "800"])).lines[0]).toContain("another planned change");
  });
});
