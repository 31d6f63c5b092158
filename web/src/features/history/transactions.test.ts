import { expect, test } from "vitest";
import { signedAmount } from "./transactions.ts";

test("DASH-16 money that left has a minus, money that came a plus, money that never moved no sign", () => {
  const base = { amount: 588_00n, currency: "NGN", successful: true } as const;
  expect(signedAmount({ ...base, transactionType: "VERIFICATION" })).toBe("−₦588");
  expect(signedAmount({ ...base, transactionType: "REFUND" })).toBe("+₦588");
  expect(signedAmount({ ...base, transactionType: "TOPUP", successful: false })).toBe("₦588");
});
