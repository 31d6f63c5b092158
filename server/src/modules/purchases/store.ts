import { catalogueRowOf, type SearchType, searchTypes } from "@idanimo/contract/catalogue";
import type { PaymentType } from "@idanimo/contract/claimed-payment";
import { type Currency, money, type Money } from "@idanimo/contract/money";
import {
  chargedOutcomes,
  type Outcome,
  type PurchaseEvent,
  type PurchaseState,
} from "@idanimo/contract/verification-states";
import { type RawBuilder, sql } from "kysely";
import { secondsFromNow, productNow, type Tx } from "../../database/database.ts";
import { type Actor, onlyRequestsOf } from "../../http/call.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { requireNextState } from "../../kernel/state-table.ts";
import { purchaseTransitions } from "./states.ts";

/** Queries and rows of purchases and their items. */

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
  return {
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
  };
}

/** Whether the actor may act on an item: their own, or a colleague's whose requests they see. For any scope. */
export async function canActOnItem(tx: Tx, actor: Actor, itemId: string): Promise<boolean> {
  const only = onlyRequestsOf(actor);
  const query = tx
    .selectFrom("purchase_items")
    .select("id")
    .where("id", "=", itemId)
    .where("owner_id", "=", actor.ownerId);
  const row = await query
    .$if(only !== null, (some) => some.where(sql<boolean>`coalesce(made_by_user_id, owner_id) = ${only}::uuid`))
    .executeTakeFirst();
  return row !== undefined;
}

export type Item = {
  readonly id: string;
  readonly ownerId: string;
  readonly searchType: SearchType;
  readonly state: "priced" | "looking_up" | "awaiting_consent" | "closed";
  readonly outcome: Outcome | null;
  /** Seconds since its last transition. */
  readonly sinceSeconds: number;
};

const itemColumns = ["id", "owner_id", "search_type", "state", "outcome"] as const;
const secondsSinceTransition = sql<number>`extract(epoch from product_now() - state_changed_at)::float8`.as("since");
type ItemRow = {
  id: string;
  owner_id: string;
  search_type: SearchType;
  state: Item["state"];
  outcome: Outcome | null;
  since: number;
};
const asItem = (row: ItemRow): Item => ({
  id: row.id,
  ownerId: row.owner_id,
  searchType: row.search_type,
  state: row.state,
  outcome: row.outcome,
  sinceSeconds: row.since,
});

export async function findItem(tx: Tx, itemId: string): Promise<Item | undefined> {
  const row = await tx
    .selectFrom("purchase_items")
    .select(itemColumns)
    .select(secondsSinceTransition)
    .where("id", "=", itemId)
    .executeTakeFirst();
  return row && asItem(row);
}

const freeTypes = searchTypes.filter((type) => catalogueRowOf(type).isFree);

/** The bought items of a purchase, without the lines of a file, of which there may be very many. */
export async function findItemsOfPurchase(tx: Tx, purchaseId: string): Promise<readonly Item[]> {
  const rows = await tx
    .selectFrom("purchase_items")
    .select(itemColumns)
    .select(secondsSinceTransition)
    .where("purchase_id", "=", purchaseId)
    .where("search_type", "not in", [...freeTypes])
    .where(
      "position",
      "<",
      sql<number>`(select coalesce(bulk_from, 2147483647) from purchases where id = ${purchaseId})`,
    )
    .orderBy("position")
    .execute();
  return rows.map(asItem);
}

/** The last item of a purchase: a line of its file, if it has one. */
export async function findLastItemId(tx: Tx, purchaseId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("purchase_items")
    .select("id")
    .where("purchase_id", "=", purchaseId)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/**
 * Items in `looking_up` for longer than this: their job may be lost. Excludes file lines, which have their own
 * check.
 */
export async function findStaleLookups(tx: Tx, olderThanSeconds: number): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("purchase_items")
    .select("id")
    .where("state", "=", "looking_up")
    .where("bulk_line", "is", null)
    .where("state_changed_at", "<", secondsFromNow(-olderThanSeconds))
    .orderBy("state_changed_at")
    .limit(1000)
    .execute();
  return rows.map((row) => row.id);
}

/** An item as its buyer sees it. */
export type Sale = {
  readonly ownerId: string;
  /** The member who made it; null for a person's own account. */
  readonly madeBy: string | null;
  readonly searchType: SearchType;
  /** Reference of its purchase. */
  readonly transactionId: string;
  /** Its own price and tax. */
  readonly total: Money;
  /** A line of a file: its owner gets no notice for each line. */
  readonly isFileLine: boolean;
};

export async function findSale(tx: Tx, itemId: string): Promise<Sale | undefined> {
  const row = await tx
    .selectFrom("purchase_items as i")
    .innerJoin("purchases as p", "p.id", "i.purchase_id")
    .select(["i.owner_id", "i.made_by_user_id", "i.search_type", "i.price_minor", "i.tax_minor", "i.bulk_line"])
    .select(["p.transaction_id", "p.currency"])
    .where("i.id", "=", itemId)
    .executeTakeFirst();
  return (
    row && {
      ownerId: row.owner_id,
      madeBy: row.made_by_user_id,
      searchType: row.search_type,
      transactionId: row.transaction_id,
      total: money(row.currency, row.price_minor + row.tax_minor),
      isFileLine: row.bulk_line !== null,
    }
  );
}

/** Moves items to `awaiting_consent` in one statement. Returns those that were still in `looking_up`. */
export async function markAwaitingConsent(tx: Tx, itemIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await sql<{
    id: string;
  }>`select id from mark_awaiting_consent(${[...itemIds]}::uuid[]) as asked (id)`.execute(tx);
  return new Set(found.rows.map(({ id }) => id));
}

/** Adds the free item of a request to the result's purchase and queues it; false if there is no such result. */
export async function beginOwnerItem(tx: Tx, resultId: string, requestId: string): Promise<boolean> {
  const found = await sql<{
    begun: boolean;
  }>`select start_plate_owner_item(${resultId}, ${requestId}) as begun`.execute(tx);
  return found.rows[0]?.begun === true;
}

/** Closes an item with its outcome and any refund; false if it was already closed. */
export async function closeItem(tx: Tx, ids: IdSource, itemId: string, outcome: Outcome): Promise<boolean> {
  const closed = await sql<{ closed: boolean }>`
    select close_item(${itemId}, ${outcome}, ${ids.rowId()}, ${ids.rowId()}, ${ids.rowId()}) as closed`.execute(tx);
  return closed.rows[0]?.closed === true;
}

/** Closes items as delivered in one statement. Returns those that were not closed yet. */
export async function deliverItems(tx: Tx, ids: IdSource, itemIds: readonly string[]): Promise<ReadonlySet<string>> {
  const auditIds = itemIds.map(() => ids.rowId());
  const found = await sql<{ id: string }>`
    select id from deliver_items(${[...itemIds]}::uuid[], ${auditIds}::uuid[]) as delivered (id)`.execute(tx);
  return new Set(found.rows.map(({ id }) => id));
}

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

/** Whether an item was paid, and not refunded. */
export const isPaidItem = (itemId: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from purchase_items i where i.id = ${itemId} and i.state <> 'priced'
    and (i.outcome is null or i.outcome = any (${[...chargedOutcomes]}::text[])))`;
