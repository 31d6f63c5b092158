import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { priceItems } from "./price-items.ts";
import { catalogueRowOf, type SearchOption, searchTypes, type SearchType } from "./catalogue.ts";
import {
  addMoney,
  type Currency,
  currencies,
  dollars,
  formatMoney,
  money,
  naira,
  formatMinor,
  multiplyMoney,
} from "./money.ts";
import {
  chargeForSearch,
  chargeForItem,
  type PricedSearch,
  type PriceList,
  priceListFromWire,
  priceListToWire,
  quoteFor,
  quoteShape,
  quoteToWire,
  servicePrices,
} from "./pricing.ts";

/** One row of the price list in kobo and cents: price, VAT and fee in naira, then in dollars. */
type Printed = readonly [price: bigint, vat: bigint, fee: bigint, usd: bigint, usdVat: bigint, usdFee: bigint];
const usual: Printed = [1_000_00n, 75_00n, 50_00n, 1_40n, 11n, 7n];
/** The opening prices, in the order of the list [PRICE-04]. */
const printed: readonly Printed[] = [
  [500_00n, 38_00n, 50_00n, 70n, 6n, 7n],
  usual,
  usual,
  [800_00n, 60_00n, 50_00n, 1_10n, 9n, 7n],
  [1_500_00n, 113_00n, 0n, 1_99n, 15n, 0n],
  [5_000_00n, 375_00n, 50_00n, 6_99n, 53n, 7n],
  usual,
  usual,
  usual,
  usual,
];
const opening: PriceList = {
  rate: 1_500_00n,
  items: printed.map(([price, vat, fee, usd, usdVat, usdFee]) => ({
    price: { NGN: price, USD: usd },
    vat: { NGN: vat, USD: usdVat },
    serviceFee: { NGN: fee, USD: usdFee },
    processingFee: 0n,
  })),
};

