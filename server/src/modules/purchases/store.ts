import type { SearchType } from "@idanimo/contract/catalogue";
import type { PaymentType } from "@idanimo/contract/claimed-payment";
import { type Currency, money, type Money } from "@idanimo/contract/money";
import { type PurchaseEvent, type PurchaseState } from "@idanimo/contract/verification-states";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Schema } from "../../database/schema.ts";
import { secondsFromNow, productNow, type Tx } from "../../database/database.ts";
import { requireNextState } from "../../kernel/state-table.ts";
import { purchaseTransitions } from "./states.ts";

/** Queries and rows of purchases. */

export type NewItem = {
  readonly id: string;
  readonly searchType: SearchType;
  readonly price: Money;
  readonly tax: Money;
};
export type NewPurchase = {
  readonly id: string;
  readonly sessionCode: string;
  readonly transactionId: string;
  readonly ownerId: string;
  readonly currency: Currency;
  readonly rate: bigint;
  /** The VAT in the tax of all items and the file. */
  readonly vat: Money;
  readonly lines: readonly { readonly label: string; readonly minor: bigint }[];
  readonly items: readonly NewItem[];
  readonly clickId: string | null;
  readonly quoteLifeMinutes: number;
  /** Whether an approval rule of its member's organisation applies [TM-07]. */
  readonly needsApproval: boolean;
  /**
   * Total price and tax of a file's lines, if the purchase includes a file. `insertFileItems` adds the lines
   * afterwards.
   */
  readonly file?: { readonly price: Money; readonly tax: Money };
};

export async function insertPurchase(tx: Tx, made: NewPurchase): Promise<void> {
  const priced = made.file ? [...made.items, made.file] : made.items;
  const sum = (pick: (one: Pick<NewItem, "price" | "tax">) => Money) =>
    priced.reduce((total, one) => total + pick(one).minor, 0n);
  await tx
    .insertInto("purchases")
    .values({
      id: made.id,
      session_code: made.sessionCode,
      transaction_id: made.transactionId,
      owner_id: made.ownerId,
      state: "initiated",
      currency: made.currency,
      price_minor: sum((item) => item.price),
      tax_minor: sum((item) => item.tax),
      vat_minor: made.vat.minor,
      rate_minor: made.rate,
      quote: JSON.stringify(made.lines.map((line) => ({ label: line.label, minor: line.minor.toString() }))),
      payment_type: null,
      click_id: made.clickId,
      quote_ends_at: secondsFromNow(made.quoteLifeMinutes * 60),
      paid_at: null,
      completed_at: null,
      spent_on: null,
      needs_approval: made.needsApproval,
      bulk_from: made.file ? made.items.length : null,
    })
    .execute();
  if (made.items.length === 0) return;
  await tx
    .insertInto("purchase_items")
    .values(
      made.items.map((item, position) => ({
        id: item.id,
        purchase_id: made.id,
        owner_id: made.ownerId,
        position,
        search_type: item.searchType,
        price_minor: item.price.minor,
        tax_minor: item.tax.minor,
        state: "priced" as const,
        outcome: null,
        bulk_line: null,
        record_ended: null,
      })),
    )
    .execute();
}

/**
 * Adds a file's lines to the purchase that was created for them, all of one type and price.
 * @param from position of the first line
 */
export async function insertFileItems(
  tx: Tx,
  made: {
    readonly purchaseId: string;
    readonly ownerId: string;
    readonly searchType: SearchType;
    readonly price: Money;
    readonly tax: Money;
    readonly from: number;
    readonly lines: readonly { readonly id: string; readonly line: number }[];
  },
): Promise<void> {
  await sql`insert into purchase_items (id, purchase_id, owner_id, position, search_type, price_minor, tax_minor, state, bulk_line)
    select id, ${made.purchaseId}, ${made.ownerId}, ${made.from}::int + at::int - 1, ${made.searchType}, ${made.price.minor}, ${made.tax.minor},
      'priced', line
    from unnest(${made.lines.map(({ id }) => id)}::uuid[], ${made.lines.map(({ line }) => line)}::int[]) with ordinality as made (id, line, at)`.execute(
    tx,
  );
}

