import type {
  readBulk as readOperation,
  resumeBulk as resumeOperation,
  skipBadLines as skipOperation,
  stopBulk as stopOperation,
} from "@idanimo/contract/bulk";
import { fail, ok } from "@idanimo/contract/problems";
import type { Tx } from "../../../database/database.ts";
import { type Handler, scopeOf } from "../../../http/call.ts";
import type { VerificationDeps } from "../deps.ts";
import { bulkItemStateOf, type LineTotals, lineTotalsOf, bulkStateOf } from "./rules.ts";
import {
  countLines,
  findUpload,
  queueBulk,
  resumeUpload,
  skipBadLines as skipLines,
  stopUpload,
  type Upload,
  findUploadOfPurchase,
} from "./store.ts";

/** Counts the lines of a file by state. All are unstarted before payment. */
async function countLineTotals(tx: Tx, upload: Upload): Promise<LineTotals> {
  const isBought = upload.isPaid && upload.purchaseId !== null;
  return lineTotalsOf(upload.records, isBought ? await countLines(tx, upload.purchaseId) : []);
}

/** The file of a purchase as one item; undefined for a purchase without a file. */
export async function findBulkItem(tx: Tx, purchaseId: string) {
  const upload = await findUploadOfPurchase(tx, purchaseId);
  if (!upload) return undefined;
  return {
    uploadId: upload.id,
    records: upload.records,
    word: bulkItemStateOf(upload.isPaid, await countLineTotals(tx, upload)),
  };
}

async function findBulkProgress(tx: Tx, ownerId: string, uploadId: string) {
  const upload = await findUpload(tx, ownerId, uploadId);
  if (!upload) return undefined;
  const lines = await countLineTotals(tx, upload);
  return { upload, lines, state: bulkStateOf(upload.isPaid, upload.stoppedAt !== null, lines) };
}

/** Returns the progress of the caller's file. */
export const readBulk =
  (deps: VerificationDeps): Handler<typeof readOperation> =>
  async (input, caller) => {
    const found = await deps.db.transaction(scopeOf(caller), (tx) =>
      findBulkProgress(tx, caller.ownerId, input.uploadId),
    );
    if (!found) return fail("not_found", {});
    const { upload, lines, state } = found;
    return ok({
      uploadId: upload.id,
      records: upload.records,
      bad: [...upload.bad],
      badCount: upload.badCount,
      skippedCount: upload.skippedCount,
      state,
      begun: upload.isPaid ? lines.total - lines.notBegun : 0,
      waiting: lines.waiting,
      outcomes: { ...lines.outcomes },
      givenBackAt: state === "stopped" ? (upload.refundDueAt?.toISOString() ?? null) : null,
    });
  };

/** Leaves out the invalid lines of a checked file of the caller, so that the valid ones can be bought. */
export const skipBadLines =
  (deps: VerificationDeps): Handler<typeof skipOperation> =>
  async ({ uploadId }, caller) =>
    deps.db.transaction(scopeOf(caller), async (tx) => {
      if (!(await findUpload(tx, caller.ownerId, uploadId))) return fail("not_found", {});
      const records = await skipLines(tx, caller.ownerId, uploadId);
      return records === undefined ? fail("bulk_not_usable", {}) : ok({ uploadId, records });
    });

/** Stops a running file of the caller; a file in any other state is unchanged. */
export const stopBulk =
  (deps: VerificationDeps): Handler<typeof stopOperation> =>
  async (input, caller) =>
    deps.db.transaction(scopeOf(caller), async (tx) => {
      const found = await findBulkProgress(tx, caller.ownerId, input.uploadId);
      if (!found) return fail("not_found", {});
      if (found.state !== "running" || found.lines.notBegun === 0) return ok({ state: found.state });
      await stopUpload(tx, input.uploadId);
      return ok({ state: "stopped" });
    });

/** Resumes a stopped file of the caller, unless its lines are already being refunded. */
export const resumeBulk =
  (deps: VerificationDeps): Handler<typeof resumeOperation> =>
  async (input, caller) =>
    deps.db.transaction(scopeOf(caller), async (tx) => {
      const found = await findBulkProgress(tx, caller.ownerId, input.uploadId);
      if (!found) return fail("not_found", {});
      const { purchaseId } = found.upload;
      if (found.state !== "stopped" || purchaseId === null || !(await resumeUpload(tx, input.uploadId)))
        return ok({ state: found.state });
      await queueBulk(tx, purchaseId, 0);
      return ok({ state: "running" });
    });
