import type { Currency } from "@idanimo/contract/money";
import type { Tx } from "../../database/database.ts";

/** Queries for owners. */

/** Makes the wallet of a currency the active one of an owner. */
export async function setActiveCurrency(tx: Tx, ownerId: string, currency: Currency): Promise<void> {
  await tx.updateTable("owners").set({ active_currency: currency }).where("id", "=", ownerId).execute();
}
