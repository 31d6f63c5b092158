import { ok } from "@idanimo/contract/problems";
import type { Currency } from "@idanimo/contract/money";
import type { paymentHistory as operation, TransactionType } from "@idanimo/contract/wallet";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../database/database.ts";
import type { Handler } from "../../../http/call.ts";
import { readCursor, writeCursor } from "../../../kernel/cursor.ts";

/** Rows a client gets that asks for no size. */
const defaultSize = 100;

/**
 * Everything that moved this user's money, or tried to: charges, refunds, top-ups with their end. Newest first by keyset.
 * Each source table is read newest first by its own index, and only as far as the page goes.
 */
export const paymentHistory =
  (db: Database): Handler<typeof operation> =>
  async (input, caller) => {
    const size = input.size ?? defaultSize;
    const after = readCursor(input.after);
    const most = sql`limit ${size + 1}`;
    /** What of one source belongs on this page, by the two columns of its index. */
    const page = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
      sql`${after ? sql`and (${at}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``} order by ${at} desc, ${id} desc ${most}`;
    const found = await sql<{
      id: string;
      at: Date;
      at_text: string;
      label: string;
      minor: bigint;
      currency: Currency;
      kind: TransactionType;
      successful: boolean;
    }>`
      select *, at::text as at_text from (
        (select p.id, p.paid_at as at, p.transaction_id as label, p.total_minor as minor, p.currency, 'VERIFICATION' as kind, true as successful
         from purchases p where p.owner_id = ${caller.userId} and p.paid_at is not null ${page(sql`p.paid_at`, sql`p.id`)})
        union all
        (select i.id, i.moved_at, p.transaction_id, i.price_minor + i.tax_minor, p.currency, 'REFUND', true
         from purchase_items i join purchases p on p.id = i.purchase_id
         where i.owner_id = ${caller.userId} and i.outcome in ('PROVIDER_FAILED', 'NO_CONTACT', 'MINOR', 'BLOCKED')
         ${page(sql`i.moved_at`, sql`i.id`)})
        union all
        (select t.id, t.created_at, split_part(t.key, ':', 2), t.amount_minor, t.currency, 'TOPUP', true
         from ledger_accounts a join ledger_transfers t on t.to_account = a.id
         where a.owner_id = ${caller.userId} and t.reason = 'TOPUP' ${page(sql`t.created_at`, sql`t.id`)})
        union all
        (select y.id, y.created_at, y.reference, y.amount_minor, y.currency, 'TOPUP', false
         from payments y where y.owner_id = ${caller.userId} and y.purpose = 'TOPUP' and y.state in ('failed', 'cancelled')
         ${page(sql`y.created_at`, sql`y.id`)})
      ) moves order by at desc, id desc ${most}`.execute(db.single);
    const rows = found.rows.slice(0, size);
    const last = rows.at(-1);
    return ok({
      transactions: rows.map((row) => ({
        transactionID: row.label,
        transactionDate: row.at.toISOString(),
        amount: row.minor,
        currency: row.currency,
        transactionType: row.kind,
        successful: row.successful,
      })),
      next: found.rows.length > size && last ? writeCursor(last.at_text, last.id) : null,
    });
  };
