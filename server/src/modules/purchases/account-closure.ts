import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { abandonAwaitingApproval } from "./approval-store.ts";
import { abandonUnpaid } from "./store.ts";

/** What purchases contribute to account closure: items in progress and open quotes. */

/** Paid items that must end before an account can close. */
export type PendingItems = "file" | "look_up";

/** Finds paid items in progress, whose outcome may still credit the account. */
export async function findPendingItems(tx: Tx, ownerId: string): Promise<PendingItems | undefined> {
  const found = await sql<{ work: PendingItems | null }>`select case
      when exists (select from purchases p join purchase_items i on i.purchase_id = p.id and i.bulk_line is not null
        and i.state in ('priced', 'looking_up') where p.owner_id = ${ownerId} and p.state = 'paid' and p.paid_at is not null) then 'file'
      when exists (select from purchases p join purchase_items i on i.purchase_id = p.id and i.state in ('priced', 'looking_up')
        where p.owner_id = ${ownerId} and p.state = 'paid' and p.paid_at is not null) then 'look_up'
    end as work`.execute(tx);
  return found.rows[0]?.work ?? undefined;
}

/** Abandons all unpaid quotes of an account. */
export async function abandonOpenQuotes(tx: Tx, ownerId: string): Promise<void> {
  await abandonUnpaid(tx).where("owner_id", "=", ownerId).execute();
  await abandonAwaitingApproval(tx).where("owner_id", "=", ownerId).execute();
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
