import { catalogueRowOf } from "@idanimo/contract/catalogue";
import { singleRefundsPerDay } from "@idanimo/contract/console/rights";
import { type Currency, formatMoney, money } from "@idanimo/contract/money";
import { sql } from "kysely";
import { enqueue, type Tx } from "../../database/database.ts";
import { publishToUser } from "../../database/live-events.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { notify } from "../notifications/index.ts";
import { findSale } from "../purchases/index.ts";

/**
 * Refunds by operators for a lookup whose charge was kept: one requests, another one confirms, or one refunds a small
 * amount alone in the console, and the database rejects anything else. Posted from adjustments to the wallet; the lookup's outcome does not change [T-36].
 */

export type RefundRequestOutcome = "asked" | "unknown" | "not_kept" | "too_much" | "known" | "account_closed";

/** @param minor undefined for the full price of the lookup */
export async function requestRefund(
  tx: Tx,
  ids: IdSource,
  refund: { readonly itemId: string; readonly minor: bigint | undefined; readonly by: string; readonly why: string },
): Promise<RefundRequestOutcome> {
  const { itemId, minor = null, by, why } = refund;
  const done = await sql<{ what: RefundRequestOutcome }>`
    select request_refund(${ids.rowId()}, ${itemId}, ${minor}, ${by}, ${why}, ${ids.rowId()}) as what`.execute(tx);
  return done.rows[0]?.what ?? "unknown";
}

export type RefundConfirmationOutcome = "refunded" | "unknown" | "already" | "same_name" | "account_closed";

/** Refunds the money and notifies the payer. */
export async function confirmRefund(
  tx: Tx,
  ids: IdSource,
  itemId: string,
  by: string,
): Promise<RefundConfirmationOutcome> {
  const done = await sql<{ what: RefundConfirmationOutcome }>`
    select confirm_refund(${itemId}, ${by}, ${ids.rowId()}, ${ids.rowId()}) as what`.execute(tx);
  const what = done.rows[0]?.what ?? "unknown";
  if (what === "refunded") await announceRefund(tx, ids, itemId);
  return what;
}

export type SingleRefundOutcome = RefundRequestOutcome | RefundConfirmationOutcome | "above_limit" | "day_limit";

/**
 * Refunds as one operator and notifies the payer; `above_limit` and `day_limit` refund nothing.
 * @param limitMinor largest amount in kobo; a dollar amount counts at the rate of its purchase
 */
export async function refundAlone(
  tx: Tx,
  ids: IdSource,
  refund: Parameters<typeof requestRefund>[2] & { readonly limitMinor: bigint },
): Promise<SingleRefundOutcome> {
  const { itemId, minor = null, by, why, limitMinor } = refund;
  const done = await sql<{ what: SingleRefundOutcome }>`
    select refund_alone(${ids.rowId()}, ${itemId}, ${minor}, ${by}, ${why}, ${limitMinor}, ${singleRefundsPerDay.minor},
      ${ids.rowId()}, ${ids.rowId()}, ${ids.rowId()}) as what`.execute(tx);
  const what = done.rows[0]?.what ?? "unknown";
  if (what === "refunded") await announceRefund(tx, ids, itemId);
  return what;
}

async function announceRefund(tx: Tx, ids: IdSource, itemId: string): Promise<void> {
  const refund = await findRefund(tx, itemId);
  const sale = await findSale(tx, itemId);
  if (!refund || !sale) throw new Error("the confirmed refund or its item is missing");
  await notify(
    tx,
    { ids },
    {
      ownerId: sale.ownerId,
      requestId: itemId,
      key: `operator_refund:${itemId}`,
      kind: "refund_initiated",
      facts: {
        amount: formatMoney(refund.amount),
        what: catalogueRowOf(sale.searchType).label,
        reference: sale.transactionId,
      },
      link: "/main-dashboard#wallet",
    },
  );
  await publishToUser(tx, sale.ownerId, { type: "refund_initiated", requestId: itemId });
  // the console may not write webhook events, so a job does it
  await enqueue(tx, "report_refund", { itemId }, `report_refund:${itemId}`);
}

/** Cancels an unconfirmed refund; false if there is none. */
export async function cancelRefund(tx: Tx, ids: IdSource, itemId: string, by: string): Promise<boolean> {
  const done = await sql<{ is: boolean }>`select withdraw_refund(${itemId}, ${by}, ${ids.rowId()}) as is`.execute(tx);
  return done.rows[0]?.is === true;
}

const refundColumns = [
  "id",
  "item_id",
  "currency",
  "amount_minor",
  "reason",
  "asked_by",
  "asked_at",
  "confirmed_by",
] as const;
type RefundRow = {
  id: string;
  item_id: string;
  currency: Currency;
  amount_minor: bigint;
  reason: string;
  asked_by: string;
} & {
  asked_at: Date;
  confirmed_by: string | null;
};
const asRefund = (row: RefundRow) => ({
  id: row.id,
  itemId: row.item_id,
  amount: money(row.currency, row.amount_minor),
  reason: row.reason,
  askedBy: row.asked_by,
  askedAt: row.asked_at,
  confirmedBy: row.confirmed_by,
});
export type OperatorRefund = ReturnType<typeof asRefund>;

export async function findRefund(tx: Tx, itemId: string): Promise<OperatorRefund | undefined> {
  const row = await tx
    .selectFrom("operator_refunds")
    .select(refundColumns)
    .where("item_id", "=", itemId)
    .executeTakeFirst();
  return row && asRefund(row);
}
