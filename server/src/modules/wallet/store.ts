import { type Currency, money, type Money } from "@idanimo/contract/money";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";

/** The amount of the transfer with this key; undefined if there is none. */
export async function findTransferAmount(tx: Tx, key: string): Promise<Money | undefined> {
  const row = await tx
    .selectFrom("ledger_transfers")
    .select(["currency", "amount_minor"])
    .where("key", "=", key)
    .executeTakeFirst();
  return row && money(row.currency, row.amount_minor);
}

/** The balance of a wallet. */
export async function findWalletBalance(tx: Tx, ownerId: string, currency: Currency): Promise<Money> {
  const row = await tx
    .selectFrom("ledger_accounts")
    .select("balance_minor")
    .where("owner_id", "=", ownerId)
    .where("kind", "=", "wallet")
    .where("currency", "=", currency)
    .executeTakeFirst();
  return money(currency, row?.balance_minor ?? 0n);
}

/** Opens the wallets of a new account, one in each currency. */
export async function openWallets(tx: Tx, ownerId: string, walletIds: readonly [string, string]): Promise<void> {
  await sql`select open_wallets(${ownerId}, ${walletIds[0]}, ${walletIds[1]})`.execute(tx);
}
