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

/** The largest amount the wire can carry: 13 digits before the point, so that every number keeps its cents. */
const most = 9_999_999_999_999_99n;
const minors = fc.bigInt({ min: -most, max: most });
const positive = fc.bigInt({ min: 1n, max: most });

test("T-30 an amount survives the wire as a number and as a text, to the last kobo", () => {
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

test("T-30 an answer's amount has at most two places", () => {
  fc.assert(
    fc.property(minors, (minor) => {
      expect(String(z.encode(amountOut, minor))).toMatch(/^-?\d+(\.\d{1,2})?$/);
    }),
  );
});

test("T-30 the printed decimal and the minor units say the same, both ways", () => {
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
])("T-31 the text %j is no amount", (text) => {
  expect(parseMinor(text)).toBeUndefined();
  expect(z.safeDecode(amountIn, text).success).toBe(false);
});

test.each([0, -0, -1, 0.001, 0.1 + 0.2, 1e15, 1e21, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
  "T-31 the number %d cannot be asked for",
  (wire) => expect(z.safeDecode(amountIn, wire).success).toBe(false),
);

test.each([null, true, [], {}, "0", "0.00", "-5", "1".repeat(21)])("T-31 %j cannot be asked for", (wire) =>
  expect(z.safeParse(amountIn, wire).success).toBe(false),
);

/** Texts that are numbers to somebody: other digits, signs, exponents, blanks and points among the usual ones. */
const nearlyANumber = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."00123456789..-e "), maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(..."0019..,-+eExX_ \u00a0\u2212\uff11\u0661\u200b\tn"), maxLength: 16 }),
  fc
    .tuple(fc.nat(), fc.constantFrom(".001", "e21", ".0", ".10", ",00", ".999", "0000000000000"))
    .map((both) => both.join("")),
);
test("T-31 no text at all is read as an amount that is not the one it prints", () => {
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

test("T-30 of two amounts the greater one is the greater one, however their texts compare", () => {
  let misled = 0;
  fc.assert(
    fc.property(positive, fc.oneof(positive, fc.constantFrom(-1n, 0n, 1n)), (one, other) => {
      const right = other > 1n ? other : one + other; // often one kobo beside it
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
  expect(misled).toBeGreaterThan(1_000); // texts would have said otherwise
});

test("sums do not depend on their order and never leave their currency", () => {
  fc.assert(
    fc.property(minors, minors, minors, (a, b, c) => {
      const [x, y, w] = [naira(a), naira(b), naira(c)];
      expect(addMoney(addMoney(x, y), w)).toEqual(addMoney(x, addMoney(w, y)));
      expect(addMoney(x, y).currency).toBe("NGN");
    }),
  );
});

test("taking an amount so many times is adding it so many times", () => {
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

test("T-29 naira and dollars are never added: from data it is a bug that shows", () => {
  expect(() => addMoney(money("NGN", 1n), money("USD", 1n) as never)).toThrow("NGN with USD");
});

test("a part of a record is never charged", () => expect(() => multiplyMoney(naira(1n), 1.5)).toThrow("1.5"));

test.each([
  { kobo: 0n, rate: 150_000n, cents: 0n, why: "nothing is nothing" },
  { kobo: 150_000n, rate: 150_000n, cents: 100n, why: "the rate itself is one dollar" },
  { kobo: 749n, rate: 150_000n, cents: 0n, why: "under half a cent is dropped" },
  { kobo: 750n, rate: 150_000n, cents: 1n, why: "half a cent is rounded up" },
  { kobo: 100n, rate: 3n, cents: 3_333n, why: "a third is cut to the cent" },
])("O-15 naira become dollars once, half up: $why", ({ kobo, rate, cents }) => {
  expect(toDollars(naira(kobo), rate)).toEqual(dollars(cents));
});

test("O-15 the rounding is never off by more than half a cent", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: most }), fc.bigInt({ min: 1n, max: 100_000_00n }), (kobo, rate) => {
      const off = 2n * (toDollars(naira(kobo), rate).minor * rate - kobo * 100n);
      expect(off <= rate && off > -rate).toBe(true);
    }),
  );
});

test("a rate of zero is refused", () => expect(() => toDollars(naira(1n), 0n)).toThrow("above zero"));

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
])("PRICE-20 %o prints as %s", (amount, printed) => expect(formatMoney(amount)).toBe(printed));
