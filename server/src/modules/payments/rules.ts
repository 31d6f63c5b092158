import { topUpMaximum, topUpMinimum } from "@idanimo/contract/limits";
import { formatMoney, type Money } from "@idanimo/contract/money";
import { fail, ok, type Result } from "@idanimo/contract/problems";
import type { PaymentState } from "@idanimo/contract/verification-states";

/** Checks the amount of a top-up against its limits [WALLET-06 T-31]. */
export function checkTopUp(amount: Money): Result<Money, "top_up_too_small" | "top_up_too_large"> {
  const [least, most] = [topUpMinimum[amount.currency], topUpMaximum[amount.currency]];
  if (amount.minor < least.minor) return fail("top_up_too_small", { minimum: formatMoney(least) });
  if (amount.minor > most.minor) return fail("top_up_too_large", { maximum: formatMoney(most) });
  return ok(amount);
}

/** Failed payments a day from which card testing is suspected, unless many others succeed [T-37]. */
export const maxFailuresPerDay = 20;

/** Whether a user's payments look like card testing. Failed, cancelled and expired payments count alike. */
export function looksLikeCardTesting(attempts: { readonly failed: number; readonly succeeded: number }): boolean {
  return attempts.failed >= maxFailuresPerDay && attempts.failed > 4 * attempts.succeeded;
}

/** The state of a payment as the payer sees it. */
export function publicPaymentStatus(
  state: PaymentState,
): "successful" | "pending" | "failed" | "cancelled" | "expired" {
  if (state === "succeeded") return "successful";
  return state === "initiated" ? "pending" : state;
}
