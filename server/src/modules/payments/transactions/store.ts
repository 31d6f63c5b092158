import type { Currency } from "@idanimo/contract/money";
import type { TransactionType } from "@idanimo/contract/wallet";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../database/database.ts";
import type { Cursor } from "../../../kernel/cursor.ts";
import { itemsView, purchasesView } from "../../purchases/index.ts";
import { ledgerAccountsView, ledgerTransfersView } from "../../wallet/index.ts";

/** One row of the transaction log. */
export type TransactionRow = {
  readonly id: string;
  readonly at: Date;
  readonly at_text: string;
  readonly label: string;
  readonly minor: bigint;
  readonly currency: Currency;
  readonly kind: TransactionType;
  readonly successful: boolean;
  /** What was charged: the wallet or a card. Null for anything but a charge or top-up. */
  readonly paid_with: "WALLET" | "INSTANT" | null;
};

/**
 * Reads a user's transactions: charges, refunds, and top-ups with their outcome. Newest first, by keyset. Each
 * source table is read by its own index, only as far as `skip` and `most` require.
 */
export async function readTransactions(
  db: Database,
  userId: string,
  after: Cursor | undefined,
  most: number,
  skip = 0,
): Promise<readonly TransactionRow[]> {
  const limit = sql`limit ${most + skip}`;
  /** Keyset condition, order and limit of one source, by the two columns of its index. */
  const page = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    sql`${after ? sql`and (${at}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``} order by ${at} desc, ${id} desc ${limit}`;
  const found = await sql<TransactionRow>`
    select *, at::text as at_text from (
      (select p.id, p.paid_at as at, p.transaction_id as label, p.total_minor as minor, p.currency, 'VERIFICATION' as kind, true as successful, p.payment_type as paid_with
       from ${purchasesView} p where p.owner_id = ${userId} and p.paid_at is not null ${page(sql`p.paid_at`, sql`p.id`)})
      union all
      (select i.id, i.state_changed_at, p.transaction_id, i.price_minor + i.tax_minor, p.currency, 'REFUND', true, null
       from (select * from ${itemsView} i where i.owner_id = ${userId} and i.outcome in ('PROVIDER_FAILED', 'NO_CONTACT', 'MINOR', 'BLOCKED', 'NO_ANSWER')
         ${page(sql`i.state_changed_at`, sql`i.id`)}) i join ${purchasesView} p on p.id = i.purchase_id)
      union all
      (select r.id, r.confirmed_at, p.transaction_id, r.amount_minor, r.currency, 'REFUND', true, null
       from (select * from operator_refunds r where r.owner_id = ${userId} and r.confirmed_at is not null
         ${page(sql`r.confirmed_at`, sql`r.id`)}) r join ${itemsView} i on i.id = r.item_id join ${purchasesView} p on p.id = i.purchase_id)
      union all
      (select t.id, t.created_at, split_part(t.key, ':', 2), t.amount_minor, t.currency, 'TOPUP', true, 'INSTANT'
       from ${ledgerAccountsView} a cross join lateral (
         select * from ${ledgerTransfersView} t where t.to_account = a.id and t.reason = 'TOPUP' ${page(sql`t.created_at`, sql`t.id`)}) t
       where a.owner_id = ${userId})
      union all
      (select y.id, y.created_at, y.reference, y.amount_minor, y.currency, 'TOPUP', false, 'INSTANT'
       from payments y where y.owner_id = ${userId} and y.purpose = 'TOPUP' and y.state in ('failed', 'cancelled')
       ${page(sql`y.created_at`, sql`y.id`)})
    ) moves order by at desc, id desc limit ${most} offset ${skip}`.execute(db.single);
  return found.rows;
}
