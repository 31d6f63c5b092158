import type { Charge, Quote } from "@idanimo/contract/pricing";
import type { PurchaseEvent, PurchaseState } from "@idanimo/contract/verification-states";
import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";
import { requireNextState } from "../../kernel/state-table.ts";
import { purchaseTransitions } from "./states.ts";

/** Queries for purchases that wait for an approval, and for caps. */

/** The details of the cap that its member's purchase would exceed; null if there is none [TM-06]. */
export async function findReachedCap(tx: Tx, purchaseId: string): Promise<Readonly<Record<string, string>> | null> {
  const found = await sql<{ cap: Readonly<Record<string, string>> | null }>`
    select find_reached_cap(${purchaseId}) as cap`.execute(tx);
  return found.rows[0]?.cap ?? null;
}

/** Abandons purchases that wait for an approval; the caller selects which. */
export const abandonAwaitingApproval = (tx: Tx) =>
  tx
    .updateTable("purchases")
    .set({
      state: requireNextState<PurchaseState, PurchaseEvent>(purchaseTransitions, "awaiting_approval", "approval_ended"),
    })
    .where("state", "=", "awaiting_approval");

/** Submits a purchase for approval; false if it needs none, was submitted or paid, or its quote ended. */
export async function awaitApproval(tx: Tx, purchaseId: string): Promise<boolean> {
  const found = await sql<{ waits: boolean }>`select await_approval(${purchaseId}) as waits`.execute(tx);
  return found.rows[0]?.waits === true;
}

/** Abandons a purchase whose approval ended without one; false if it waits no longer. */
export async function abandonWaitingPurchase(tx: Tx, purchaseId: string): Promise<boolean> {
  const row = await abandonAwaitingApproval(tx).where("id", "=", purchaseId).returning("id").executeTakeFirst();
  return row !== undefined;
}

/**
 * Gives a waiting purchase other prices.
 * @param line the charge of each line of its file, if it has one
 */
export async function repricePurchase(
  tx: Tx,
  purchaseId: string,
  {
    quote,
    items,
    line,
  }: { readonly quote: Quote; readonly items: readonly RepricedItem[]; readonly line: Charge | undefined },
): Promise<void> {
  const lines = quote.lines.map(({ label, charge }) => ({ label, minor: charge.price.minor.toString() }));
  await sql`select reprice_purchase(${purchaseId}, ${items.map(({ id }) => id)}::uuid[],
    ${items.map(({ charge }) => charge.price.minor.toString())}::bigint[], ${items.map(({ charge }) => charge.tax.minor.toString())}::bigint[],
    ${line?.price.minor ?? null}, ${line?.tax.minor ?? null}, ${quote.vat.minor}, ${JSON.stringify(lines)}::jsonb, ${quote.rate})`.execute(
    tx,
  );
}
export type RepricedItem = { readonly id: string; readonly charge: Charge };
