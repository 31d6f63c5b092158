import { priceListFromWire, quoteFor, servicePrices } from "@idanimo/contract/pricing";
import { formatMinor } from "@idanimo/contract/money";
import { priceItems } from "@idanimo/contract/price-items";
import * as texts from "@idanimo/contract/texts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { offeredPricesReader, findCurrentPrices, seedPrices } from "./index.ts";

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  user = await app.user();
});
afterEach(async () => {
  await app.setClockOffset(0);
  await app.checkInvariants();
});
afterAll(() => app.close());

const readPriceList = async () =>
  (await user.post("/transaction/service-prices", {})).json<{
    rate: number;
    data: Record<string, number | string>[];
  }>();
/** Plans a price of the NIN check by a new row, as an operator does. */
const insertPlannedPrice = (price: number, from: string) =>
  app.owner.query(
    `insert into price_items (item, valid_from, price_ngn, vat_ngn, service_ngn, price_usd, vat_usd, service_usd, changed_by)
     select item, ${from}, ${price}, vat_ngn, service_ngn, price_usd, vat_usd, service_usd, 'test'
     from price_items where item = 'nin' order by valid_from limit 1`,
  );

test("returns the specified opening prices in their order [PRICE-01 PRICE-04]", async () => {
  const { rate, data } = await readPriceList();
  const line = (item: Record<string, number | string>) =>
    [
      item["price"],
      item["VAT"],
      item["serviceFee"],
      item["price2"],
      item["VAT2"],
      item["serviceFee2"],
      item["processingFee"],
    ].join(" ");
  const usual = "1000 75 50 1.4 0.11 0.07 0";
  expect(data.slice(0, 10).map(line)).toEqual([
    "500 38 50 0.7 0.06 0.07 0",
    usual,
    usual,
    "800 60 50 1.1 0.09 0.07 0",
    "1500 113 0 1.99 0.15 0 0",
    "5000 375 50 6.99 0.53 0.07 0",
    usual,
    usual,
    usual,
    usual,
  ]);
  expect(data.map((item) => item["name"])).toEqual(priceItems);
  expect(rate).toBe(1_500);
});

test.each([{}, { ipAddress: "102.89.1.1" }, { ipAddress: "8.8.8.8" }, { ipAddress: null }])(
  "returns the same prices for any address: %j [API-17 O-45]",
  async (body) => {
    const response = await user.post("/transaction/service-prices", body);
    expect([response.statusCode, response.json()]).toEqual([200, await readPriceList()]);
  },
);

test.each(["NGN", "USD"] as const)("shows, quotes and charges the same price in %s [R-14]", async (currency) => {
  const shown = priceListFromWire(
    servicePrices.output.parse((await user.post("/transaction/service-prices", {})).json()),
  );
  const { total } = quoteFor([{ type: "nin", options: [], records: 1 }], shown, currency);
  const quoted = await user.post("/verification/quote", { nin: "12345678901", currency });
  const bought = await app.purchase(user, { currency });
  expect(quoted.json<{ total: number }>().total).toBe(Number(formatMinor(total.minor)));
  expect(bought.total).toEqual(total);
});

test("applies a planned price from its day, but not to earlier purchases", async () => {
  const before = await app.purchase(user);
  await insertPlannedPrice(99_900, "now() + interval '1 day'");
  expect((await readPriceList()).data[0]?.["price"]).toBe(500);
  const reported = offeredPricesReader(app.db, () => true);
  const others = {
    "phone-total": "₦1,125",
    "company-total": "₦910",
    "stakeholders-total": "₦1,125",
    "bvn-total": "₦1,613",
    "vin-total": "₦5,425",
    "stolen-total": "₦1,125",
    "plate-total": "₦1,125",
    "name_match-total": "₦236",
    "over_age-total": "₦236",
    "phone_is_theirs-total": "₦236",
    "nin_and_bvn_one_person-total": "₦881",
    "score_band-total": "₦646",
    "plate_vin_agree-total": "₦2,620",
  };
  expect(await reported()).toEqual({ "nin-price": "₦500", "nin-tax": "₦88", "nin-total": "₦588", ...others });
  await app.setClockOffset(2 * 86_400_000);
  expect((await readPriceList()).data[0]?.["price"]).toBe(999);
  expect(await reported()).toEqual({ "nin-price": "₦999", "nin-tax": "₦88", "nin-total": "₦1,087", ...others });
  const { rows } = await app.owner.query<{ total_minor: bigint }>("select total_minor from purchases where id = $1", [
    before.id,
  ]);
  expect(rows).toEqual([{ total_minor: 588_00n }]);
});

