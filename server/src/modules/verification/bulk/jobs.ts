import { formatCount } from "@idanimo/contract/date-format";
import type { Tx } from "../../../database/database.ts";
import { failpoint } from "../../../kernel/failpoints.ts";
import { notify } from "../../notifications/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { searchHealthOf } from "../provider-health.ts";
import { remindNextLines, type ReminderRun } from "./remind.ts";
import {
  beginLines,
  deleteChunks,
  deleteUpload,
  refundLines,
  findOverdueStops,
  queueBulk,
  claimCompletedFiles,
  findUploadsToPurge,
  wakeBulk,
} from "./store.ts";

/** Lines of one file that are looked up at the same time. */
const maxLinesInFlight = 200;
/** Lines refunded by one statement. */
const refundBatchSize = 100;
const purgeBatchSize = 50;
const noticeBatchSize = 50;
/** Wake-ups older than this may be lost. */
const staleAfterSeconds = 60;
/** Delay before a file tries a source that is down again. */
const sourceRetrySeconds = 10;

/** Jobs for bulk files. Each is safe to repeat and to interrupt. */
export function bulkJobs(deps: VerificationDeps) {
  /** Starts the next lines; the SQL function queues this job again while lines remain. */
  const beginNextLines = async ({ purchaseId }: { readonly purchaseId: string }) => {
    const plan = deps.lookupPlans.nin;
    const isDown = plan && searchHealthOf(plan, [], await deps.providerHealth.current()).state === "down";
    await deps.db.transaction("system", async (tx) => {
      if (isDown) await queueBulk(tx, purchaseId, sourceRetrySeconds);
      else await beginLines(tx, purchaseId, maxLinesInFlight);
    });
    failpoint("bulk_lines_begun");
  };
  const refundRemaining = async (purchaseId: string) => {
    for (;;) {
      const lines = await deps.db.transaction("system", async (tx) => {
        const refunded = await refundLines(tx, purchaseId, refundBatchSize);
        for (const { id, owner_id: ownerId } of refunded)
          await deps.events.emit(tx, "item_closed", { itemId: id, ownerId, refunded: true, outcome: "BLOCKED" });
        return refunded.length;
      });
      if (lines < refundBatchSize) return;
    }
  };
  /** Sends one notice per file instead of one per line. */
  const notifyCompleted = async (tx: Tx) => {
    for (const { id, ownerId, madeBy, records, reference } of await claimCompletedFiles(tx, noticeBatchSize)) {
      await notify(tx, deps, {
        ownerId,
        madeBy,
        key: `bulk:${id}`,
        kind: "bulk_completed",
        facts: { lines: formatCount(records), reference },
        link: `/bulk/${id}`,
      });
      await deps.events.emit(tx, "bulk_completed", { uploadId: id, ownerId });
    }
  };
  /** Destroys the keys first, then deletes the lines; a file that was not bought is deleted completely. */
  const purgeUploads = async () => {
    for (;;) {
      const files = await deps.db.transaction("system", (tx) => findUploadsToPurge(tx, purgeBatchSize));
      await deps.keys.destroy(files.map(({ id }) => id));
      for (const { id, isKept } of files)
        await deps.db.transaction("system", (tx) => (isKept ? deleteChunks(tx, id) : deleteUpload(tx, id)));
      if (files.length < purgeBatchSize) return;
    }
  };
  return {
    start_bulk: beginNextLines,
    remind_bulk: (run: ReminderRun) => remindNextLines(deps, run),
    /**
     * Scans the tables: repeats lost wake-ups, refunds lines of files stopped too long, notifies owners, purges
     * files.
     */
    sweep_bulk: async () => {
      await deps.db.transaction("system", (tx) => wakeBulk(tx, staleAfterSeconds));
      for (const purchaseId of await deps.db.transaction("system", findOverdueStops)) await refundRemaining(purchaseId);
      await deps.db.transaction("system", (tx) => notifyCompleted(tx));
      await purgeUploads();
    },
  };
}
