import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openingPrices, priceItems, shareOfPrice } from "./price-items.ts";

describe("priceItems", () => {
  test("begins with the ten specified items in their order [PRICE-04 PRICE-05 PRICE-08]", () => {
    expect(priceItems.slice(0, 10)).toEqual([
      "nin",
      "phone",
      "face",
      "company",
      "bvn",
      "vin",
      "licenseNumber",
      "stolenCheck",
      "stakeholders",
      "legitCar",
    ]);
  });
});

describe("shareOfPrice", () => {
  test("rounds each amount of 40% up to 1 naira or 1 cent", () => {
    expect(shareOfPrice(openingPrices.nin, 40n)).toEqual({
      price: { NGN: 200_00n, USD: 28n },
      vat: { NGN: 16_00n, USD: 3n }, // 15.20 and 2.4 cents
      serviceFee: { NGN: 20_00n, USD: 3n },
      processingFee: 0n,
    });
    expect(shareOfPrice({ ...openingPrices.bvn, processingFee: 1n }, 40n)).toEqual({
      price: { NGN: 600_00n, USD: 80n },
      vat: { NGN: 46_00n, USD: 6n },
      serviceFee: { NGN: 0n, USD: 0n },
      processingFee: 1_00n,
    });
  });

  test("is the smallest rounded amount that is not below the share", () => {
    const amount = fc.bigInt({ min: 0n, max: 10_000_000_00n });
    fc.assert(
      fc.property(amount, amount, fc.bigInt({ min: 1n, max: 100n }), (kobo, cents, percent) => {
        const of = { NGN: kobo, USD: cents };
        const { price } = shareOfPrice({ price: of, vat: of, serviceFee: of, processingFee: kobo }, percent);
        expect(price.NGN % 100n).toBe(0n);
        for (const [shared, rounded, step] of [
          [price.NGN, kobo, 100n],
          [price.USD, cents, 1n],
        ] as const) {
          expect(shared * 100n).toBeGreaterThanOrEqual(rounded * percent);
          expect((shared - step) * 100n).toBeLessThan(rounded * percent + 1n);
        }
      }),
    );
  });
});
