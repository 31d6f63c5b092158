import { expect, test } from "vitest";
import { amountOf, caretAfter, digitsOf, digitsTyped, groupDigits, groupThousands } from "./grouped.ts";

test.each([
  { digits: "", shown: "" },
  { digits: "701", shown: "701" },
  { digits: "7012", shown: "701 2" },
  { digits: "70123456789", shown: "701 2345 6789" },
])("the number $digits is shown as '$shown'", ({ digits, shown }) => {
  expect(groupDigits(digits, [3, 4, 4])).toBe(shown);
  expect(digitsOf(shown, 11)).toBe(digits);
});

test("what is pasted keeps its digits, as many as the number has", () => {
  expect(digitsOf("NIN: 701-2345-6789 (mine)", 11)).toBe("70123456789");
  expect(digitsOf("123456789012345", 11)).toBe("12345678901");
});

test("a full number refuses one digit more, and a shorter one is filled up by what is pasted", () => {
  expect(digitsTyped("709 25345 6789", "70923456789", 11)).toBe("70923456789");
  expect(digitsTyped("123456789012345", "", 11)).toBe("12345678901");
});

test.each([
  { typed: "", kept: "", why: "empty is allowed" },
  { typed: "20,000.5", kept: "20000.5", why: "thousands are parted in what is shown only" },
  { typed: "20000.", kept: "20000.", why: "a point about to be followed is allowed" },
  { typed: "0", kept: "7", why: "no leading zero" },
  { typed: "1.234", kept: "7", why: "at most two places" },
  { typed: "12a", kept: "7", why: "only figures" },
  { typed: "-5", kept: "7", why: "never negative" },
])("an amount: $why", ({ typed, kept }) => {
  expect(amountOf(typed, "7")).toBe(kept);
});

test("thousands are parted by commas, the places stay", () => {
  expect(groupThousands("1234567.89")).toBe("1,234,567.89");
  expect(groupThousands("999")).toBe("999");
  expect(groupThousands("1000.")).toBe("1,000.");
});

test("the caret stays behind the digit that was just typed", () => {
  const isDigit = (character: string) => /\d/.test(character);
  expect(caretAfter("701 2345 6789", 3, isDigit)).toBe(3);
  expect(caretAfter("701 2345 6789", 4, isDigit)).toBe(5);
  expect(caretAfter("701 2345 6789", 0, isDigit)).toBe(0);
  expect(caretAfter("701 2345 6789", 11, isDigit)).toBe(13);
});
