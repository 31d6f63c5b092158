import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
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
import { openingPrices, openingRate, type PriceItem, type PriceItemName, priceItems } from "./price-items.ts";
import {
  chargeForSearch,
  chargeForItem,
  type PricedSearch,
  type PriceList,
  priceListFromWire,
  quoteFor,
  quoteShape,
  quoteToWire,
  servicePrices,
} from "./pricing.ts";

const opening: PriceList = { rate: openingRate, items: openingPrices };

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
  { type: "name_match", NGN: "200 + 36 = 236", USD: "0.28 + 0.06 = 0.34", why: "40 % of a NIN [AO-11]" },
  { type: "over_age", NGN: "200 + 36 = 236", USD: "0.28 + 0.06 = 0.34", why: "40 % of a NIN [AO-11]" },
  { type: "phone_is_theirs", NGN: "200 + 36 = 236", USD: "0.28 + 0.06 = 0.34", why: "40 % of a NIN [AO-11]" },
  {
    type: "nin_and_bvn_one_person",
    NGN: "800 + 81 = 881",
    USD: "1.08 + 0.12 = 1.20",
    why: "40 % of a NIN and one bureau [AO-09]",
  },
  {
    type: "score_band",
    options: ["crc"],
    NGN: "600 + 46 = 646",
    USD: "0.80 + 0.06 = 0.86",
    why: "40 % of one bureau [AO-11]",
  },
  {
    type: "plate_vin_agree",
    NGN: "2400 + 220 = 2620",
    USD: "3.36 + 0.32 = 3.68",
    why: "40 % of a VIN and a plate [AO-12]",
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
  {
    type: "bank_account",
    NGN: "100 + 18 = 118",
    USD: "0.14 + 0.03 = 0.17",
    why: "the name of a bank account's holder",
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
          vat: multiplyMoney(step.vat, records),
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
  items: fc.dictionary(fc.constantFrom(...priceItems), anyItem, { minKeys: priceItems.length, noNullPrototype: true }),
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
  const { vat } = openingPrices.stakeholders;
  expect(chargeForItem(opening, "stakeholders", "NGN")).toEqual({
    price: naira(1_000_00n),
    tax: naira(125_00n),
    vat: naira(vat.NGN),
  });
  expect(chargeForItem(opening, "stakeholders", "USD")).toEqual({
    price: dollars(1_40n),
    tax: dollars(18n),
    vat: dollars(vat.USD),
  });
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
  const double = (name: PriceItemName): [PriceItemName, PriceItem] => {
    const { price, vat, serviceFee, processingFee } = openingPrices[name];
    return [
      name,
      {
        price: { NGN: price.NGN * 2n, USD: price.USD * 2n },
        vat: { NGN: vat.NGN * 2n, USD: vat.USD * 2n },
        serviceFee: { NGN: serviceFee.NGN * 2n, USD: serviceFee.USD * 2n },
        processingFee,
      },
    ];
  };
  const doubled: PriceList = { rate: opening.rate, items: Object.fromEntries(priceItems.map(double)) };
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
  const list = { ...opening, items: { ...openingPrices, nin: { ...openingPrices.nin, processingFee: 22_50n } } };
  expect(chargeForItem(list, "nin", "NGN").tax).toEqual(money("NGN", 110_50n));
  expect(chargeForItem(list, "nin", "USD").tax).toEqual(money("USD", 15n)); // 22.50 / 1500 = 0.015, half up
});

test("reads the items of a response by name, also those it does not know", () => {
  const amounts = { price: 1, price2: 0.01, serviceFee: 2, serviceFee2: 0.02, VAT: 3, VAT2: 0.03, processingFee: 4 };
  const wire = { rate: 1_500, data: [{ name: "newer", ...amounts, currency: "NGN" }] };
  wire.data.push({ ...wire.data[0], name: "vin", price: 5 } as (typeof wire.data)[0]);
  const list = priceListFromWire(servicePrices.output.parse(wire));
  expect(list.items.vin).toEqual({
    price: { NGN: 5_00n, USD: 1n },
    vat: { NGN: 3_00n, USD: 3n },
    serviceFee: { NGN: 2_00n, USD: 2n },
    processingFee: 4_00n,
  });
  expect(list.items.nin).toBeUndefined();
});

test("throws for a list without the item", () => {
  expect(() => chargeForItem({ rate: 1n, items: {} }, "nin", "NGN")).toThrow("no item nin");
});
