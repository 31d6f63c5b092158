import type { Money } from "@idanimo/contract/money";
import { fail, ok, type Result } from "@idanimo/contract/problems";

/**
 * Whether a wallet can pay an amount now.
 * @param balance what the wallet holds, minor units
 * @param due     total with fees and tax, minor units
 * @returns the balance after paying, or the refusal
 * Source: B§5, B§8. The SQL function `pay_from_wallet` decides alike; a property test compares them.
 */
export function debitWallet(balance: Money, due: Money): Result<Money, "currency_mismatch" | "wallet_balance_low"> {
  if (balance.currency !== due.currency) return fail("currency_mismatch", {});
  if (balance.minor < due.minor) return fail("wallet_balance_low", {});
  return ok({ currency: balance.currency, minor: balance.minor - due.minor });
}
