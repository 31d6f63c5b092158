import { catalogueRowOf, type SearchType, searchTypes } from "@idanimo/contract/catalogue";
import { money, type Money } from "@idanimo/contract/money";
import { chargedOutcomes, type Outcome } from "@idanimo/contract/verification-states";
import { type RawBuilder, sql } from "kysely";
import { secondsFromNow, type Tx } from "../../database/database.ts";
import { type Actor, onlyRequestsOf } from "../../http/call.ts";
import type { IdSource } from "../../kernel/ids.ts";

/** Queries and rows of the items of purchases. */

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
    .select(["i.owner_id", "i.search_type", "i.price_minor", "i.tax_minor", "i.bulk_line"])
    .select(["p.transaction_id", "p.currency"])
    .where("i.id", "=", itemId)
    .executeTakeFirst();
  return (
    row && {
      ownerId: row.owner_id,
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

/** Whether an item was paid, and not refunded. */
export const isPaidItem = (itemId: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from purchase_items i where i.id = ${itemId} and i.state <> 'priced'
    and (i.outcome is null or i.outcome = any (${[...chargedOutcomes]}::text[])))`;

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
