import { topUpMaximum, topUpMinimum } from "@idanimo/contract/limits";
import { dollars, money, naira } from "@idanimo/contract/money";
import { describe, expect, test } from "vitest";
import { checkTopUp, looksLikeCardTesting, publicPaymentStatus } from "./rules.ts";

describe("checkTopUp", () => {
  test.each(["NGN", "USD"] as const)(
    "accepts the limits in %s and nothing beyond them [WALLET-06 T-31]",
    (currency) => {
      const [least, most] = [topUpMinimum[currency], topUpMaximum[currency]];
      expect(checkTopUp(least)).toEqual({ ok: true, value: least });
      expect(checkTopUp(most)).toEqual({ ok: true, value: most });
      expect(checkTopUp(money(currency, least.minor - 1n))).toMatchObject({ problem: { code: "top_up_too_small" } });
      expect(checkTopUp(money(currency, most.minor + 1n))).toMatchObject({ problem: { code: "top_up_too_large" } });
    },
  );

  test.each([
    { amount: naira(1n), facts: { minimum: "₦1,000" } },
    { amount: dollars(5_000_01n), facts: { maximum: "$5,000.00" } },
  ])("names the limit that $facts violates [WALLET-06]", ({ amount, facts }) => {
    expect(checkTopUp(amount)).toMatchObject({ problem: { facts } });
  });
});

describe("looksLikeCardTesting", () => {
  test.each([
    { failed: 19, succeeded: 0, suspected: false },
    { failed: 20, succeeded: 0, suspected: true },
    { failed: 20, succeeded: 4, suspected: true },
    { failed: 20, succeeded: 5, suspected: false },
    { failed: 21, succeeded: 5, suspected: true },
  ])("is $suspected for $failed failed and $succeeded succeeded payments [T-37]", ({ suspected, ...attempts }) => {
    expect(looksLikeCardTesting(attempts)).toBe(suspected);
  });
});

describe("publicPaymentStatus", () => {
  test.each([
    ["succeeded", "successful"],
    ["initiated", "pending"],
    ["failed", "failed"],
    ["cancelled", "cancelled"],
    ["expired", "expired"],
  ] as const)("shows %s as %s", (state, status) => {
    expect(publicPaymentStatus(state)).toBe(status);
  });
});