type Example = {
  readonly type: SearchType;
  readonly options?: readonly SearchOption[];
  readonly records?: number;
  readonly NGN: string;
  readonly USD: string;
  readonly why: string;
};
/** `price + tax = total`, worked out by hand from the opening prices. */
const examples: readonly Example[] = [
  { type: "nin", NGN: "500 + 88 = 588", USD: "0.70 + 0.13 = 0.83", why: "a NIN [PRICE-04 R-14]" },
  {
    type: "demographics",
    NGN: "500 + 88 = 588",
    USD: "0.70 + 0.13 = 0.83",
    why: "demographics like a NIN [PRICE-04 R-14]",
  },
  { type: "phone", NGN: "1000 + 125 = 1125", USD: "1.40 + 0.18 = 1.58", why: "a phone number [PRICE-04 R-14]" },
  { type: "nin_face", NGN: "1000 + 125 = 1125", USD: "1.40 + 0.18 = 1.58", why: "a NIN with a face [PRICE-04 R-14]" },
  {
    type: "fingerprint",
    NGN: "1000 + 125 = 1125",
    USD: "1.40 + 0.18 = 1.58",
    why: "a fingerprint like a face [PRICE-04 R-14]",
  },
  { type: "rc", NGN: "800 + 110 = 910", USD: "1.10 + 0.16 = 1.26", why: "a company by number [PRICE-04 R-14]" },
  {
    type: "business_name",
    NGN: "800 + 110 = 910",
    USD: "1.10 + 0.16 = 1.26",
    why: "a company by name [PRICE-04 R-14]",
  },
  {
    type: "license_number",
    NGN: "1000 + 125 = 1125",
    USD: "1.40 + 0.18 = 1.58",
    why: "a plate as item 6 [PRICE-05 R-14]",
  },
  {
    type: "legitcar",
    options: ["legitcar"],
    NGN: "1000 + 125 = 1125",
    USD: "1.40 + 0.18 = 1.58",
    why: "the legit-car check as item 9 [PRICE-08 R-14]",
  },
  {
    type: "stakeholders",
    NGN: "1000 + 125 = 1125",
    USD: "1.40 + 0.18 = 1.58",
    why: "stakeholders as item 8 [PRICE-07 R-14]",
  },
  { type: "plate_owner", NGN: "0 + 0 = 0", USD: "0 + 0 = 0", why: "a vehicle's owner for free [CL-15]" },
  { type: "vin", NGN: "5000 + 425 = 5425", USD: "6.99 + 0.60 = 7.59", why: "a vehicle [PRICE-04 R-14]" },
  {
    type: "vin",
    options: ["stolencheck"],
    NGN: "6000 + 550 = 6550",
    USD: "8.39 + 0.78 = 9.17",
    // Covers: PRICE-14 O-16
    why: "a vehicle with the stolen check as item 7 [PRICE-06 PRICE-13 R-14]",
  },
  {
    type: "bvn",
    options: ["crc"],
    NGN: "1500 + 113 = 1613",
    USD: "1.99 + 0.15 = 2.14",
    why: "one bureau [PRICE-16 R-14]",
  },
  {
    type: "bvn",
    options: ["firstCentral"],
    NGN: "1500 + 113 = 1613",
    USD: "1.99 + 0.15 = 2.14",
    why: "another bureau [PRICE-16 R-14]",
  },
  {
    type: "bvn",
    options: ["crc", "creditRegistry"],
    NGN: "3000 + 226 = 3226",
    USD: "3.98 + 0.30 = 4.28",
    why: "two bureaus [PRICE-17 PRICE-18 R-14]",
  },
  {
    type: "bvn",
    options: ["crc", "firstCentral", "creditRegistry"],
    NGN: "4500 + 339 = 4839",
    USD: "5.97 + 0.45 = 6.42",
    why: "three bureaus [PRICE-17 PRICE-18 R-14]",
  },
  { type: "bulk_nin", records: 1, NGN: "500 + 88 = 588", USD: "0.70 + 0.13 = 0.83", why: "one line [PRICE-15 R-14]" },
  {
    type: "bulk_nin",
    records: 7,
    NGN: "3500 + 616 = 4116",
    USD: "4.90 + 0.91 = 5.81",
    why: "seven lines [PRICE-15 R-14]",
  },
  {
    type: "bulk_nin",
    records: 1_000,
    NGN: "500000 + 88000 = 588000",
    USD: "700 + 130 = 830",
    why: "a thousand lines [PRICE-15 R-14]",
  },
];

const worked = (search: PricedSearch, of: Currency) => {
  const charge = chargeForSearch(opening, search, of);
  const text = (amount: { minor: bigint }) => formatMinor(amount.minor);
  return `${text(charge.price)} + ${text(charge.tax)} = ${text(addMoney(charge.price, charge.tax))}`;
};

