import type {
  readBulk as readOperation,
  resumeBulk as resumeOperation,
  stopBulk as stopOperation,
} from "@idanimo/contract/bulk";
import { fail, ok } from "@idanimo/contract/problems";
import type { Tx } from "../../../database/database.ts";
import type { Handler } from "../../../http/call.ts";
import type { VerificationDeps } from "../deps.ts";
import { itemWordOf, type Lines, linesOf, stateOf } from "./rules.ts";
import { countLines, findUpload, queueBulk, resumeUpload, stopUpload, type Upload, uploadOfPurchase } from "./store.ts";

/** Where a file's lines stand. Before it is paid for none has begun. */
async function linesOfUpload(tx: Tx, upload: Upload): Promise<Lines> {
  const isBought = upload.isPaid && upload.purchaseId !== null;
  return linesOf(upload.records, isBought ? await countLines(tx, upload.purchaseId) : []);
}

/** The file of a purchase as one item among the others; undefined for a purchase without one. */
export async function fileOf(tx: Tx, purchaseId: string) {
  const upload = await uploadOfPurchase(tx, purchaseId);
  if (!upload) return undefined;
  return {
    uploadId: upload.id,
    records: upload.records,
    word: itemWordOf(upload.isPaid, await linesOfUpload(tx, upload)),
  };
}

async function standOf(tx: Tx, ownerId: string, uploadId: string) {
  const upload = await findUpload(tx, ownerId, uploadId);
  if (!upload) return undefined;
  const lines = await linesOfUpload(tx, upload);
  return { upload, lines, state: stateOf(upload.isPaid, upload.stoppedAt !== null, lines) };
}

/** How a file of this user stands. */
export const readBulk =
  (deps: VerificationDeps): Handler<typeof readOperation> =>
  async (input, caller) => {
    const found = await deps.db.transaction({ owner: caller.userId }, (tx) =>
      standOf(tx, caller.userId, input.uploadId),
    );
    if (!found) return fail("not_found", {});
    const { upload, lines, state } = found;
    return ok({
      uploadId: upload.id,
      records: upload.records,
      bad: [...upload.bad],
      badCount: upload.badCount,
      state,
      begun: upload.isPaid ? lines.total - lines.left : 0,
      waiting: lines.waiting,
      outcomes: { ...lines.outcomes },
      givenBackAt: state === "stopped" ? (upload.givenBackAt?.toISOString() ?? null) : null,
    });
  };

/** Stops a running file of this user; one in any other state stays as it is. */
export const stopBulk =
  (deps: VerificationDeps): Handler<typeof stopOperation> =>
  async (input, caller) =>
    deps.db.transaction({ owner: caller.userId }, async (tx) => {
      const found = await standOf(tx, caller.userId, input.uploadId);
      if (!found) return fail("not_found", {});
      if (found.state !== "running" || found.lines.left === 0) return ok({ state: found.state });
      await stopUpload(tx, input.uploadId);
      return ok({ state: "stopped" });
    });

/** Lets a stopped file of this user go on, unless it was stopped for so long that its lines are being given back. */
export const resumeBulk =
  (deps: VerificationDeps): Handler<typeof resumeOperation> =>
  async (input, caller) =>
    deps.db.transaction({ owner: caller.userId }, async (tx) => {
      const found = await standOf(tx, caller.userId, input.uploadId);
      if (!found) return fail("not_found", {});
      const { purchaseId } = found.upload;
      if (found.state !== "stopped" || purchaseId === null || !(await resumeUpload(tx, input.uploadId)))
        return ok({ state: found.state });
      await queueBulk(tx, purchaseId, 0);
      return ok({ state: "running" });
    });
