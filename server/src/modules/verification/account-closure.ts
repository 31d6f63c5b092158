import { sql } from "kysely";
import { enqueue, type Tx } from "../../database/database.ts";
import { terminateRequesterConsents } from "../consent/index.ts";
import { closeItem } from "../payments/index.ts";
import { deleteChunks, deleteUpload } from "./bulk/store.ts";
import type { VerificationDeps } from "./deps.ts";

/** What an account that was closed leaves behind: its open questions end, and what was found for it goes at once. */

type AccountClosureDeps = Pick<VerificationDeps, "db" | "keys" | "ids" | "events">;

const consentBatchSize = 200;
/** Requests whose end one statement sets. */
const purgeBatchSize = 5_000;

/** Nothing of such an account is known by `/verify` from the moment it closes; the rest is work. */
export function registerAccountClosedHandler(deps: Pick<VerificationDeps, "events">): void {
  deps.events.on("account_closed", (tx, { ownerId }) => scheduleRequestClosure(tx, ownerId));
}

/** What a closed account was told goes at once, and a job ends the rest. */
export async function scheduleRequestClosure(tx: Tx, ownerId: string): Promise<void> {
  await tx.deleteFrom("reports").where("owner_id", "=", ownerId).execute();
  await enqueue(tx, "end_requests", { ownerId }, `end_requests:${ownerId}`);
}

/** Ends questions with their items. Nothing is given back: the wallet was emptied, and its owner chose to go. */
async function endConsentRequests(deps: AccountClosureDeps, tx: Tx, ownerId: string): Promise<number> {
  const ended = await terminateRequesterConsents(deps, tx, ownerId, consentBatchSize);
  for (const { requestId, wasGranted } of ended)
    if (!wasGranted && (await closeItem(tx, deps.ids, requestId, "UNANSWERED")))
      await deps.events.emit(tx, "item_closed", { itemId: requestId, ownerId, refunded: false });
  return ended.length;
}

/** Sets the end of everything that is kept for an account to now, public registers too. @returns how many requests it was */
async function expireRequests(tx: Tx, ownerId: string): Promise<number> {
  const marked = await sql`update verification_requests set purge_due_at = product_now() where id in (
      select id from verification_requests where owner_id = ${ownerId} and purged_at is null
        and (purge_due_at is null or purge_due_at > product_now()) limit ${purgeBatchSize})`.execute(tx);
  return Number(marked.numAffectedRows ?? 0n);
}

/** Files that were sent in: the key first, then the lines. Those that were bought stay as a row of counts. */
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

/** The job that the event leaves behind. Each step is one transaction, and all of it may be repeated. */
export const closeAccountRequests =
  (deps: AccountClosureDeps) =>
  async ({ ownerId }: { readonly ownerId: string }): Promise<void> => {
    const system = (step: (tx: Tx) => Promise<number>) => deps.db.transaction("system", step);
    while ((await system((tx) => endConsentRequests(deps, tx, ownerId))) === consentBatchSize);
    while ((await system((tx) => expireRequests(tx, ownerId))) === purgeBatchSize);
    await purgeUploads(deps, ownerId);
    // what is due now goes with the next purge, seconds later; nobody can read it meanwhile
  };