describe.each(currencies)("a price in %s", (of) => {
  test.each(examples)("charges for $why", (example) => {
    expect(worked({ type: example.type, options: example.options ?? [], records: example.records ?? 1 }, of)).toBe(
      example[of],
    );
  });

  test("sums its lines, and their taxes, in a quote [R-14]", () => {
    fc.assert(
      fc.property(fc.array(anySearch, { maxLength: 12 }), anyList, (searches, list) => {
        const quote = quoteFor(searches, list, of);
        const sum = (pick: "price" | "tax") =>
          quote.lines.reduce((total, line) => addMoney(total, line.charge[pick]), money(of, 0n));
        expect(quote.tax).toEqual(sum("tax"));
        expect(quote.total).toEqual(addMoney(sum("price"), sum("tax")));
        expect(quote.lines.map((line) => line.type)).toEqual(searches.map((search) => search.type));
      }),
    );
  });

  test("charges one step for each bureau or line of a file [R-14 C-09]", () => {
    fc.assert(
      fc.property(anyList, fc.integer({ min: 0, max: 100_000 }), (list, records) => {
        const step = chargeForItem(list, "nin", of);
        expect(chargeForSearch(list, { type: "bulk_nin", options: [], records }, of)).toEqual({
          price: multiplyMoney(step.price, records),
          tax: multiplyMoney(step.tax, records),
        });
      }),
    );
  });

  test("returns to the first price when an extra is ticked and unticked [PRICE-13 F-21]", () => {
    const plain = { type: "vin", options: [], records: 1 } as const;
    const before = quoteFor([plain], opening, of);
    quoteFor([{ ...plain, options: ["stolencheck"] }], opening, of);
    expect(quoteFor([plain], opening, of)).toEqual(before);
  });

  test("ignores an option that the row does not have [PRICE-13]", () => {
    const bare = chargeForSearch(opening, { type: "nin", options: [], records: 1 }, of);
    expect(chargeForSearch(opening, { type: "nin", options: ["crc", "stolencheck"], records: 1 }, of)).toEqual(bare);
  });

  test("is zero for an empty quote", () => {
    expect(quoteFor([], opening, of)).toMatchObject({ lines: [], total: money(of, 0n), tax: money(of, 0n) });
  });

  test("round-trips a quote through the wire [T-30]", () => {
    fc.assert(
      fc.property(fc.array(anySearch, { maxLength: 5 }), anyList, (searches, list) => {
        const reported = quoteToWire(quoteFor(searches, list, of));
        expect(z.decode(quoteShape, JSON.parse(JSON.stringify(z.encode(quoteShape, reported))))).toEqual(reported);
      }),
    );
  });
});

const amounts = fc.bigInt({ min: 0n, max: 100_000_00n });
const anyItem = fc.record({
  price: fc.record({ NGN: amounts, USD: amounts }),
  vat: fc.record({ NGN: amounts, USD: amounts }),
  serviceFee: fc.record({ NGN: amounts, USD: amounts }),
  processingFee: fc.bigInt({ min: 0n, max: 5_000_00n }),
});
const anyList: fc.Arbitrary<PriceList> = fc.record({
  rate: fc.bigInt({ min: 1n, max: 10_000_00n }),
  items: fc.array(anyItem, { minLength: 10, maxLength: 10 }),
});
const anySearch: fc.Arbitrary<PricedSearch> = fc.constantFrom(...searchTypes).chain((type) =>
  fc.record({
    type: fc.constant(type),
    options: fc.subarray([...catalogueRowOf(type).options]),
    records: fc.integer({ min: 1, max: 1_000 }),
  }),
);

test("has a worked example for every search type", () => {
  expect(new Set(examples.map((example) => example.type))).toEqual(new Set(searchTypes));
});

test("charges the ninth price item for a lookup of stakeholders [PRICE-07 C-37]", () => {
  expect(chargeForItem(opening, "stakeholders", "NGN")).toEqual({ price: naira(1_000_00n), tax: naira(125_00n) });
  expect(chargeForItem(opening, "stakeholders", "USD")).toEqual({ price: dollars(1_40n), tax: dollars(18n) });
});

// Covers: C-16
test.each([
  {
    of: "NGN" as const,
    lines: [
      "NIN ₦500",
      "Phone Number ₦1,000",
      "Registration Number (RC) ₦800",
      "BVN ₦3,000",
      "Vehicle History (VIN) ₦6,000",
    ],
    tax: "₦1,099",
    total: "₦12,399",
  },
  {
    of: "USD" as const,
    lines: [
      "NIN $0.70",
      "Phone Number $1.40",
      "Registration Number (RC) $1.10",
      "BVN $3.98",
      "Vehicle History (VIN) $8.39",
    ],
    tax: "$1.55",
    total: "$17.12",
  },
])(
  "quotes several lookups in $of: a line each, tax and charges, total, rate [PRICE-09 PRICE-11 PRICE-12]",
  ({ of, lines, tax, total }) => {
    const searches: readonly PricedSearch[] = [
      { type: "nin", options: [], records: 1 },
      { type: "phone", options: [], records: 1 },
      { type: "rc", options: [], records: 1 },
      { type: "bvn", options: ["crc", "firstCentral"], records: 1 },
      { type: "vin", options: ["stolencheck"], records: 1 },
    ];
    const quote = quoteFor(searches, opening, of);
    expect(quote.lines.map(({ label, charge }) => `${label} ${formatMoney(charge.price)}`)).toEqual(lines);
    expect([formatMoney(quote.tax), formatMoney(quote.total), quote.rate]).toEqual([tax, total, 1_500_00n]);
  },
);

