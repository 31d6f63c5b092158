import { dollars, formatMoney, naira } from "@idanimo/contract/money";
import { expect, test } from "vitest";
import { topUpAmountFor, parseReturnMessage, validateTopUp, parseTypedAmount } from "./rules.ts";

test.each([
  { typed: "", currency: "NGN", says: "Minimum top-up amount is ₦1,000", why: "nothing is below the minimum" },
  { typed: "999.99", currency: "NGN", says: "Minimum top-up amount is ₦1,000", why: "one kobo short is refused" },
  { typed: "1000", currency: "NGN", says: undefined, why: "the minimum itself is enough" },
  { typed: "20000.", currency: "NGN", says: undefined, why: "a point still being typed does no harm" },
  { typed: "9.99", currency: "USD", says: "Minimum top-up amount is $10", why: "dollars have a minimum of their own" },
  { typed: "10", currency: "USD", says: undefined, why: "ten dollars are enough" },
  {
    typed: "1e9",
    currency: "NGN",
    says: "Enter an amount of money, such as 1500 or 1500.50",
    why: "an exponent is no amount",
  },
  {
    typed: "25.000",
    currency: "NGN",
    says: "Enter an amount of money, such as 1500 or 1500.50",
    why: "thousands with a point are ambiguous",
  },
  {
    typed: "5000000.01",
    currency: "NGN",
    says: "The most you can add at once is ₦5,000,000. Nothing was charged.",
    why: "a kobo over the most is refused",
  },
] as const)("WALLET-06, WALLET-07: $why", ({ typed, currency, says }) => {
  expect(validateTopUp(typed, currency)).toBe(says);
});

test("WALLET-05: what is typed is read exactly, without a float", () => {
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
])("T-28: only the return of this payment is a hint, and it never says paid: $data", ({ data, hint }) => {
  expect(parseReturnMessage(data, "EA1")).toBe(hint);
});

test.each([
  { missing: naira(588_00n), add: naira(1_000_00n), why: "no less than can be added at once" },
  { missing: naira(1_999_01n), add: naira(2_000_00n), why: "in whole naira" },
  { missing: dollars(158n), add: dollars(10_00n), why: "in dollars" },
])("offers to add what is missing, $why [WALLET-06]", ({ missing, add }) => {
  expect(topUpAmountFor(missing)).toEqual(add);
});
