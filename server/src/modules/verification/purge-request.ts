import { enqueue, type Tx } from "../../database/database.ts";
import { setPurgeDue } from "./store.ts";

/** What is personal of a request goes at once: its key first, then the rest. */
export async function purgeRequest(tx: Tx, requestId: string): Promise<void> {
  await setPurgeDue(tx, requestId, "now");
  await enqueue(tx, "purge", { requestId }, `purge:${requestId}`);
}
