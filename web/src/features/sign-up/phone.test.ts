import { normaliseNigerianPhone } from "@idanimo/contract/nigerian-phone";
import fc from "fast-check";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { expect, test } from "vitest";
import { formatAsNational, listCountries, fromInternational, isCompleteNumber, toInternational } from "./phone.ts";

test.each([
  { country: "NG", typed: "0803 123 4567", sent: "+2348031234567", why: "drops the leading zero of a Nigerian number" },
  { country: "NG", typed: "8031234567", sent: "+2348031234567", why: "accepts a Nigerian number without its zero" },
  { country: "NG", typed: "00234 803 123 4567", sent: "+2348031234567", why: "reads 00 as the international prefix" },
  { country: "NG", typed: "\u202a0803 123 4567\u202c", sent: "+2348031234567", why: "ignores invisible characters" },
  {
    country: "NG",
    typed: "+44 20 7946 0018",
    sent: "+442079460018",
    why: "takes the country from a number with a plus",
  },
  { country: "GB", typed: "020 7946 0018", sent: "+442079460018", why: "uses the chosen country" },
  { country: "NG", typed: "  ", sent: undefined, why: "returns undefined for empty input" },
])("$why", ({ country, typed, sent }) => {
  expect(toInternational(country, typed)).toBe(sent);
  expect(isCompleteNumber(country, typed)).toBe(true);
});

test.each(["12", "my phone", "+"])("rejects %j as an incomplete number", (typed) => {
  expect(isCompleteNumber("NG", typed)).toBe(false);
});

test("fills both fields from a stored number", () => {
  expect(fromInternational("+2348031234567")).toEqual({ country: "NG", phone: "0803 123 4567" });
  expect(fromInternational(undefined)).toEqual({ country: "NG", phone: "" });
});

test("formats a complete number as its country does, and leaves an incomplete one", () => {
  expect(formatAsNational("NG", "08031234567")).toBe("0803 123 4567");
  expect(formatAsNational("NG", "0803")).toBe("0803");
  expect(formatAsNational("NG", "+442079460018")).toBe("+442079460018");
});

test("lists every country by name, including Nigeria", () => {
  const labels = listCountries().map((country) => country.label);
  expect(labels).toContain("Nigeria (+234)");
  expect(labels.length).toBeGreaterThan(200);
  expect(labels.toSorted((left, right) => left.localeCompare(right, "en"))).toEqual(labels);
});

test("the phone lookup reads a number as the phone library does [WIZARD-23]", () => {
  const digit = fc.integer({ min: 0, max: 9 }).map(String);
  const national = fc
    .tuple(fc.constantFrom("70", "80", "81", "90", "91", "20"), fc.array(digit, { minLength: 8, maxLength: 8 }))
    .map(([range, rest]) => range + rest.join(""));
  const prefix = fc.constantFrom("0", "", "+234", "+234 ", "234", "009234", "+2340", "+234 (0)");
  const gap = fc.constantFrom("", " ", "-", ".", "\u00a0");
  fc.assert(
    fc.property(national, prefix, gap, (number, before, between) => {
      const spelling = before + [number.slice(0, 3), number.slice(3, 6), number.slice(6)].join(between);
      expect(`+234${normaliseNigerianPhone(spelling)?.slice(1)}`).toBe(
        parsePhoneNumberFromString(spelling, "NG")?.number,
      );
    }),
  );
});

test.each(["+447700900123", "+18035551122", "+233201234567", "080355511", "0803 555 11223"])(
  "the phone lookup rejects %s, which the phone library does not read as Nigerian [WIZARD-23]",
  (text) => {
    const read = parsePhoneNumberFromString(text, "NG");
    expect(read?.countryCallingCode === "234" && read.nationalNumber.length === 10).toBe(false);
    expect(normaliseNigerianPhone(text)).toBeUndefined();
  },
);
