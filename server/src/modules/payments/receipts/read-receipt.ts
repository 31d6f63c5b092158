import { writeAudit } from "../../audit/index.ts";
import type { PaymentDeps } from "../deps.ts";
import { drawReceipt } from "./draw.ts";
import { receiptOf } from "./receipt.ts";
import { findSold } from "./store.ts";

/**
 * The receipt of one of this user's references, as PDF; it leaves an audit row. Undefined for a reference that is not theirs or was
 * not paid.
 */
export async function readReceipt(
  { db, ids }: Pick<PaymentDeps, "db" | "ids">,
  ownerId: string,
  reference: string,
): Promise<Buffer | undefined> {
  const sold = await db.transaction({ owner: ownerId }, async (tx) => {
    const found = await findSold(tx, ownerId, reference);
    const entry = { actorKind: "user", actorId: ownerId, action: "downloaded_receipt" } as const;
    if (found) await writeAudit(tx, ids, { ...entry, objectId: found.id });
    return found;
  });
  return sold && drawReceipt(receiptOf(sold), sold.at);
}
