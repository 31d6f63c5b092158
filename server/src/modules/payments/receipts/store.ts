import type { SearchType } from "@idanimo/contract/catalogue";
import { money, type Money } from "@idanimo/contract/money";
import { refundedOutcomes } from "@idanimo/contract/verification-states";
import { sql } from "kysely";
import type { Tx } from "../../../database/database.ts";
import { findWalletCredit } from "../store.ts";
import { type AccountHolder, findAccountHolder } from "../../accounts/index.ts";
import { itemsView, purchasesView } from "../../purchases/index.ts";

/** Queries for receipts. They never read a search value, because receipts outlive records. */

export type Buyer = Pick<AccountHolder, "name" | "businessName" | "email">;

export type TopUpReceiptData = {
  readonly kind: "top_up";
  /** Id of the payment. */
  readonly id: string;
  readonly reference: string;
  readonly at: Date;
  readonly amount: Money;
  readonly provider: string;
};
export type PurchaseReceiptData = {
  readonly kind: "purchase";
  readonly id: string;
  readonly reference: string;
  readonly at: Date;
  readonly lines: readonly { readonly label: string; readonly price: Money }[];
  readonly tax: Money;
  /** The VAT in `tax`; undefined for a purchase of an earlier release, which did not store it. */
  readonly vat: Money | undefined;
  readonly total: Money;
  /** The card payment that paid for it; undefined if the wallet did. */
  readonly payment: { readonly reference: string; readonly provider: string } | undefined;
  /** Summed by type of lookup. */
  readonly refunds: readonly RefundTotal[];
};
type RefundTotal = {
  readonly searchType: SearchType;
  readonly lines: number;
  readonly amount: Money;
  /** When the last of them was refunded. */
  readonly at: Date;
};
export type ReceiptData = (TopUpReceiptData | PurchaseReceiptData) & { readonly buyer: Buyer };

/**
 * Finds what a reference of this owner refers to: money credited to the wallet, or a paid purchase by its own
 * reference or its card payment's. Undefined for anything else.
 */
export async function findReceiptData(tx: Tx, ownerId: string, reference: string): Promise<ReceiptData | undefined> {
  const what =
    (await findTopUpReceiptData(tx, ownerId, reference)) ?? (await findPurchaseReceiptData(tx, ownerId, reference));
  if (!what) return undefined;
  return { ...what, buyer: await findAccountHolder(tx, ownerId) };
}

async function findTopUpReceiptData(tx: Tx, ownerId: string, reference: string): Promise<TopUpReceiptData | undefined> {
  const row = await tx
    .selectFrom("payments")
    .select(["id", "provider", "settled_at"])
    .where("reference", "=", reference)
    .where("owner_id", "=", ownerId)
    .executeTakeFirst();
  const amount = row?.settled_at ? await findWalletCredit(tx, reference) : undefined;
  if (!row?.settled_at || !amount) return undefined;
  return { kind: "top_up", id: row.id, reference, at: row.settled_at, amount, provider: row.provider };
}

async function findPurchaseReceiptData(
  tx: Tx,
  ownerId: string,
  reference: string,
): Promise<PurchaseReceiptData | undefined> {
  const row = await tx
    .selectFrom(purchasesView.as("p"))
    .selectAll("p")
    .where("p.owner_id", "=", ownerId)
    .where((where) =>
      where.or([
        where("p.transaction_id", "=", reference),
        where.exists(
          where
            .selectFrom("payments as y")
            .select("y.id")
            .whereRef("y.purchase_id", "=", "p.id")
            .where("y.reference", "=", reference)
            .where("y.state", "=", "succeeded"),
        ),
      ]),
    )
    .executeTakeFirst();
  if (!row?.paid_at) return undefined;
  const in_ = (minor: bigint) => money(row.currency, minor);
  // summed in the database: a file has up to 100,000 of them
  const refunds = await tx
    .selectFrom(itemsView.as("i"))
    .select([
      "search_type as searchType",
      sql<number>`count(*)::int`.as("lines"),
      sql<Date>`max(state_changed_at)`.as("at"),
    ])
    .select(sql<bigint>`sum(price_minor + tax_minor)::bigint`.as("minor"))
    .where("purchase_id", "=", row.id)
    .where("outcome", "in", [...refundedOutcomes])
    .groupBy("search_type")
    .orderBy(sql`min(position)`)
    .execute();
  const payment =
    row.payment_type === "INSTANT"
      ? await tx
          .selectFrom("payments")
          .select(["reference", "provider"])
          .where("purchase_id", "=", row.id)
          .where("state", "=", "succeeded")
          // a second payment was credited to the wallet
          .orderBy(sql`abs(extract(epoch from settled_at - ${row.paid_at}))`)
          .limit(1)
          .executeTakeFirst()
      : undefined;
  return {
    kind: "purchase",
    id: row.id,
    reference: row.transaction_id,
    at: row.paid_at,
    lines: row.quote.map((line) => ({ label: line.label, price: in_(BigInt(line.minor)) })),
    tax: in_(row.tax_minor),
    vat: row.vat_minor === null ? undefined : in_(row.vat_minor),
    total: in_(row.total_minor),
    payment,
    refunds: refunds.map(({ searchType, lines, minor, at }) => ({ searchType, lines, amount: in_(minor), at })),
  };
}
