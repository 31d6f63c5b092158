import { type Currency, formatMoney, money, type Money, parseMinor } from "@idanimo/contract/money";
import { fail, ok, type Result } from "@idanimo/contract/problems";

/**
 * Debits a wallet, if it can pay the amount. The SQL function `pay_from_wallet` decides alike; a property test
 * compares them.
 * @param balance what the wallet holds, minor units
 * @param due     total with fees and tax, minor units
 * @returns the balance after the payment
 */
export function debitWallet(balance: Money, due: Money): Result<Money, "currency_mismatch" | "wallet_balance_low"> {
  if (balance.currency !== due.currency) return fail("currency_mismatch", {});
  if (balance.minor < due.minor) return fail("wallet_balance_low", {});
  return ok({ currency: balance.currency, minor: balance.minor - due.minor });
}

/** Formats a decimal of the wire for people: `₦588` for "588.00". */
export function formatDecimal(currency: Currency, decimal: string): string {
  const minor = parseMinor(decimal);
  return minor === undefined ? `${decimal} ${currency}` : formatMoney(money(currency, minor));
}
