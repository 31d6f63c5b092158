import type { OutputOf } from "@idanimo/contract/operation";
import { type Currency, type Money } from "@idanimo/contract/money";
import { type PriceList, type Quote, quoteFor } from "@idanimo/contract/pricing";
import type { completeStakeholders } from "@idanimo/contract/stakeholders";
import * as texts from "@idanimo/contract/texts";
import { type PaymentMethod, walletProblemOf } from "../payment/rules.ts";

/** What a stakeholder look-up costs and what its end is told as. Pure. */

/** Source: RESULT-BUSINESS-11. */
export const paymentMethodLabels = { "1": "Payment from Wallet", "2": "Instant Payment" } as const satisfies Record<
  PaymentMethod,
  string
>;

/** What one look-up costs, tax and charges included. Source: PRICE-07. */
export function lookupQuote(list: PriceList, currency: Currency): Quote {
  return quoteFor([{ type: "stakeholders", options: [], records: 1 }], list, currency);
}

/** What stands between a wallet and a look-up, in the order of the specification. */
export type WalletCheck =
  | { readonly step: "pay"; readonly due: Money }
  | { readonly step: "ask_currency"; readonly wallet: Money; readonly due: Money }
  | { readonly step: "balance_low"; readonly wallet: Money; readonly due: Money };

/**
 * First whether the currencies match, then whether the balance is enough; amounts are compared in minor units. The server
 * decides both again. Source: RESULT-BUSINESS-12 to 14, O-22, F-02.
 * @param acceptsWalletCurrency the person has said that the wallet's own currency is taken
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
  /** The payment went to the wallet, from which the look-up can be paid now. */
  readonly isInWallet?: true;
};

/**
 * How a paid look-up that brought nothing is told. Undefined where it is good or still running. A payment that is counted though
 * nothing is bought with it came for an order that another one has replaced: it is in the wallet. Source: ERR-37, ERR-38, ERR-47.
 */
export function lookupFailureOf({ success, state, message }: CompletedLookup): LookupFailure | undefined {
  if (success === 1 || state === "running") return undefined;
  if (state === "not_bought")
    return {
      title: "Your money is in your wallet",
      words: "Your payment came after another one had taken its place, so we added it to your wallet.",
      more: "This look-up is not paid yet. You can pay it from the wallet now.",
      isInWallet: true,
    };
  const more = state === "returned" ? texts.moneyReturned : "";
  if (message === "") return { title: "Oops!", words: texts.sorryNoRecord, more };
  return { title: message === "No value present" ? "Oops!" : "Request Error", words: message, more };
}

/** A reference as the source draws it: `EA` and 14 digits. Source: B§9, PAY-22. */
export function createReference(random: Uint8Array): string {
  return `EA${Array.from(random.slice(0, 14), (byte) => byte % 10).join("")}`;
}
