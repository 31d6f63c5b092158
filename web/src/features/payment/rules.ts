import { formatMoney, type Money, money } from "@idanimo/contract/money";
import type { ProblemCode } from "@idanimo/contract/problems";
import * as texts from "@idanimo/contract/texts";

/** Rules shared by all payments. Pure. */

/** The wire values of the payment methods [PAY-02]. */
export const paymentMethods = { wallet: "1", instant: "2" } as const;
export type PaymentMethod = (typeof paymentMethods)[keyof typeof paymentMethods];

/**
 * Why the wallet cannot pay a total, from the loaded profile. The server decides again [PAY-08 PAY-09 O-22 F-02].
 */
export function walletProblemOf(wallet: Money, due: Money): "currency_mismatch" | "wallet_balance_low" | undefined {
  if (wallet.currency !== due.currency) return "currency_mismatch";
  return wallet.minor < due.minor ? "wallet_balance_low" : undefined;
}

export function missingAmount(wallet: Money, due: Money): Money {
  return money(due.currency, due.minor - wallet.minor);
}
export function missingAmountText(wallet: Money, due: Money): string {
  return `You need ${formatMoney(missingAmount(wallet, due))} more`;
}

/**
 * Why the chosen method cannot pay yet, shown before the payment; undefined if nothing is known to prevent it
 * [ERR-43].
 */
export function lowBalanceHint(
  method: PaymentMethod | undefined,
  wallet: Money | undefined,
  due: Money,
): string | undefined {
  if (method !== paymentMethods.wallet || !wallet || walletProblemOf(wallet, due) !== "wallet_balance_low")
    return undefined;
  return `Your wallet balance is not enough. ${missingAmountText(wallet, due)}.`;
}

/** Why a payment failed. */
export function unpaidReason(status: string, processorResponse: string | null): string {
  if (processorResponse) return `The provider says: ${processorResponse.replace(/[.\s]*$/, ".")}`;
  if (status === "cancelled") return "The payment was cancelled on the provider's page.";
  return status === "expired" ? "The payment expired." : "The provider declined the payment.";
}

/** Whether the provider's page may be framed: an http(s) address, and not of our own origin. */
export function isFrameable(link: string, ownOrigin: string): boolean {
  if (!URL.canParse(link)) return false;
  const { protocol, origin } = new URL(link);
  return (protocol === "https:" || protocol === "http:") && origin !== ownOrigin;
}

/** The error of a failed payment; confirming it reloads the page [PAY-15 ERR-39 to ERR-42 ERR-52]. */
export type PaymentFailure = { readonly title: string; readonly words: string };

/** The error when the provider declined the payment [ERR-39 ERR-40]. */
export function providerFailureOf(processorResponse: string | null): PaymentFailure {
  return processorResponse
    ? { title: "Failed Payment", words: processorResponse }
    : { title: texts.errorTitle, words: texts.paymentCancelled };
}

const inconclusiveCodes: readonly ProblemCode[] = [
  "no_response",
  "same_key_in_flight",
  "unexpected",
  "unavailable",
  "unconfirmed",
];

/**
 * Problems that leave the payment unknown: it may have been charged, so it is retried with the same idempotency key
 * [ERR-42].
 */
export function isInconclusive(code: ProblemCode): boolean {
  return inconclusiveCodes.includes(code);
}
