import { type Currency, money, type Money } from "@idanimo/contract/money";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";

/** What of purchases and money stands in the way of an account that closes, and how it ends. */

/** What must end by itself before an account can close. */
export type PendingWork = "payment" | "file" | "look_up";

/** What is under way for an account: it may still cost or bring money. */
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

/** Ends every price that its owner was told and did not pay. */
export async function abandonOpenQuotes(tx: Tx, ownerId: string): Promise<void> {
  await tx
    .updateTable("purchases")
    .set({ state: "abandoned" })
    .where("owner_id", "=", ownerId)
    .where("state", "=", "initiated")
    .execute();
}

/** Forgets by which links a closed account's owner came to buy. */
export async function clearClickIds(tx: Tx, ownerId: string): Promise<void> {
  await tx
    .updateTable("purchases")
    .set({ click_id: null })
    .where("owner_id", "=", ownerId)
    .where("click_id", "is not", null)
    .execute();
}

/** What both wallets hold; nothing moves in them until the transaction ends. */
export async function lockWallets(tx: Tx, ownerId: string): Promise<readonly Money[]> {
  const held = await sql<{ currency: Currency; balance_minor: bigint }>`
    select currency, balance_minor from hold_wallets(${ownerId})`.execute(tx);
  return held.rows.map((row) => money(row.currency, row.balance_minor));
}

/** Takes everything out of a closed account's wallets; the database refuses it for an open one, and does it once. */
export async function emptyWallets(tx: Tx, ids: IdSource, ownerId: string): Promise<void> {
  await sql`select empty_closed_wallets(${ownerId}, ${ids.rowId()}, ${ids.rowId()})`.execute(tx);
}
