import { catalogueRowOf, type SearchType, searchTypes } from "@idanimo/contract/catalogue";
import { type Currency, money } from "@idanimo/contract/money";
import type { CompanyChoice } from "@idanimo/contract/stakeholders";
import type { Outcome } from "@idanimo/contract/verification-states";
import { sql } from "kysely";
import type { Tx } from "../../../database/database.ts";
import type { EarlierOrder } from "./rules.ts";

/** Queries and rows of stakeholder orders, nothing decided. */

/** What finds companies; what is bought on their page is not among it. */
const companySearches = searchTypes.filter(
  (type) => catalogueRowOf(type).profile === "business" && catalogueRowOf(type).audience !== "holder",
);

/** What a company search of its owner was bought in; undefined where there is none. */
export async function findSearchCurrency(tx: Tx, ownerId: string, requestId: string): Promise<Currency | undefined> {
  const row = await tx
    .selectFrom("purchase_items as i")
    .innerJoin("purchases as p", "p.id", "i.purchase_id")
    .select("p.currency")
    .where("i.id", "=", requestId)
    .where("i.owner_id", "=", ownerId)
    .where("i.search_type", "in", [...companySearches] satisfies SearchType[])
    .executeTakeFirst();
  return row?.currency;
}

/** Orders of one company of one result wait for each other until the transaction ends. */
export async function lockCompanyOrders(tx: Tx, { requestId, cacId }: CompanyChoice): Promise<void> {
  await takeAdvisoryLock(tx, `stakeholders:${requestId}:${cacId}`);
}

/** Whoever takes this reference waits until the transaction ends. Taken after a company, never before. */
export async function lockReference(tx: Tx, reference: string): Promise<void> {
  await takeAdvisoryLock(tx, `reference:${reference}`);
}

const takeAdvisoryLock = (tx: Tx, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);

const selectOrders = (tx: Tx, { requestId, cacId }: CompanyChoice) =>
  tx
    .selectFrom("stakeholder_orders as o")
    .innerJoin("purchase_items as i", "i.id", "o.request_id")
    .innerJoin("purchases as p", "p.id", "i.purchase_id")
    .where("o.parent_id", "=", requestId)
    .where("o.cac_id", "=", cacId);

/** The transaction's owner's orders of one company of one result. */
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

/** The newest of them that is paid. */
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
    .innerJoin("purchase_items as i", "i.id", "o.request_id")
    .innerJoin("purchases as p", "p.id", "i.purchase_id")
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
