import { type Actor, scopeOf } from "../../../http/call.ts";
import { writeAudit } from "../../audit/index.ts";
import type { PaymentDeps } from "../deps.ts";
import { drawReceipt } from "./draw-receipt.ts";
import { buildReceipt } from "./receipt.ts";
import { findReceiptData } from "./store.ts";

/**
 * The receipt for one of this user's references as PDF; writes an audit row. Undefined if the reference is not
 * theirs or not paid.
 */
export async function downloadReceipt(
  { db, ids }: Pick<PaymentDeps, "db" | "ids">,
  actor: Actor,
  reference: string,
): Promise<Buffer | undefined> {
  const sold = await db.transaction(scopeOf(actor), async (tx) => {
    const found = await findReceiptData(tx, actor.ownerId, reference);
    const entry = { actorKind: "user", actorId: actor.userId, action: "downloaded_receipt" } as const;
    if (found) await writeAudit(tx, ids, { ...entry, objectId: found.id });
    return found;
  });
  return sold && drawReceipt(buildReceipt(sold), sold.at);
}
