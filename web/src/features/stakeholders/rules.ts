import type { OutputOf } from "@idanimo/contract/operation";
import { type Currency, type Money } from "@idanimo/contract/money";
import { type PriceList, type Quote, quoteFor } from "@idanimo/contract/pricing";
import type { completeStakeholders } from "@idanimo/contract/stakeholders";
import * as texts from "@idanimo/contract/texts";
import { type PaymentMethod, walletProblemOf } from "../payment/rules.ts";

/** The price of a stakeholder lookup and the messages about its result. Pure. */

/** The labels of the payment methods [RESULT-BUSINESS-11]. */
export const paymentMethodLabels = { "1": "Payment from Wallet", "2": "Instant Payment" } as const satisfies Record<
  PaymentMethod,
  string
>;

/** The price of one lookup, with tax and charges [PRICE-07]. */
export function lookupQuote(list: PriceList, currency: Currency): Quote {
  return quoteFor([{ type: "stakeholders", options: [], records: 1 }], list, currency);
}

/** What prevents a wallet payment of a lookup, in the order of the specification. */
export type WalletCheck =
  | { readonly step: "pay"; readonly due: Money }
  | { readonly step: "ask_currency"; readonly wallet: Money; readonly due: Money }
  | { readonly step: "balance_low"; readonly wallet: Money; readonly due: Money };

/**
 * Checks the currency first, then the balance; compares amounts in minor units. The server checks both again
 * [RESULT-BUSINESS-12 RESULT-BUSINESS-13 RESULT-BUSINESS-14 O-22 F-02].
 * @param acceptsWalletCurrency whether the user agreed to pay in the wallet's currency
 */
export function checkWallet(
  wallet: Money,
  bought: Currency,
  list: PriceList,
  acceptsWalletCurrency: boolean,
): WalletCheck {
  const asked = lookupQuote(list, bought).total;
  const fault = walletProblemOf(wallet, asked);
  if (fault !== "currency_mismatch")
    return fault ? { step: "balance_low", wallet, due: asked } : { step: "pay", due: asked };
  const due = lookupQuote(list, wallet.currency).total;
  if (!acceptsWalletCurrency) return { step: "ask_currency", wallet, due };
  return walletProblemOf(wallet, due) ? { step: "balance_low", wallet, due } : { step: "pay", due };
}

export type CompletedLookup = OutputOf<typeof completeStakeholders>["data"]["business"];
export type LookupFailure = {
  readonly title: string;
  readonly words: string;
  readonly more: string;
  /** The payment was credited to the wallet, which can pay the lookup now. */
  readonly isInWallet?: true;
};

/**
 * The message about a paid lookup without a result; undefined if it succeeded or is still running. A credited
 * payment that bought nothing was for an order that was replaced: the money is in the wallet [ERR-37 ERR-38
 * ERR-47].
 */
export function lookupFailureOf({ success, state, message }: CompletedLookup): LookupFailure | undefined {
  if (success === 1 || state === "running") return undefined;
  if (state === "not_bought")
    return {
      title: "Your money is in your wallet",
      words: "Your payment came after another one, so we added it to your wallet.",
      more: "This check is not paid yet. You can now pay from your wallet.",
      isInWallet: true,
    };
  const more = state === "returned" ? texts.moneyReturned : "";
  if (message === "") return { title: "Oops!", words: texts.sorryNoRecord, more };
  return { title: message === "No value present" ? "Oops!" : "Request Error", words: message, more };
}

/** Creates a transaction reference: `EA` and 14 digits [PAY-22]. */
export function createReference(random: Uint8Array): string {
  return `EA${Array.from(random.slice(0, 14), (byte) => byte % 10).join("")}`;
}
