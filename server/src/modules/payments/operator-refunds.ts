import { rowOf } from "@idanimo/contract/catalogue";
import { type Currency, formatMoney, money } from "@idanimo/contract/money";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { tellOwner } from "../../database/live.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { notify } from "../notifications/index.ts";
import { findSale } from "./store.ts";

/**
 * Money that operators give back for a look-up whose charge was kept: one asks, another one says yes, and the database refuses anything
 * else. Posted adjustments to wallet; what became of the look-up stays as it was. Source: T-36, design 6.
 */

export type Asked = "asked" | "unknown" | "not_kept" | "too_much" | "known" | "account_closed";

/** @param minor undefined for all of what the look-up cost */
export async function askRefund(
  tx: Tx,
  ids: IdSource,
  refund: { readonly itemId: string; readonly minor: bigint | undefined; readonly by: string; readonly why: string },
): Promise<Asked> {
  const { itemId, minor = null, by, why } = refund;
  const done = await sql<{ what: Asked }>`
    select ask_refund(${ids.row()}, ${itemId}, ${minor}, ${by}, ${why}, ${ids.row()}) as what`.execute(tx);
  return done.rows[0]?.what ?? "unknown";
}

export type Confirmed = "refunded" | "unknown" | "already" | "same_name" | "account_closed";

/** Gives the money back, and tells whoever paid. */
export async function confirmRefund(tx: Tx, ids: IdSource, itemId: string, by: string): Promise<Confirmed> {
  const done = await sql<{ what: Confirmed }>`
    select confirm_refund(${itemId}, ${by}, ${ids.row()}, ${ids.row()}) as what`.execute(tx);
  const what = done.rows[0]?.what ?? "unknown";
  if (what !== "refunded") return what;
  const refund = await findRefund(tx, itemId);
  const sale = await findSale(tx, itemId);
  if (!refund || !sale) throw new Error("a refund of nothing");
  await notify(
    tx,
    { ids },
    {
      ownerId: sale.ownerId,
      key: `operator_refund:${itemId}`,
      kind: "refund_initiated",
      facts: {
        amount: formatMoney(refund.amount),
        what: rowOf(sale.searchType).label,
        reference: sale.transactionId,
      },
      link: "/main-dashboard#wallet",
    },
  );
  await tellOwner(tx, sale.ownerId, { type: "refund_initiated", requestId: itemId });
  return what;
}

/** Takes back what was asked and not confirmed; false where there is none. */
export async function dropRefund(tx: Tx, ids: IdSource, itemId: string, by: string): Promise<boolean> {
  const done = await sql<{ is: boolean }>`select drop_refund(${itemId}, ${by}, ${ids.row()}) as is`.execute(tx);
  return done.rows[0]?.is === true;
}

const columns = ["item_id", "currency", "amount_minor", "reason", "asked_by", "asked_at", "confirmed_by"] as const;
type Row = { item_id: string; currency: Currency; amount_minor: bigint; reason: string; asked_by: string } & {
  asked_at: Date;
  confirmed_by: string | null;
};
const asRefund = (row: Row) => ({
  itemId: row.item_id,
  amount: money(row.currency, row.amount_minor),
  reason: row.reason,
  askedBy: row.asked_by,
  askedAt: row.asked_at,
  confirmedBy: row.confirmed_by,
});
export type OperatorRefund = ReturnType<typeof asRefund>;

export async function findRefund(tx: Tx, itemId: string): Promise<OperatorRefund | undefined> {
  const row = await tx.selectFrom("operator_refunds").select(columns).where("item_id", "=", itemId).executeTakeFirst();
  return row && asRefund(row);
}

/** Those that wait for a second name, oldest first. */
export async function waitingRefunds(tx: Tx): Promise<readonly OperatorRefund[]> {
  const rows = await tx
    .selectFrom("operator_refunds")
    .select(columns)
    .where("confirmed_at", "is", null)
    .orderBy("asked_at")
    .execute();
  return rows.map(asRefund);
}
