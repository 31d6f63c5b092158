import { describe, expect, test } from "vitest";
import { capKindLabel, describeCap, describeRule } from "./rule-sentences.ts";

const none = { searchTypes: [], purposes: [], above: null } as const;

describe("describeRule", () => {
  test.each([
    { rule: none, sentence: "Every check by a requester needs approval." },
    { rule: { ...none, searchTypes: ["bvn"] }, sentence: "A BVN check by a requester needs approval." },
    {
      rule: { searchTypes: ["nin", "bvn"], purposes: ["employment", "credit"], above: 5_000_00n },
      sentence: "A NIN or BVN check above ₦5,000 for “A job” or “A loan or credit” by a requester needs approval.",
    },
  ] as const)("says: $sentence [TM-07]", ({ rule, sentence }) => {
    expect(describeRule(rule)).toBe(sentence);
  });
});

describe("describeCap", () => {
  test.each([
    { cap: { amount: 50_000_00n, count: null, period: "day" }, sentence: "₦50,000 a day" },
    { cap: { amount: null, count: 1, period: "month" }, sentence: "1 check a month" },
    { cap: { amount: 1_000_50n, count: 1200, period: "day" }, sentence: "₦1,000.50 and 1,200 checks a day" },
  ] as const)("says: $sentence [TM-06]", ({ cap, sentence }) => {
    expect(describeCap(cap)).toBe(sentence);
  });

  test("names the kind of check that it counts [TM-06]", () => {
    expect([capKindLabel(null), capKindLabel("bvn")]).toEqual(["All checks", "BVN checks"]);
  });
});
