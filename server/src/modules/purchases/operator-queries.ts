import type { SearchType } from "@idanimo/contract/catalogue";
import { type Money, money } from "@idanimo/contract/money";
import type { ItemState, Outcome } from "@idanimo/contract/verification-states";
import { sql } from "kysely";
import { productNow, type Tx } from "../../database/database.ts";
import { type Cursor, encodeCursor } from "../../kernel/cursor.ts";

/** What operators read of purchases: references, charges and outcomes, nothing that was searched for. */

/** The purchase with an EA number or session code, and its items. */
export async function findPurchaseForOperator(
  tx: Tx,
  by: { readonly reference: string } | { readonly sessionCode: string },
): Promise<{ readonly ownerId: string; readonly itemIds: readonly string[] } | undefined> {
  const rows = await tx
    .selectFrom("purchases as p")
    .leftJoin("purchase_items as i", "i.purchase_id", "p.id")
    .select(["p.owner_id", "i.id"])
    .where(
      "reference" in by ? "p.transaction_id" : "p.session_code",
      "=",
      "reference" in by ? by.reference : by.sessionCode,
    )
    .limit(2)
    .execute();
  const [first] = rows;
  return first && { ownerId: first.owner_id, itemIds: rows.flatMap(({ id }) => (id === null ? [] : [id])) };
}

export type OperatorItem = {
  readonly id: string;
  readonly ownerId: string;
  readonly searchType: SearchType;
  readonly reference: string;
  readonly state: ItemState;
  readonly outcome: Outcome | null;
  readonly charge: Money;
  readonly paymentType: string | null;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly changedAt: Date;
};

const selectItems = (tx: Tx) =>
  tx
    .selectFrom("purchase_items as i")
    .innerJoin("purchases as p", "p.id", "i.purchase_id")
    .select(["i.id", "i.owner_id", "i.search_type", "i.state", "i.outcome", "i.price_minor", "i.tax_minor"])
    .select(["i.created_at", "i.state_changed_at", "p.transaction_id", "p.currency", "p.payment_type", "p.paid_at"]);
type ItemRow = Awaited<ReturnType<ReturnType<typeof selectItems>["executeTakeFirstOrThrow"]>>;

const toItem = (row: ItemRow): OperatorItem => ({
  id: row.id,
  ownerId: row.owner_id,
  searchType: row.search_type,
  reference: row.transaction_id,
  state: row.state,
  outcome: row.outcome,
  charge: money(row.currency, row.price_minor + row.tax_minor),
  paymentType: row.payment_type,
  createdAt: row.created_at,
  paidAt: row.paid_at,
  changedAt: row.state_changed_at,
});

export async function findItemForOperator(tx: Tx, id: string): Promise<OperatorItem | undefined> {
  const row = await selectItems(tx).where("i.id", "=", id).executeTakeFirst();
  return row && toItem(row);
}

/** Unpaid purchases whose quote has not ended: with one of these checks, or all. */
export async function countOpenQuotes(tx: Tx, types: readonly SearchType[] | undefined): Promise<number> {
  const { count } = await tx
    .selectFrom("purchases as p")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("p.state", "=", "initiated")
    .where("p.quote_ends_at", ">", productNow)
    .$if(types !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom("purchase_items as i")
            .select("i.id")
            .whereRef("i.purchase_id", "=", "p.id")
            .where("i.search_type", "in", types ?? []),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Items of an account whose source is queried now, newest first; few at any time. */
export async function findRunningItems(tx: Tx, ownerId: string, limit: number): Promise<readonly OperatorItem[]> {
  const rows = await selectItems(tx)
    .where("i.owner_id", "=", ownerId)
    .where("i.state", "=", "looking_up")
    .orderBy("i.created_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(toItem);
}

/** A page of an account's items that wait or ended, newest first, each with its cursor. */
export async function findItemsOfAccount(
  tx: Tx,
  ownerId: string,
  { after, limit }: { readonly after: Cursor | undefined; readonly limit: number },
): Promise<readonly (OperatorItem & { readonly cursor: string })[]> {
  const rows = await selectItems(tx)
    .select(sql<string>`i.created_at::text`.as("at"))
    .where("i.owner_id", "=", ownerId)
    .where("i.state", "in", ["awaiting_consent", "closed"])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(i.created_at, i.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("i.created_at", "desc")
    .orderBy("i.id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...toItem(row), cursor: encodeCursor(row.at, row.id) }));
}
