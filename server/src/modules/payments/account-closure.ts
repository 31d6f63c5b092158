import { type Currency, money, type Money } from "@idanimo/contract/money";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";

/** What payments contributes to account closure: pending work, open quotes and wallets. */

/** Work that must end before an account can close. */
export type PendingWork = "payment" | "file" | "look_up";

/** Finds work in progress that may still charge or credit the account. */
export async function findPendingWork(tx: Tx, ownerId: string): Promise<PendingWork | undefined> {
  const found = await sql<{ work: PendingWork | null }>`select case
      when exists (select from payments where owner_id = ${ownerId} and state = 'initiated' and ends_at > product_now()) then 'payment'
      when exists (select from purchases p join purchase_items i on i.purchase_id = p.id and i.bulk_line is not null
        and i.state in ('priced', 'looking_up') where p.owner_id = ${ownerId} and p.state = 'paid' and p.paid_at is not null) then 'file'
      when exists (select from purchases p join purchase_items i on i.purchase_id = p.id and i.state in ('priced', 'looking_up')
        where p.owner_id = ${ownerId} and p.state = 'paid' and p.paid_at is not null) then 'look_up'
    end as work`.execute(tx);
  return found.rows[0]?.work ?? undefined;
}

/** Abandons all unpaid quotes of an account. */
export async function abandonOpenQuotes(tx: Tx, ownerId: string): Promise<void> {
  await tx
    .updateTable("purchases")
    .set({ state: "abandoned" })
    .where("owner_id", "=", ownerId)
    .where("state", "=", "initiated")
    .execute();
}

/** Deletes the click ids from a closed account's purchases. */
export async function clearClickIds(tx: Tx, ownerId: string): Promise<void> {
  await tx
    .updateTable("purchases")
    .set({ click_id: null })
    .where("owner_id", "=", ownerId)
    .where("click_id", "is not", null)
    .execute();
}

/** Locks both wallets until the transaction ends and returns their balances. */
export async function lockWallets(tx: Tx, ownerId: string): Promise<readonly Money[]> {
  const held = await sql<{ currency: Currency; balance_minor: bigint }>`
    select currency, balance_minor from hold_wallets(${ownerId})`.execute(tx);
  return held.rows.map((row) => money(row.currency, row.balance_minor));
}

/** Empties a closed account's wallets. Idempotent; the database rejects it for an open account. */
export async function emptyWallets(tx: Tx, ids: IdSource, ownerId: string): Promise<void> {
  await sql`select empty_closed_wallets(${ownerId}, ${ids.rowId()}, ${ids.rowId()})`.execute(tx);
}
