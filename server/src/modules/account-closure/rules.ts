import type { BalanceChoice, BankAccount } from "@idanimo/contract/account-rights";
import { formatMoney, type Money } from "@idanimo/contract/money";
import { fail, ok, type Result } from "@idanimo/contract/problems";

/** What happens to the balance: there is none, it is given up, or it is paid out to a bank. */
export type BalanceDisposal =
  | { readonly way: "none" }
  | { readonly way: "give_up" }
  | { readonly way: "bank"; readonly bank: BankAccount; readonly naira: bigint; readonly dollars: bigint };

/** Whether the wallets hold exactly the amounts shown to their owner. */
const matchesShownBalance = (balances: readonly Money[], shown: Extract<BalanceChoice, { shown: unknown }>["shown"]) =>
  balances.length === shown.length &&
  balances.every(({ currency, minor }) => shown.some((one) => one.currency === currency && one.amount === minor));

/**
 * Decides on the balance by the owner's choice; empty wallets need none. The choice applies only to the amounts
 * shown: a refund in between must be shown first.
 */
export function decideBalanceDisposal(
  wallets: readonly Money[],
  choice: BalanceChoice,
): Result<BalanceDisposal, "balance_left" | "balance_changed"> {
  const balances = wallets.filter(({ minor }) => minor > 0n);
  const amount = balances.map(formatMoney).join(" and ") || "nothing";
  if (choice.way !== "none" && !matchesShownBalance(balances, choice.shown)) return fail("balance_changed", { amount });
  if (balances.length === 0) return ok({ way: "none" });
  switch (choice.way) {
    case "none":
      return fail("balance_left", { amount });
    case "give_up":
      return ok({ way: "give_up" });
    case "bank": {
      const of = (currency: Money["currency"]) => balances.find((one) => one.currency === currency)?.minor ?? 0n;
      const { bankName, accountNumber, accountName } = choice;
      const bank = { bankName, accountNumber, accountName };
      return ok({ way: "bank", bank, naira: of("NGN"), dollars: of("USD") });
    }
  }
}
