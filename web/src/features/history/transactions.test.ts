import { expect, test } from "vitest";
import { signedAmount, transactionLabel } from "./transactions.ts";

test("signs a debit with a minus, a credit with a plus, a failed payment not at all [DASH-16]", () => {
  const base = { amount: 588_00n, currency: "NGN", successful: true } as const;
  expect(signedAmount({ ...base, transactionType: "VERIFICATION" })).toBe("−₦588");
  expect(signedAmount({ ...base, transactionType: "REFUND" })).toBe("+₦588");
  expect(signedAmount({ ...base, transactionType: "TOPUP", successful: false })).toBe("₦588");
});

test("shows a transaction of a kind that only a newer server knows, without a sign [ERR-16]", () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a value that the contract does not have yet
  const transactionType = "ADJUSTMENT" as "TOPUP";
  expect(transactionLabel(transactionType)).toBe("ADJUSTMENT");
  expect(signedAmount({ amount: 588_00n, currency: "NGN", successful: true, transactionType })).toBe("₦588");
});
