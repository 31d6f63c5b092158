import { dollars, formatMoney, naira } from "@idanimo/contract/money";
import { expect, test } from "vitest";
import { topUpAmountFor, parseReturnMessage, validateTopUp, parseTypedAmount } from "./rules.ts";

test.each([
  {
    typed: "",
    currency: "NGN",
    says: "Minimum top-up amount is ₦1,000",
    why: "rejects an empty amount as below the minimum",
  },
  {
    typed: "999.99",
    currency: "NGN",
    says: "Minimum top-up amount is ₦1,000",
    why: "rejects an amount one kobo below the minimum",
  },
  { typed: "1000", currency: "NGN", says: undefined, why: "accepts the minimum" },
  { typed: "20000.", currency: "NGN", says: undefined, why: "accepts a trailing decimal point" },
  { typed: "9.99", currency: "USD", says: "Minimum top-up amount is $10", why: "has a separate minimum in dollars" },
  { typed: "10", currency: "USD", says: undefined, why: "accepts ten dollars" },
  {
    typed: "1e9",
    currency: "NGN",
    says: "Enter an amount of money, such as 1500 or 1500.50",
    why: "rejects an exponent",
  },
  {
    typed: "25.000",
    currency: "NGN",
    says: "Enter an amount of money, such as 1500 or 1500.50",
    why: "rejects a point as thousands separator",
  },
  {
    typed: "5000000.01",
    currency: "NGN",
    says: "You can add at most ₦5,000,000 at once. Nothing was charged.",
    why: "rejects an amount one kobo above the maximum",
  },
] as const)("$why [WALLET-06 WALLET-07]", ({ typed, currency, says }) => {
  expect(validateTopUp(typed, currency)).toBe(says);
});

test("parses the typed amount exactly, without a float [WALLET-05]", () => {
  const amount = parseTypedAmount("90071992547409.9", "NGN");
  expect(amount).toBeUndefined();
  expect(formatMoney(parseTypedAmount("1999.99", "NGN") ?? { currency: "NGN", minor: 0n })).toBe("₦1,999.99");
});

test.each([
  { data: { type: "idanimo:payment-return", txRef: "EA1", status: "successful" }, hint: "back" },
  { data: { type: "idanimo:payment-return", txRef: "EA1", status: "cancelled" }, hint: "cancelled" },
  { data: { type: "idanimo:payment-return", txRef: "EA2" }, hint: undefined },
  { data: { type: "other", txRef: "EA1" }, hint: undefined },
  { data: "idanimo:payment-return", hint: undefined },
  { data: null, hint: undefined },
])("treats only this payment's return message as a hint, never as paid: $data [T-28]", ({ data, hint }) => {
  expect(parseReturnMessage(data, "EA1")).toBe(hint);
});

test.each([
  { missing: naira(588_00n), add: naira(1_000_00n), why: "at least the minimum" },
  { missing: naira(1_999_01n), add: naira(2_000_00n), why: "in whole naira" },
  { missing: dollars(158n), add: dollars(10_00n), why: "in dollars" },
])("suggests topping up the missing amount, $why [WALLET-06]", ({ missing, add }) => {
  expect(topUpAmountFor(missing)).toEqual(add);
});
