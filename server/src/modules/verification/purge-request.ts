import { enqueue, type Tx } from "../../database/database.ts";
import { setPurgeDue } from "./store.ts";

/** Deletes the personal data of a request at once, its key first. */
export async function purgeRequest(tx: Tx, requestId: string): Promise<void> {
  await setPurgeDue(tx, requestId, "now");
  await enqueue(tx, "purge", { requestId }, `purge:${requestId}`);
}
