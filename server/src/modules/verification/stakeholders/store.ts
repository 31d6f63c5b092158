import { catalogueRowOf, isCompanySearch, type SearchType, searchTypes } from "@idanimo/contract/catalogue";
import { type Currency, money } from "@idanimo/contract/money";
import type { CompanyChoice } from "@idanimo/contract/stakeholders";
import type { Outcome } from "@idanimo/contract/verification-states";
import { sql } from "kysely";
import type { Tx } from "../../../database/database.ts";
import type { EarlierOrder } from "./rules.ts";
import { itemsView, purchasesView } from "../../purchases/index.ts";

/** Queries for stakeholder orders. No decisions here. */

/** Search types that find companies; excludes the types bought from a result. */
const companySearches = searchTypes.filter((type) => isCompanySearch(catalogueRowOf(type)));

/** The currency in which the owner bought a company search; undefined if there is none. */
export async function findSearchCurrency(tx: Tx, ownerId: string, requestId: string): Promise<Currency | undefined> {
  const row = await tx
    .selectFrom(itemsView.as("i"))
    .innerJoin(purchasesView.as("p"), "p.id", "i.purchase_id")
    .select("p.currency")
    .where("i.id", "=", requestId)
    .where("i.owner_id", "=", ownerId)
    .where("i.search_type", "in", [...companySearches] satisfies SearchType[])
    .executeTakeFirst();
  return row?.currency;
}

/** Locks the orders of one company of one result until the transaction ends. */
export async function lockCompanyOrders(tx: Tx, { requestId, cacId }: CompanyChoice): Promise<void> {
  await takeAdvisoryLock(tx, `stakeholders:${requestId}:${cacId}`);
}

/** Locks a reference until the transaction ends. Lock order: company first, then reference. */
export async function lockReference(tx: Tx, reference: string): Promise<void> {
  await takeAdvisoryLock(tx, `reference:${reference}`);
}

const takeAdvisoryLock = (tx: Tx, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);

const selectOrders = (tx: Tx, { requestId, cacId }: CompanyChoice) =>
  tx
    .selectFrom("stakeholder_orders as o")
    .innerJoin(itemsView.as("i"), "i.id", "o.request_id")
    .innerJoin(purchasesView.as("p"), "p.id", "i.purchase_id")
    .where("o.parent_id", "=", requestId)
    .where("o.cac_id", "=", cacId);

/** The owner's orders of one company of one result. */
export async function findEarlierOrders(tx: Tx, company: CompanyChoice): Promise<readonly EarlierOrder[]> {
  const rows = await selectOrders(tx, company)
    .select([
      "p.id",
      "p.session_code",
      "p.transaction_id",
      "p.state",
      "p.currency",
      "p.total_minor",
      "i.outcome",
      sql<boolean>`p.quote_ends_at <= product_now()`.as("is_quote_over"),
    ])
    .execute();
  return rows.map((row) => ({
    purchaseId: row.id,
    sessionCode: row.session_code,
    transactionId: row.transaction_id,
    state: row.state,
    outcome: row.outcome,
    total: money(row.currency, row.total_minor),
    isQuoteExpired: row.is_quote_over,
  }));
}

/** The newest paid one of them. */
export async function findNewestPaidOrder(
  tx: Tx,
  company: CompanyChoice,
): Promise<{ readonly id: string; readonly outcome: Outcome | null } | undefined> {
  return selectOrders(tx, company)
    .select(["i.id", "i.outcome"])
    .where("p.paid_at", "is not", null)
    .orderBy("p.paid_at", "desc")
    .executeTakeFirst();
}

/** The newest paid order of each company of a result. */
export async function findNewestPaidOrders(
  tx: Tx,
  requestId: string,
): Promise<readonly { readonly cacId: string; readonly id: string; readonly outcome: Outcome | null }[]> {
  return tx
    .selectFrom("stakeholder_orders as o")
    .innerJoin(itemsView.as("i"), "i.id", "o.request_id")
    .innerJoin(purchasesView.as("p"), "p.id", "i.purchase_id")
    .distinctOn("o.cac_id")
    .select(["o.cac_id as cacId", "i.id", "i.outcome"])
    .where("o.parent_id", "=", requestId)
    .where("p.paid_at", "is not", null)
    .orderBy("o.cac_id")
    .orderBy("p.paid_at", "desc")
    .execute();
}

export async function insertOrder(
  tx: Tx,
  made: { readonly requestId: string; readonly ownerId: string; readonly company: CompanyChoice },
): Promise<void> {
  await tx
    .insertInto("stakeholder_orders")
    .values({
      request_id: made.requestId,
      parent_id: made.company.requestId,
      cac_id: made.company.cacId,
      owner_id: made.ownerId,
    })
    .execute();
}
