import { type Currency, dollars, type Money, naira } from "@idanimo/contract/money";
import type { Tx } from "../../database/database.ts";

export type Wallets = { readonly active: Currency; readonly NGN: Money<"NGN">; readonly USD: Money<"USD"> };

/** Both wallets of a user and which one pays, or undefined for nobody. */
export async function findWallets(tx: Tx, userId: string): Promise<Wallets | undefined> {
  const rows = await tx
    .selectFrom("users")
    .innerJoin("ledger_accounts", "ledger_accounts.owner_id", "users.id")
    .select(["users.active_currency", "ledger_accounts.currency", "ledger_accounts.balance_minor"])
    .where("users.id", "=", userId)
    .execute();
  const active = rows[0]?.active_currency;
  if (!active) return undefined;
  const minorOf = (currency: Currency) => rows.find((row) => row.currency === currency)?.balance_minor ?? 0n;
  return { active, NGN: naira(minorOf("NGN")), USD: dollars(minorOf("USD")) };
}
