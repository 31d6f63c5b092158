import { describe, expect, test } from "vitest";
import { capReachedText, remainingCapText } from "./caps.ts";

const cap = {
  id: "c",
  period: "day",
  searchType: null,
  left: null,
  leftCount: null,
  resetsAt: "2026-11-28T23:00:00Z",
  exceeded: false,
} as const;

describe("remainingCapText", () => {
  test.each([
    { of: { ...cap, left: 1_000_00n }, text: "₦1,000 left today." },
    { of: { ...cap, left: 1_000_00n, leftCount: 2 }, text: "₦1,000 and 2 checks left today." },
    { of: { ...cap, leftCount: 1, searchType: "bvn", period: "month" }, text: "1 BVN check left this month." },
    { of: { ...cap, left: 500_00n, searchType: "bvn" }, text: "₦500 for BVN left today." },
  ] as const)("says: $text [TM-06]", ({ of, text }) => {
    expect(remainingCapText(of)).toBe(text);
  });
});

describe("capReachedText", () => {
  test("says what is left and when the cap starts again [TM-06]", () => {
    expect(capReachedText({ leftMinor: "2400", resetsAt: "2026-11-28T23:00:00Z" })).toBe(
      "You have ₦24 left. It starts again on November 29, 2026 at 12:00 AM, Lagos time.",
    );
    expect(capReachedText({ leftCount: "0", leftMinor: "no number" })).toBe("You have 0 checks left.");
    expect(capReachedText()).toBe("");
  });
});
