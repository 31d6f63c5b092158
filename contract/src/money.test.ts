import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import {
  addMoney,
  amountIn,
  amountOut,
  dollars,
  formatMoney,
  parseMinor,
  money,
  naira,
  formatMinor,
  multiplyMoney,
  toDollars,
} from "./money.ts";

/** The largest amount on the wire: 13 digits before the point, so that a JSON number is exact to the cent. */
const most = 9_999_999_999_999_99n;
const minors = fc.bigInt({ min: -most, max: most });
const positive = fc.bigInt({ min: 1n, max: most });

test("round-trips an amount as number and as text, to the last kobo [T-30]", () => {
  fc.assert(
    fc.property(positive, (minor) => {
      const wire = z.encode(amountOut, minor);
      expect(z.decode(amountOut, JSON.parse(JSON.stringify(wire)))).toBe(minor);
      expect(z.decode(amountIn, wire)).toBe(minor);
      expect(z.decode(amountIn, formatMinor(minor))).toBe(minor);
    }),
    { numRuns: 2_000 },
  );
});

test("writes at most two decimal places in a response [T-30]", () => {
  fc.assert(
    fc.property(minors, (minor) => {
      expect(String(z.encode(amountOut, minor))).toMatch(/^-?\d+(\.\d{1,2})?$/);
    }),
  );
});

test("round-trips minor units through their decimal text [T-30]", () => {
  fc.assert(fc.property(minors, (minor) => void expect(parseMinor(formatMinor(minor))).toBe(minor)));
});

test.each([
  "1.005",
  "1e3",
  "1e21",
  "0x10",
  "1,000",
  " ",
  "",
  "abc",
  "NaN",
  "Infinity",
  "+5",
  ".5",
  "5.",
  "00.5",
  "01",
  "１５",
  "--1",
  "1.5.5",
  "12345678901234",
])("rejects the text %j as an amount [T-31]", (text) => {
  expect(parseMinor(text)).toBeUndefined();
  expect(z.safeDecode(amountIn, text).success).toBe(false);
});

test.each([0, -0, -1, 0.001, 0.1 + 0.2, 1e15, 1e21, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
  "rejects the number %d in a request [T-31]",
  (wire) => expect(z.safeDecode(amountIn, wire).success).toBe(false),
);

test.each([null, true, [], {}, "0", "0.00", "-5", "1".repeat(21)])("rejects the value %j in a request [T-31]", (wire) =>
  expect(z.safeParse(amountIn, wire).success).toBe(false),
);

/** Texts that resemble numbers: other digits, signs, exponents, spaces and points among the usual ones. */
const nearlyANumber = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."00123456789..-e "), maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(..."0019..,-+eExX_ \u00a0\u2212\uff11\u0661\u200b\tn"), maxLength: 16 }),
  fc
    .tuple(fc.nat(), fc.constantFrom(".001", "e21", ".0", ".10", ",00", ".999", "0000000000000"))
    .map((both) => both.join("")),
);
test("never parses a text as an amount that it does not print [T-31]", () => {
  let read = 0;
  fc.assert(
    fc.property(nearlyANumber, (text) => {
      const minor = parseMinor(text);
      if (minor === undefined) return !/^[1-9][0-9]{0,11}(\.[0-9]{1,2})?$/.test(text);
      read += 1;
      const [whole = "", part = ""] = text.replace("-", "").split(".");
      const size = BigInt(whole + part.padEnd(2, "0"));
      return /^-?[0-9]+(\.[0-9]{1,2})?$/.test(text) && minor === (text.startsWith("-") ? -size : size);
    }),
    { numRuns: 100_000 },
  );
  expect(read).toBeGreaterThan(10_000);
});

test("compares amounts by value, however their texts compare [T-30]", () => {
  let misled = 0;
  fc.assert(
    fc.property(positive, fc.oneof(positive, fc.constantFrom(-1n, 0n, 1n)), (one, other) => {
      const right = other > 1n ? other : one + other; // often one kobo apart
      fc.pre(right > 0n && right <= most);
      const [left, read] = [formatMinor(one), formatMinor(right)];
      if (left < read !== one < right) misled += 1;
      const [ours, theirs] = [parseMinor(left), parseMinor(read)];
      return (
        ours !== undefined && theirs !== undefined && ours < theirs === one < right && ours > theirs === one > right
      );
    }),
    { numRuns: 100_000 },
  );
  expect(misled).toBeGreaterThan(1_000); // as texts they compare the other way round
});

test("adds in any order and within one currency", () => {
  fc.assert(
    fc.property(minors, minors, minors, (a, b, c) => {
      const [x, y, w] = [naira(a), naira(b), naira(c)];
      expect(addMoney(addMoney(x, y), w)).toEqual(addMoney(x, addMoney(w, y)));
      expect(addMoney(x, y).currency).toBe("NGN");
    }),
  );
});

test("multiplies as repeated addition", () => {
  fc.assert(
    fc.property(minors, fc.integer({ min: 0, max: 50 }), (minor, count) => {
      const sum = Array.from({ length: count }, () => dollars(minor)).reduce(
        (left, right) => addMoney(left, right),
        dollars(0n),
      );
      expect(multiplyMoney(dollars(minor), count)).toEqual(sum);
    }),
  );
});

test("throws when naira and dollars from data are added [T-29]", () => {
  expect(() => addMoney(money("NGN", 1n), money("USD", 1n) as never)).toThrow("NGN with USD");
});

test("rejects a fractional count", () => expect(() => multiplyMoney(naira(1n), 1.5)).toThrow("1.5"));

test.each([
  { kobo: 0n, rate: 150_000n, cents: 0n, why: "zero is zero" },
  { kobo: 150_000n, rate: 150_000n, cents: 100n, why: "the rate is one dollar" },
  { kobo: 749n, rate: 150_000n, cents: 0n, why: "under half a cent is dropped" },
  { kobo: 750n, rate: 150_000n, cents: 1n, why: "half a cent is rounded up" },
  { kobo: 100n, rate: 3n, cents: 3_333n, why: "a third is cut to the cent" },
])("converts naira to dollars half up: $why [O-15]", ({ kobo, rate, cents }) => {
  expect(toDollars(naira(kobo), rate)).toEqual(dollars(cents));
});

test("rounds by at most half a cent [O-15]", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: most }), fc.bigInt({ min: 1n, max: 100_000_00n }), (kobo, rate) => {
      const off = 2n * (toDollars(naira(kobo), rate).minor * rate - kobo * 100n);
      expect(off <= rate && off > -rate).toBe(true);
    }),
  );
});

test("rejects a rate of zero", () => expect(() => toDollars(naira(1n), 0n)).toThrow("above zero"));

test.each([
  [naira(19_412_00n), "₦19,412"],
  [naira(1_000_00n), "₦1,000"],
  [naira(588_50n), "₦588.50"],
  [naira(5n), "₦0.05"],
  [naira(0n), "₦0"],
  [naira(-500_00n), "-₦500"],
  [naira(9_999_999_999_999_99n), "₦9,999,999,999,999.99"],
  [dollars(2_14n), "$2.14"],
  [dollars(10_00n), "$10.00"],
  [dollars(1_234_567_00n), "$1,234,567.00"],
  [dollars(1n), "$0.01"],
])("formats %o as %s [PRICE-20]", (amount, printed) => expect(formatMoney(amount)).toBe(printed));
