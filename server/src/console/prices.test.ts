import type { PricePreview } from "@idanimo/contract/console/prices";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { codeOf, createTestConsole, json, type TestConsole, type TestOperator } from "../testing/console.ts";

let product: TestApp;
let operatorConsole: TestConsole;
let first: TestOperator;
let second: TestOperator;
beforeAll(async () => {
  product = await createTestApp();
  operatorConsole = await createTestConsole(product);
  first = await operatorConsole.operator("prices");
  second = await operatorConsole.operator("prices");
});
afterEach(() => product.checkInvariants());
afterAll(() => product.close());

type Response = { readonly body: string; readonly statusCode: number };
const nin = {
  item: "nin",
  price: "600",
  vat: "38",
  serviceFee: "50",
  processingFee: "0",
  priceUsd: "0.70",
  vatUsd: "0.06",
  serviceFeeUsd: "0.07",
};
const change = (operator: TestOperator, more: object = {}) =>
  operator.post("/prices", { ...nin, reason: "new contract", ...more });
const changeRate = (operator: TestOperator, more: object = {}) =>
  operator.post("/exchange-rate", { rate: "1550", reason: "the rate of today", ...more });
const decide = (operator: TestOperator, response: Response, decision = "approve") =>
  operator.post(`/approvals/${json<{ approvalId: string }>(response).approvalId}/decide`, { decision });
const publicPrices = async () => {
  const user = await product.user();
  return json<{ rate: number; data: { name: string; price: number }[] }>(
    await user.post("/transaction/service-prices", {}),
  );
};
const publicPrice = async (name = "nin") => (await publicPrices()).data.find((row) => row.name === name)?.price;
const total = (preview: PricePreview, type: string) =>
  preview.examples.find(({ searchType, addOn }) => searchType === type && !addOn);

