import { topUpMaximum, topUpMinimum } from "@idanimo/contract/limits";
import { formatMoney, type Money } from "@idanimo/contract/money";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { PaymentState } from "@idanimo/contract/verification-states";

/** Whether an amount can be added to a wallet. Source: A§5, WALLET-06, T-31. */
export function checkTopUp(amount: Money): Result<Money, "top_up_too_small" | "top_up_too_large"> {
  const [least, most] = [topUpMinimum[amount.currency], topUpMaximum[amount.currency]];
  if (amount.minor < least.minor) return fail("top_up_too_small", { minimum: formatMoney(least) });
  if (amount.minor > most.minor) return fail("top_up_too_large", { maximum: formatMoney(most) });
  return ok(amount);
}

/** Failures of a day that nobody who pays comes to, unless many others go well. Source: T-37. */
export const maxFailuresPerDay = 20;

/** Whether a user's payments fail as those of somebody who tries out cards. Failed, cancelled and never paid count alike. */
export function looksLikeCardTesting(tries: { readonly failed: number; readonly succeeded: number }): boolean {
  return tries.failed >= maxFailuresPerDay && tries.failed > 4 * tries.succeeded;
}

/** What the payer is told about a payment. */
export function publicPaymentStatus(
  state: PaymentState,
): "successful" | "pending" | "failed" | "cancelled" | "expired" {
  if (state === "succeeded") return "successful";
  return state === "initiated" ? "pending" : state;
}
