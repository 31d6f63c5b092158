import { formatCount } from "@idanimo/contract/date-format";
import type { Tx } from "../../../database/database.ts";
import { failpoint } from "../../../kernel/failpoints.ts";
import { notify } from "../../notifications/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { searchHealthOf } from "../provider-health.ts";
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
/** Lines that one statement gives back. */
const refundBatchSize = 100;
const purgeBatchSize = 50;
const noticeBatchSize = 50;
/** Wake-ups older than this may be lost. */
const staleAfterSeconds = 60;
/** A file waits this long before it tries a source again that is down. */
const sourceRetrySeconds = 10;

/** The work on files; each piece is safe to repeat, and to break off at any instant. */
export function bulkJobs(deps: VerificationDeps) {
  /** Begins the next slice; the SQL wakes this again while lines are left. */
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
      const lines = await deps.db.transaction("system", (tx) => refundLines(tx, purchaseId, refundBatchSize));
      if (lines < refundBatchSize) return;
    }
  };
  /** One notice for a whole file: its lines are not told of one by one. */
  const notifyCompleted = async (tx: Tx) => {
    for (const { id, ownerId, records, reference } of await claimCompletedFiles(tx, noticeBatchSize))
      await notify(tx, deps, {
        ownerId,
        key: `bulk:${id}`,
        kind: "bulk_completed",
        facts: { lines: formatCount(records), reference },
        link: `/bulk/${id}`,
      });
  };
  /** The key first, then the lines; of a file that nobody bought nothing stays. */
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
    begin_bulk: beginNextLines,
    /** Re-reads the tables: wakes what lost its wake-up, gives back what stood stopped for too long, erases what is over. */
    sweep_bulk: async () => {
      await deps.db.transaction("system", (tx) => wakeBulk(tx, staleAfterSeconds));
      for (const purchaseId of await deps.db.transaction("system", findOverdueStops)) await refundRemaining(purchaseId);
      await deps.db.transaction("system", (tx) => notifyCompleted(tx));
      await purgeUploads();
    },
  };
}
