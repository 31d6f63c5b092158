import type { Database } from "../../../database/database.ts";
import { drawReceipt } from "./draw.ts";
import { receiptOf } from "./receipt.ts";
import { findSold } from "./store.ts";

/** The receipt of one of this user's references, as PDF; undefined for a reference that is not theirs or was not paid. */
export async function readReceipt(db: Database, ownerId: string, reference: string): Promise<Buffer | undefined> {
  const sold = await db.transaction({ owner: ownerId }, (tx) => findSold(tx, ownerId, reference));
  return sold && drawReceipt(receiptOf(sold), sold.at);
}