test("shows no price on public pages for a check that is not offered [LAND-15]", async () => {
  const reported = await offeredPricesReader(app.db, (type) => type !== "vin" && type !== "stakeholders")();
  const without = Object.entries(reported).filter(([, text]) => text === texts.notOfferedHere);
  expect(without.map(([name]) => name)).toEqual(["stakeholders-total", "vin-total", "stolen-total"]);
  expect(JSON.stringify(await offeredPricesReader(app.db, () => false)())).not.toContain("₦");
});

/** Deletes the prices of one item, or all prices and rates, as in a database from before that item. */
async function forgetPrices(item?: string): Promise<void> {
  const client = await app.owner.connect();
  try {
    await client.query("begin; set local session_replication_role = replica");
    await client.query("delete from price_items where $1::text is null or item = $1", [item ?? null]);
    if (item === undefined) await client.query("delete from exchange_rates");
    await client.query("commit");
  } finally {
    client.release();
  }
}

describe("seedPrices", () => {
  const countPrices = async () =>
    (
      await app.owner.query<{ item: string; by: string }>(
        "select item, changed_by as by from price_items order by item, by",
      )
    ).rows;

  test("inserts the price of an item that the database lacks, and nothing else", async () => {
    const before = await countPrices();
    const list = await readPriceList();
    await forgetPrices("legitCar");
    expect((await user.post("/transaction/service-prices", {})).statusCode).toBe(500);
    const quote = await user.post("/verification/quote", { nin: "12345678901", currency: "NGN" });
    expect(quote.statusCode).toBe(200); // other items still have their price
    await Promise.all([seedPrices(app.db), seedPrices(app.db), seedPrices(app.db)]);
    expect(await countPrices()).toEqual(before);
    expect(await readPriceList()).toEqual(list);
  });

  test("fills an empty price list once, with the rate", async () => {
    await forgetPrices();
    await Promise.all([seedPrices(app.db), seedPrices(app.db)]);
    await seedPrices(app.db);
    expect((await countPrices()).map(({ item }) => item)).toEqual([...priceItems].sort());
    expect((await readPriceList()).rate).toBe(1_500);
  });

  test("leaves a changed price alone", async () => {
    await forgetPrices();
    await seedPrices(app.db);
    await insertPlannedPrice(70_000, "product_now()");
    await seedPrices(app.db);
    expect((await readPriceList()).data[0]?.["price"]).toBe(700);
  });
});

describe("findCurrentPrices", () => {
  test("leaves out an item that only a newer release knows", async () => {
    await app.owner.query(
      `insert into price_items (item, price_ngn, vat_ngn, service_ngn, price_usd, vat_usd, service_usd, changed_by)
       values ('newerCheck', 1, 1, 1, 1, 1, 1, 'test')`,
    );
    expect(Object.keys((await findCurrentPrices(app.db.single)).items).sort()).toEqual([...priceItems].sort());
    expect((await readPriceList()).data.length).toBe(priceItems.length);
  });

  test("throws for an empty price list", async () => {
    await forgetPrices();
    await expect(findCurrentPrices(app.db.single)).rejects.toThrow("empty");
  });
});
