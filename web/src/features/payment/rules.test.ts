import { dollars, naira } from "@idanimo/contract/money";
import { problems } from "@idanimo/contract/problems";
import { expect, test } from "vitest";
import {
  lowBalanceHint,
  isInconclusive,
  isFrameable,
  missingAmountText,
  unpaidReason,
  providerFailureOf,
  walletProblemOf,
} from "./rules.ts";

test.each([
  { wallet: naira(588_00n), due: naira(588_00n), fault: undefined, why: "accepts an exact balance" },
  { wallet: naira(587_99n), due: naira(588_00n), fault: "wallet_balance_low", why: "rejects a balance one kobo short" },
  {
    wallet: naira(999_00n),
    due: dollars(83n),
    fault: "currency_mismatch",
    why: "rejects naira for a price in dollars",
  },
  {
    wallet: dollars(999n),
    due: naira(588_00n),
    fault: "currency_mismatch",
    why: "rejects dollars for a price in naira",
  },
])("$why [PAY-08 PAY-09 O-22]", ({ wallet, due, fault }) => {
  expect(walletProblemOf(wallet, due)).toBe(fault);
});

test("treats silence, a copy in flight and server errors as inconclusive [ERR-42 R-30]", () => {
  const codes = Object.keys(problems).filter((code): code is keyof typeof problems => code in problems);
  expect(codes.filter(isInconclusive).toSorted()).toEqual([
    "no_response",
    "same_key_in_flight",
    "unavailable",
    "unconfirmed",
    "unexpected",
  ]);
});

test("states the missing amount to the kobo [ERR-43]", () => {
  expect(missingAmountText(naira(999_99n), naira(1_125_00n))).toBe("You need ₦125.01 more");
});

test.each([
  { reason: "Declined by Financial Institution", title: "Failed Payment", words: "Declined by Financial Institution" },
  { reason: null, title: "Error", words: "Payment Cancelled or Declined" },
  { reason: "", title: "Error", words: "Payment Cancelled or Declined" },
])('shows "$title" if the provider\'s reason is $reason [ERR-39 ERR-40]', ({ reason, title, words }) => {
  expect(providerFailureOf(reason)).toEqual({ title, words });
});

test.each([
  { link: "https://pay.example/v3/hosted/pay/1", may: true },
  { link: "http://localhost:8080/main-dashboard", may: false },
  { link: "javascript:alert(1)", may: false },
  { link: "", may: false },
])("frames only pages of another origin: $link [T-35]", ({ link, may }) => {
  expect(isFrameable(link, "http://localhost:8080")).toBe(may);
});

test.each([
  { method: "1", wallet: naira(0n), hint: "Your wallet balance is not enough. You need ₦588 more." },
  { method: "1", wallet: naira(588_00n), hint: undefined },
  { method: "1", wallet: undefined, hint: undefined },
  { method: "1", wallet: dollars(1n), hint: undefined },
  { method: "2", wallet: naira(0n), hint: undefined },
  { method: undefined, wallet: naira(0n), hint: undefined },
] as const)(
  "warns before the payment that the wallet balance is too low: $hint [ERR-43]",
  ({ method, wallet, hint }) => {
    expect(lowBalanceHint(method, wallet, naira(588_00n))).toBe(hint);
  },
);

test.each([
  { status: "failed", reason: "Declined", words: "The provider says: Declined." },
  { status: "failed", reason: null, words: "The provider declined the payment." },
  { status: "cancelled", reason: null, words: "The payment was cancelled on the provider's page." },
  { status: "expired", reason: "", words: "The payment expired." },
])("explains why a $status payment failed: $words [ERR-40]", ({ status, reason, words }) => {
  expect(unpaidReason(status, reason)).toBe(words);
});
