import { formatMinor, formatMoney, money } from "@idanimo/contract/money";

/** An amount in any currency: one without wallets as a plain number with its code; below zero with a minus sign. */
export function formatSum(currency: string, minor: bigint): string {
  if (minor < 0n) return `−${formatSum(currency, -minor)}`;
  return currency === "NGN" || currency === "USD"
    ? formatMoney(money(currency, minor))
    : `${formatMinor(minor)} ${currency}`.trim();
}
