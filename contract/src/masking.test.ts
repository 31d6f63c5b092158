import fc from "fast-check";
import { expect, test } from "vitest";
import { maskPhone, maskValue } from "./masking.ts";

test.each([
  ["12345678901", "*********01"],
  ["AB", "AB"],
  ["A", "A"],
  ["", ""],
  ["ABC", "*BC"],
])("shows the last two characters of %j [T-52 O-26]", (value, shown) => {
  expect(maskValue(value)).toBe(shown);
});

test("preserves the length and reveals nothing but the last two [T-52]", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (value) => {
      const [plain, masked] = [[...value], [...maskValue(value)]];
      expect(masked.slice(-2)).toEqual(plain.slice(-2));
      expect(masked).toHaveLength(plain.length);
      expect(masked.slice(0, -2).every((letter) => letter === "*")).toBe(true);
    }),
  );
});

test.each([
  ["+2348031234567", "+234********67"],
  ["08031234567", "0803*****67"],
  ["123456", "123456"],
])("shows the phone %s as %s [OTP-04]", (phone, shown) => expect(maskPhone(phone)).toBe(shown));