/** Abandons unpaid purchases; the caller selects which. */
export const abandonUnpaid = (tx: Tx) =>
  tx
    .updateTable("purchases")
    .set({
      state: requireNextState<PurchaseState, PurchaseEvent>(purchaseTransitions, "initiated", "quote_ended"),
    })
    .where("state", "=", "initiated");

/** Abandons an unpaid purchase that another one replaces; false if it was paid in the meantime. */
export async function abandonPurchase(tx: Tx, purchaseId: string): Promise<boolean> {
  const row = await abandonUnpaid(tx).where("id", "=", purchaseId).returning("id").executeTakeFirst();
  return row !== undefined;
}

/** How and when an owner last paid for a purchase; undefined if never. */
export async function findLastPaidPurchase(
  tx: Tx,
  ownerId: string,
): Promise<{ readonly paymentType: PaymentType; readonly paidAt: Date } | undefined> {
  const row = await tx
    .selectFrom("purchases")
    .select(["payment_type", "paid_at"])
    .where("owner_id", "=", ownerId)
    .where("paid_at", "is not", null)
    .orderBy("paid_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.payment_type && row.paid_at ? { paymentType: row.payment_type, paidAt: row.paid_at } : undefined;
}

/** For another module's statement: whether a purchase has this reference. */
export const purchaseHasReference = (reference: string) =>
  sql<boolean>`exists (select from purchases where transaction_id = ${reference})`;

export type Purchase = {
  readonly id: string;
  readonly sessionCode: string;
  readonly transactionId: string;
  readonly ownerId: string;
  readonly state: PurchaseState;
  readonly total: Money;
  readonly tax: Money;
  readonly rate: bigint;
  readonly lines: readonly { readonly label: string; readonly minor: bigint }[];
  readonly quoteEndsAt: Date;
  readonly isQuoteExpired: boolean;
  readonly needsApproval: boolean;
  /** The member who made it; null for a person's own account. */
  readonly madeByUserId: string | null;
};

/** SQL: whether the scope's member may see a row that has `made_by_user_id`, as row-level security decides it. */
export const isVisibleToMember = sql<boolean>`(coalesce(current_setting('idanimo.member', true), '') in ('', coalesce(made_by_user_id, owner_id)::text)
  or coalesce(current_setting('idanimo.rights', true), '') ~ 'requests:read_all')`;

/** One purchase of an owner by its session code, in the owner's scope. */
export async function findPurchase(tx: Tx, ownerId: string, sessionCode: string): Promise<Purchase | undefined> {
  const row = await tx
    .selectFrom("purchases")
    .selectAll()
    .select(sql<boolean>`quote_ends_at <= product_now()`.as("is_quote_over"))
    .where("owner_id", "=", ownerId)
    .where("session_code", "=", sessionCode)
    .where(isVisibleToMember)
    .executeTakeFirst();
  if (!row) return undefined;
  return asPurchase(row);
}

/** An unpaid purchase by its id, in the owner's scope. */
export async function findUnpaidPurchase(tx: Tx, purchaseId: string): Promise<Purchase | undefined> {
  const row = await tx
    .selectFrom("purchases")
    .selectAll()
    .select(sql<boolean>`quote_ends_at <= product_now()`.as("is_quote_over"))
    .where("id", "=", purchaseId)
    .where("paid_at", "is", null)
    .executeTakeFirst();
  return row && asPurchase(row);
}

const asPurchase = (row: Selectable<Schema["purchases"]> & { readonly is_quote_over: boolean }): Purchase => ({
  id: row.id,
  sessionCode: row.session_code,
  transactionId: row.transaction_id,
  ownerId: row.owner_id,
  state: row.state,
  total: money(row.currency, row.total_minor),
  tax: money(row.currency, row.tax_minor),
  rate: row.rate_minor,
  lines: row.quote.map((line) => ({ label: line.label, minor: BigInt(line.minor) })),
  quoteEndsAt: row.quote_ends_at,
  isQuoteExpired: row.is_quote_over,
  needsApproval: row.needs_approval,
  madeByUserId: row.made_by_user_id,
});

/**
 * Abandons expired quotes. Returns how many.
 * @param awaitingPayment a query of the purchases that may still be paid
 */
export async function abandonExpiredQuotes(tx: Tx, awaitingPayment: RawBuilder<string>): Promise<number> {
  const done = await abandonUnpaid(tx)
    .where("quote_ends_at", "<=", productNow)
    .where("id", "not in", awaitingPayment)
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}