test("has one price for each choice of extras, however often it changes [PRICE-10 PRICE-13 F-21]", () => {
  const total = (...options: SearchOption[]) =>
    formatMoney(quoteFor([{ type: "vin", options, records: 1 }], opening, "USD").total);
  expect([total(), total("stolencheck"), total(), total("stolencheck")]).toEqual(["$7.59", "$9.17", "$7.59", "$9.17"]);
});

test("takes every fee from the price list [PRICE-19]", () => {
  const doubled: PriceList = {
    rate: opening.rate,
    items: opening.items.map(({ price, vat, serviceFee, processingFee }) => ({
      price: { NGN: price.NGN * 2n, USD: price.USD * 2n },
      vat: { NGN: vat.NGN * 2n, USD: vat.USD * 2n },
      serviceFee: { NGN: serviceFee.NGN * 2n, USD: serviceFee.USD * 2n },
      processingFee,
    })),
  };
  for (const { type, options = [], records = 1 } of examples)
    for (const of of currencies) {
      const [one, two] = [opening, doubled].map((list) => quoteFor([{ type, options, records }], list, of).total.minor);
      expect([type, two]).toEqual([type, (one ?? 0n) * 2n]);
    }
});

test("formats the total of three bureaus as ₦4,839 [C-08]", () => {
  const { total } = quoteFor(
    [{ type: "bvn", options: ["crc", "firstCentral", "creditRegistry"], records: 1 }],
    opening,
    "NGN",
  );
  expect(formatMoney(total)).toBe("₦4,839");
});

test("adds the processing fee to the tax, converted at the list's rate [O-15]", () => {
  const [first, ...rest] = opening.items;
  if (!first) throw new Error("no first item");
  const list = { ...opening, items: [{ ...first, processingFee: 22_50n }, ...rest] };
  expect(chargeForItem(list, "nin", "NGN").tax).toEqual(money("NGN", 110_50n));
  expect(chargeForItem(list, "nin", "USD").tax).toEqual(money("USD", 15n)); // 22.50 / 1500 = 0.015, half up
});

test("has the price items in the specified order [PRICE-04 PRICE-07]", () => {
  expect(priceItems).toEqual({
    nin: 0,
    phone: 1,
    face: 2,
    company: 3,
    bvn: 4,
    vin: 5,
    licenseNumber: 6,
    stolenCheck: 7,
    stakeholders: 8,
    legitCar: 9,
  });
});

test("round-trips a price list with the specified wire names [PRICE-01 PRICE-02 PRICE-03]", () => {
  fc.assert(
    fc.property(anyList, (list) => {
      const wire = JSON.parse(JSON.stringify(z.encode(servicePrices.output, priceListToWire(list)))) as unknown;
      expect(priceListFromWire(servicePrices.output.parse(wire))).toEqual(list);
    }),
  );
  expect(z.encode(servicePrices.output, priceListToWire(opening)).data[4]).toEqual({
    price: 1_500,
    price2: 1.99,
    serviceFee: 0,
    serviceFee2: 0,
    VAT: 113,
    VAT2: 0.15,
    processingFee: 0,
    currency: "NGN",
  });
});

test("throws for a list without the item", () => {
  expect(() => chargeForItem({ rate: 1n, items: [] }, "nin", "NGN")).toThrow("no item nin");
});