describe("a price [OC-12]", () => {
  test("shows old and new totals of each kind and the open quotes, and changes when approved", async () => {
    const buyer = await product.user();
    await product.purchase(buyer);
    const query = new URLSearchParams(nin).toString();
    const preview = json<PricePreview>(await first.get(`/prices/preview?${query}`));
    expect(preview.changes).toEqual([{ label: "Price", before: "₦500", after: "₦600" }]);
    expect(preview.openQuotes).toBe(1);
    expect(total(preview, "nin")).toMatchObject({ before: { NGN: 588, USD: 0.83 }, after: { NGN: 688, USD: 0.83 } });
    expect(total(preview, "phone")).toMatchObject({ before: { NGN: 1125 }, after: { NGN: 1125 } });
    const other = new URLSearchParams({ ...nin, item: "vin" }).toString();
    expect(json<PricePreview>(await first.get(`/prices/preview?${other}`)).openQuotes).toBe(0);
    const requested = await change(first);
    expect([requested.statusCode, json<{ preview: object }>(requested).preview]).toEqual([202, preview]);
    expect(await publicPrice()).toBe(500);
    expect(codeOf(await change(second, { price: "700" }))).toBe("approval_pending");
    expect(codeOf(await decide(first, requested))).toBe("own_request");
    const { rows } = json<{ rows: { kind: string; lines: { label: string; value: string }[] }[] }>(
      await second.get("/approvals"),
    );
    expect(rows[0]?.lines).toEqual(
      expect.arrayContaining([
        { label: "Item", value: "nin" },
        { label: "Starts", value: "when it is approved" },
        { label: "Price", value: "₦500 now, ₦600 after" },
        { label: expect.stringMatching(/^Total: /), value: "₦588 or $0.83 now, ₦688 or $0.83 after" },
        { label: "Open quotes that keep the old price, when requested", value: "1" },
      ]),
    );
    expect((await decide(second, requested)).statusCode).toBe(200);
    expect(await publicPrice()).toBe(600);
    const history = json<{ prices: { state: string; by: string }[] }>(await first.get("/prices/history?item=nin"));
    expect(history.prices.map(({ state }) => state)).toEqual(["now", "past"]);
    const { rows: audits } = await product.owner.query<{ reason: string }>(
      "select reason from audit_log where action = 'price_changed' and actor_id = $1",
      [second.id],
    );
    expect(audits).toEqual([{ reason: "nin 600/38/50/0 0.70/0.06/0.07" }]);
    expect((await product.product.amounts())["nin-total"]).toBe("₦688");
  });

  test("starts at its planned time, and one whose start has passed is stale", async () => {
    const start = new Date(Date.now() + 2 * 86_400_000 + 3_600_000).toISOString().slice(0, 16);
    const planned = await change(first, { item: "bvn", price: "1600", validFrom: start });
    expect((await decide(second, planned)).statusCode).toBe(200);
    const listed = json<{ prices: { item: string; state: string }[] }>(await first.get("/prices"));
    expect(listed.prices.filter(({ item }) => item === "bvn").map(({ state }) => state)).toEqual(["planned", "now"]);
    expect(await publicPrice("bvn")).toBe(1500);
    expect(json(await change(first, { item: "bvn", price: "1700", validFrom: start }))).toMatchObject({
      status: 400,
      fields: { validFrom: expect.stringContaining("Another planned change") },
    });
    const later = new Date(Date.now() + 86_400_000 + 3_600_000).toISOString().slice(0, 16);
    const late = await change(first, { item: "vin", price: "5100", validFrom: later });
    await product.setClockOffset(2 * 86_400_000 + 60_000);
    try {
      await product.owner.query(
        "update operator_sign_ins set seen_at = product_now(), ends_at = product_now() + interval '1 hour'",
      );
      expect(codeOf(await decide(second, late))).toBe("facts_changed");
      expect(await publicPrice("bvn")).toBe(1600);
    } finally {
      await product.setClockOffset(0);
    }
  });

  test("is stale when the amounts changed meanwhile, and rejected in a field when it cannot be", async () => {
    const requested = await change(first, { item: "face", price: "900" });
    await product.owner.query(
      `insert into price_items select item, product_now(), price_ngn + 100, vat_ngn, service_ngn, price_usd, vat_usd, service_usd,
       processing_ngn, 'test' from price_items where item = 'face' order by valid_from desc limit 1`,
    );
    expect(codeOf(await decide(second, requested))).toBe("facts_changed");
    for (const [more, field] of [
      [{ price: "0" }, "price"],
      [{ price: "ten" }, "price"],
      [{ item: "unknown" }, "item"],
      [{ validFrom: "2020-01-01 00:00" }, "validFrom"],
      [{ validFrom: "2026-13-40 00:00" }, "validFrom"],
    ] as const)
      expect(Object.keys(json<{ fields: object }>(await change(first, more)).fields)).toEqual([field]);
  });

  test("needs the right, and a second operator who has it", async () => {
    const support = await operatorConsole.operator("support");
    expect(codeOf(await change(support))).toBe("operator_right_missing");
    const auditor = await operatorConsole.operator("auditor");
    expect((await auditor.get("/prices")).statusCode).toBe(200);
    expect(codeOf(await change(auditor))).toBe("operator_right_missing");
    await product.owner.query("update operators set state = 'disabled', disabled_at = now() where id = $1", [
      second.id,
    ]);
    try {
      expect(codeOf(await change(first, { item: "rc", price: "1" }))).toBeDefined();
      expect(codeOf(await change(first, { item: "company", price: "900" }))).toBe("second_operator_needed");
    } finally {
      await product.owner.query("update operators set state = 'active', disabled_at = null where id = $1", [second.id]);
    }
  });
});

describe("the exchange rate [OC-12]", () => {
  test("changes by two operators, by at most a tenth", async () => {
    expect(json(await changeRate(first, { rate: "1700" }))).toMatchObject({
      status: 400,
      fields: { rate: expect.any(String) },
    });
    const preview = json<PricePreview>(await first.get("/exchange-rate/preview?rate=1550"));
    expect(preview.changes).toEqual([{ label: "Naira for one dollar", before: "₦1,500", after: "₦1,550" }]);
    const requested = await changeRate(first);
    expect((await decide(second, requested)).statusCode).toBe(200);
    expect((await publicPrices()).rate).toBe(1550);
    const { rows } = await product.owner.query<{ reason: string }>(
      "select reason from audit_log where action = 'rate_changed' and actor_id = $1",
      [second.id],
    );
    expect(rows).toEqual([{ reason: "1500 > 1550" }]);
  });
});
