import { type PriceItem, priceItems } from "@idanimo/contract/price-items";
import { priceListFromWire, type PriceList, servicePrices } from "@idanimo/contract/pricing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { priceListToWire } from "./rules.ts";

const amounts = fc.bigInt({ min: 0n, max: 100_000_00n });
const pair = fc.record({ NGN: amounts, USD: amounts });
const anyItem: fc.Arbitrary<PriceItem> = fc.record({
  price: pair,
  vat: pair,
  serviceFee: pair,
  processingFee: amounts,
});
const anyList: fc.Arbitrary<PriceList> = fc
  .tuple(amounts, fc.array(anyItem, { minLength: priceItems.length, maxLength: priceItems.length }))
  .map(([rate, items]) => ({ rate, items: Object.fromEntries(priceItems.map((name, at) => [name, items[at]])) }));

describe("priceListToWire", () => {
  test("round-trips with the specified wire names [PRICE-01 PRICE-02 PRICE-03]", () => {
    fc.assert(
      fc.property(anyList, (list) => {
        const wire = JSON.parse(JSON.stringify(z.encode(servicePrices.output, priceListToWire(list)))) as unknown;
        expect(priceListFromWire(servicePrices.output.parse(wire))).toEqual(list);
      }),
    );
  });

  test("keeps the ten specified items in their places [PRICE-04 PRICE-06 PRICE-07]", () => {
    const of = (minor: bigint) => ({ NGN: minor, USD: minor });
    const item = (at: number): PriceItem => ({
      price: of(BigInt(at)),
      vat: of(0n),
      serviceFee: of(0n),
      processingFee: 0n,
    });
    const items = Object.fromEntries(priceItems.toReversed().map((name) => [name, item(priceItems.indexOf(name))]));
    const { data } = priceListToWire({ rate: 1n, items });
    expect(data.slice(0, 10).map(({ price }) => price)).toEqual([0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n]);
    expect(data[0]).toEqual({
      name: "nin",
      price: 0n,
      price2: 0n,
      serviceFee: 0n,
      serviceFee2: 0n,
      VAT: 0n,
      VAT2: 0n,
      processingFee: 0n,
      currency: "NGN",
    });
  });

  test("throws for a list without one of the items", () => {
    expect(() => priceListToWire({ rate: 1n, items: {} })).toThrow("no item nin");
  });
});
