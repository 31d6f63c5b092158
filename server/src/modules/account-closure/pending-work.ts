import type { Tx } from "../../database/database.ts";
import { hasPendingPayment } from "../payments/index.ts";
import { findPendingItems, type PendingItems } from "../purchases/index.ts";
import { hasOpenMisuseReport } from "../subject-portal/index.ts";

const workDescriptions = {
  payment: "A payment",
  file: "A bulk file",
  look_up: "A check",
  check: "A check of how this account is used", // a misuse report; neither the report nor its author is disclosed
} as const satisfies Record<PendingItems | "payment" | "check", string>;

/**
 * Finds work in progress that may still charge or credit an owner, or an unanswered report of misuse.
 * @returns what it is, for a sentence
 */
export async function findPendingWork(tx: Tx, ownerId: string): Promise<string | undefined> {
  if (await hasPendingPayment(tx, ownerId)) return workDescriptions.payment;
  const items = await findPendingItems(tx, ownerId);
  if (items) return workDescriptions[items];
  return (await hasOpenMisuseReport(tx, ownerId)) ? workDescriptions.check : undefined;
}
