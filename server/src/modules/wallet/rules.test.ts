import { dollars, naira } from "@idanimo/contract/money";
import { describe, expect, test } from "vitest";
import { debitWallet, formatDecimal } from "./rules.ts";

describe("debitWallet", () => {
  test.each([
    { balance: naira(5_000_00n), due: naira(5_000_00n), outcome: naira(0n), why: "accepts an exact balance" },
    {
      balance: naira(4_999_99n),
      due: naira(5_000_00n),
      outcome: "wallet_balance_low",
      why: "rejects a balance one kobo short",
    },
    { balance: naira(9_000_00n), due: dollars(1_00n), outcome: "currency_mismatch", why: "rejects naira for dollars" },
    {
      balance: dollars(0n),
      due: naira(1n),
      outcome: "currency_mismatch",
      why: "reports the currency before the balance",
    },
    { balance: naira(0n), due: naira(1n), outcome: "wallet_balance_low", why: "rejects an empty wallet" },
  ])("$why [PAY-08 PAY-09]", ({ balance, due, outcome }) => {
    const result = debitWallet(balance, due);
    expect(result.ok ? result.value : result.problem.code).toEqual(outcome);
  });
});

describe("formatDecimal", () => {
  test.each([
    ["NGN", "588.00", "₦588"],
    ["USD", "0.50", "$0.50"],
    ["NGN", "1e3", "1e3 NGN"],
  ] as const)("shows %s %s as %s [T-30]", (currency, decimal, text) => {
    expect(formatDecimal(currency, decimal)).toBe(text);
  });
});
