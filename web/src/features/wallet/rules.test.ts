import { formatMoney } from "@idanimo/contract/money";
import { expect, test } from "vitest";
import { mayBeFramed, paidOtherwise, returnHint, topUpFault, typedAmount } from "./rules.ts";

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
  expect(topUpFault(typed, currency)).toBe(says);
});

test("WALLET-05: what is typed is read exactly, without a float", () => {
  const amount = typedAmount("90071992547409.9", "NGN");
  expect(amount).toBeUndefined();
  expect(formatMoney(typedAmount("1999.99", "NGN") ?? { currency: "NGN", minor: 0n })).toBe("₦1,999.99");
});

test.each([
  { data: { type: "idanimo:payment-return", txRef: "EA1", status: "successful" }, hint: "back" },
  { data: { type: "idanimo:payment-return", txRef: "EA1", status: "cancelled" }, hint: "cancelled" },
  { data: { type: "idanimo:payment-return", txRef: "EA2" }, hint: undefined },
  { data: { type: "other", txRef: "EA1" }, hint: undefined },
  { data: "idanimo:payment-return", hint: undefined },
  { data: null, hint: undefined },
])("T-28: only the return of this payment is a hint, and it never says paid: $data", ({ data, hint }) => {
  expect(returnHint(data, "EA1")).toBe(hint);
});

test.each([
  { link: "https://pay.example/v3/hosted/pay/1", may: true },
  { link: "http://localhost:8080/main-dashboard", may: false },
  { link: "javascript:alert(1)", may: false },
  { link: "", may: false },
])("T-35: the frame holds the provider's page and nothing of ours: $link", ({ link, may }) => {
  expect(mayBeFramed(link, "http://localhost:8080")).toBe(may);
});

test.each([
  { status: "failed", said: "Approved by Financial Institution", moved: true, why: "the provider took another amount" },
  { status: "failed", said: "Successful", moved: true, why: "the same in other words" },
  { status: "failed", said: "Declined by Financial Institution", moved: false, why: "a refusal" },
  { status: "failed", said: null, moved: false, why: "the provider says nothing" },
  { status: "cancelled", said: "Approved", moved: false, why: "what was cancelled took nothing" },
])("T-26 whether money moved although it does not count: $why", ({ status, said, moved }) => {
  expect(paidOtherwise(status, said)).toBe(moved);
});
