import { isRefunded, type Outcome } from "@idanimo/contract/verification-states";
import { enqueue, type Tx } from "../../database/database.ts";
import { tellOwner } from "../../database/live.ts";
import { closeItem } from "../payments/index.ts";
import type { VerificationDeps } from "./deps.ts";

/**
 * Ends one request with its only outcome, and tells its owner's open pages. A refund is posted in this very transaction, and
 * the person who paid gets a mail about it.
 * @returns false when it had ended already; then nothing was done
 */
export async function endItem(
  deps: Pick<VerificationDeps, "ids" | "events">,
  tx: Tx,
  request: { readonly id: string; readonly ownerId: string },
  outcome: Outcome,
): Promise<boolean> {
  if (!(await closeItem(tx, deps.ids, request.id, outcome))) return false;
  const refunded = isRefunded(outcome);
  await tellOwner(tx, request.ownerId, { type: "item_closed", requestId: request.id });
  if (refunded) {
    await tellOwner(tx, request.ownerId, { type: "refund_initiated", requestId: request.id });
    await enqueue(tx, "refund_notice", { requestId: request.id }, `refund_notice:${request.id}`);
  }
  await deps.events.emit(tx, "item_closed", { itemId: request.id, ownerId: request.ownerId, refunded });
  return true;
}
