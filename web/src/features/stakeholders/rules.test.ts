import { dollars, formatMoney, naira } from "@idanimo/contract/money";
import { type PriceItem, priceItems } from "@idanimo/contract/price-items";
import type { PriceList } from "@idanimo/contract/pricing";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  lookupFailureOf,
  paymentMethodLabels,
  createReference,
  lookupQuote,
  type CompletedLookup,
  checkWallet,
} from "./rules.ts";

/** Items with different prices, so that a wrong item is noticed. */
const item = (at: number): PriceItem => ({
  price: { NGN: BigInt(at) * 100_000n, USD: BigInt(at) * 100n },
  vat: { NGN: 75_00n, USD: 11n },
  serviceFee: { NGN: 50_00n, USD: 7n },
  processingFee: 0n,
});
const list: PriceList = {
  items: Object.fromEntries(priceItems.map((name, at) => [name, item(at)])),
  rate: 1_500_00n,
};

test("charges item 8 of the list with tax and charges in either currency [PRICE-07 C-37]", () => {
  expect(formatMoney(lookupQuote(list, "NGN").total)).toBe("₦8,125");
  expect(formatMoney(lookupQuote(list, "USD").total)).toBe("$8.18");
});

test("uses the specified names of the two payment methods [RESULT-BUSINESS-11]", () => {
  expect(paymentMethodLabels).toEqual({ "1": "Payment from Wallet", "2": "Instant Payment" });
});

const [due, dueInDollars] = [naira(8_125_00n), dollars(8_18n)];
// Covers: C-13 O-22
test.each([
  { wallet: due, mayChange: false, next: { step: "pay", due }, why: "accepts an exact balance" },
  {
    wallet: naira(8_124_99n),
    mayChange: false,
    next: { step: "balance_low", due },
    why: "rejects a balance one kobo short",
  },
  {
    wallet: naira(10_000_00n),
    mayChange: false,
    next: { step: "pay", due },
    why: "accepts 10,000 for a price of 8,125 (F-02)",
  },
  {
    wallet: dollars(1n),
    mayChange: false,
    next: { step: "ask_currency", due: dueInDollars },
    why: "asks about another currency before it checks the balance",
  },
  {
    wallet: dueInDollars,
    mayChange: true,
    next: { step: "pay", due: dueInDollars },
    why: "pays in the wallet's currency after Continue",
  },
  {
    wallet: dollars(8_17n),
    mayChange: true,
    next: { step: "balance_low", due: dueInDollars },
    why: "rejects a low balance after Continue",
  },
])("$why [RESULT-BUSINESS-12 RESULT-BUSINESS-13 RESULT-BUSINESS-14]", ({ wallet, mayChange, next }) => {
  expect(checkWallet(wallet, "NGN", list, mayChange)).toMatchObject(next);
});

const near = fc.bigInt({ min: due.minor - 2n, max: due.minor + 2n });
test("accepts exactly the balances that are not less in minor units [F-02]", () => {
  fc.assert(
    fc.property(fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 15n }), near), (minor) => {
      expect(checkWallet(naira(minor), "NGN", list, false).step).toBe(minor < due.minor ? "balance_low" : "pay");
    }),
  );
});

const reported = (state: CompletedLookup["state"], message: string): CompletedLookup => ({
  success: state === "found" ? 1 : 0,
  message,
  state,
  data: [],
  currency: "NGN",
});
test.each([
  { of: reported("found", "Stakeholders found."), title: undefined },
  { of: reported("running", "still"), title: undefined },
  { of: reported("returned", "It failed."), title: "Request Error: It failed. The money was refunded to your wallet." },
  { of: reported("returned", ""), title: "Oops!: Sorry, No record found The money was refunded to your wallet." },
  {
    of: reported("returned", "No value present"),
    title: "Oops!: No value present The money was refunded to your wallet.",
  },
])("shows a $of.state lookup with '$of.message' as $title [ERR-37 ERR-38 ERR-47]", ({ of, title }) => {
  const failure = lookupFailureOf(of);
  expect(failure && `${failure.title}: ${failure.words} ${failure.more}`).toBe(title);
});

test.each(["", "No value present", "Not looked up yet."])(
  "reports a payment without a lookup as credited to the wallet, with '%s' [T-22 R-04]",
  (message) => {
    expect(lookupFailureOf(reported("not_bought", message))).toMatchObject({
      title: "Your money is in your wallet",
      words: expect.stringContaining("added it to your wallet"),
      more: expect.stringContaining("You can now pay from your wallet"),
      isInWallet: true,
    });
    expect(lookupFailureOf(reported("returned", message))).not.toHaveProperty("isInWallet");
  },
);

test("creates references of EA and fourteen digits from any random bytes [PAY-22]", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 14, maxLength: 14 }), (random) => {
      expect(createReference(random)).toMatch(/^EA\d{14}$/);
    }),
  );
});
