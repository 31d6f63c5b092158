import { type Currency, money, type Money } from "@idanimo/contract/money";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";

/** Locks both wallets until the transaction ends and returns their balances. */
export async function lockWallets(tx: Tx, ownerId: string): Promise<readonly Money[]> {
  const balances = await sql<{ currency: Currency; balance_minor: bigint }>`
    select currency, balance_minor from lock_wallets(${ownerId})`.execute(tx);
  return balances.rows.map((row) => money(row.currency, row.balance_minor));
}

/** Empties a closed account's wallets. Idempotent; the database rejects it for an open account. */
export async function emptyWallets(tx: Tx, ids: IdSource, ownerId: string): Promise<void> {
  await sql`select empty_closed_wallets(${ownerId}, ${ids.rowId()}, ${ids.rowId()})`.execute(tx);
}
