import { sql } from "kysely";
import { enqueue, type Tx } from "../../database/database.ts";
import { terminateRequesterConsents } from "../consent/index.ts";
import { closeItem, deleteLabelsOfAccount } from "../purchases/index.ts";
import { deleteChunks, deleteUpload } from "./bulk/store.ts";
import type { VerificationDeps } from "./deps.ts";
import { deleteSavedViewsOfAccount } from "./history/saved-view-store.ts";

/** Closes the requests of a closed account: ends open consent requests and expires all results. */

type AccountClosureDeps = Pick<VerificationDeps, "db" | "keys" | "ids" | "events">;

const consentBatchSize = 200;
/** Requests marked for purging by one statement. */
const purgeBatchSize = 5_000;

/**
 * Deletes the account's reports and labels in the closing transaction, so `/verify` no longer finds the reports; a job
 * does the rest.
 */
export function registerAccountClosedHandler(deps: Pick<VerificationDeps, "events">): void {
  deps.events.on("account_closed", (tx, { ownerId }) => scheduleRequestClosure(tx, ownerId));
}

/** Deletes the account's reports and labels, and queues the job that closes its requests. */
export async function scheduleRequestClosure(tx: Tx, ownerId: string): Promise<void> {
  await tx.deleteFrom("reports").where("owner_id", "=", ownerId).execute();
  await deleteLabelsOfAccount(tx, ownerId);
  await deleteSavedViewsOfAccount(tx, ownerId);
  await enqueue(tx, "end_requests", { ownerId }, `end_requests:${ownerId}`);
}

/** Ends open consent requests with their items. Nothing is refunded: the wallet was emptied on closure. */
async function endConsentRequests(deps: AccountClosureDeps, tx: Tx, ownerId: string): Promise<number> {
  const ended = await terminateRequesterConsents(deps, tx, ownerId, consentBatchSize);
  for (const { requestId, wasGranted } of ended)
    if (!wasGranted && (await closeItem(tx, deps.ids, requestId, "UNANSWERED")))
      await deps.events.emit(tx, "item_closed", { itemId: requestId, ownerId, refunded: false, outcome: "UNANSWERED" });
  return ended.length;
}

/**
 * Sets the purge date of everything stored for an account to now, public registers included. @returns the number of
 * requests
 */
async function expireRequests(tx: Tx, ownerId: string): Promise<number> {
  const marked = await sql`update verification_requests set purge_due_at = product_now() where id in (
      select id from verification_requests where owner_id = ${ownerId} and purged_at is null
        and (purge_due_at is null or purge_due_at > product_now()) limit ${purgeBatchSize})`.execute(tx);
  return Number(marked.numAffectedRows ?? 0n);
}

/** Deletes uploaded files: first the key, then the lines. A file that was bought keeps its row of counts. */
async function purgeUploads(deps: AccountClosureDeps, ownerId: string): Promise<void> {
  const files = await deps.db.transaction("system", (tx) =>
    tx
      .selectFrom("bulk_uploads")
      .select(["id", "purchase_id"])
      .where("owner_id", "=", ownerId)
      .where("purged_at", "is", null)
      .execute(),
  );
  await deps.keys.destroy(files.map(({ id }) => id));
  for (const { id, purchase_id: purchaseId } of files)
    await deps.db.transaction("system", (tx) => (purchaseId === null ? deleteUpload(tx, id) : deleteChunks(tx, id)));
}

/**
 * Job `end_requests`: closes the requests of a closed account. Each step is one transaction; the job is safe to
 * repeat.
 */
export const closeAccountRequests =
  (deps: AccountClosureDeps) =>
  async ({ ownerId }: { readonly ownerId: string }): Promise<void> => {
    const system = (step: (tx: Tx) => Promise<number>) => deps.db.transaction("system", step);
    while ((await system((tx) => endConsentRequests(deps, tx, ownerId))) === consentBatchSize);
    while ((await system((tx) => expireRequests(tx, ownerId))) === purgeBatchSize);
    await purgeUploads(deps, ownerId);
    // the next purge deletes what is due now; no read returns it meanwhile
  };
