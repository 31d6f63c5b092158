import { describe, expect, test } from "vitest";
import { updateCode, parsePastedDigits } from "./code-cells.ts";

describe("updateCode", () => {
  test.each([
    { code: "", at: 0, typed: "123456", next: "123456" },
    { code: "98", at: 2, typed: "123456", next: "123456" },
    { code: "987654", at: 3, typed: "123456", next: "123456" },
    // the cell still contains its old digit, before or behind the new ones
    { code: "987654", at: 3, typed: "6123456", next: "123456" },
    { code: "987654", at: 3, typed: "1234566", next: "123456" },
    { code: "", at: 0, typed: "123 456", next: "123456" },
  ])("replaces '$code' with $next when '$typed' is in cell $at [OTP-02]", ({ code, at, typed, next }) => {
    expect(updateCode(code, at, typed, 6)).toBe(next);
  });

  test.each([
    { code: "", at: 0, typed: "1", next: "1" },
    { code: "12", at: 4, typed: "3", next: "123" },
    { code: "123", at: 1, typed: "29", next: "193" },
    { code: "123", at: 1, typed: "92", next: "193" },
    { code: "123", at: 1, typed: "22", next: "123" },
    { code: "12", at: 2, typed: "345", next: "12345" },
    { code: "12", at: 2, typed: "34567", next: "34567" },
    { code: "123", at: 1, typed: "a", next: undefined },
    { code: "", at: 0, typed: "1234567", next: undefined },
  ])("turns '$code' into $next when '$typed' is in cell $at [OTP-02]", ({ code, at, typed, next }) => {
    expect(updateCode(code, at, typed, 6)).toBe(next);
  });
});

describe("parsePastedDigits", () => {
  test.each([
    { text: "123456", digits: "123456" },
    { text: " 123-456 ", digits: "123456" },
    { text: "123", digits: "123" },
    { text: "Idanimo 24: your code is 482913. It ends in 10 minutes.", digits: "482913" },
    { text: "482913 or 111222", digits: undefined },
    { text: "1234567", digits: undefined },
    { text: "no code", digits: undefined },
    { text: "", digits: undefined },
  ])("reads '$text' as $digits [OTP-02]", ({ text, digits }) => {
    expect(parsePastedDigits(text, 6)).toBe(digits);
  });
});
