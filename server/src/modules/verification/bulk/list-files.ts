import type { BulkState } from "@idanimo/contract/bulk";
import type { listBulk as operation } from "@idanimo/contract/bulk-files";
import { ok } from "@idanimo/contract/problems";
import { type Handler, scopeOf } from "../../../http/call.ts";
import { decodeCursor, encodeCursor } from "../../../kernel/cursor.ts";
import type { VerificationDeps } from "../deps.ts";
import { findPaidFiles, type PaidFileRow } from "./store.ts";

/** Files on a page: each counts its lines, which may be 100,000. */
const filesPerPage = 10;

/** As on the file's page: completed once every line was asked or has ended. */
function stateOf({ waiting, ended, records, is_stopped: isStopped }: PaidFileRow): BulkState {
  if (waiting + ended >= records) return "completed";
  return isStopped ? "stopped" : "running";
}

/** Returns the bulk files that an account paid for, newest first. */
export const listBulk =
  ({ db }: Pick<VerificationDeps, "db">): Handler<typeof operation> =>
  async (input, caller) => {
    const found = await db.transaction(scopeOf(caller), (tx) =>
      findPaidFiles(tx, caller.ownerId, decodeCursor(input.after), filesPerPage + 1),
    );
    const files = found.slice(0, filesPerPage);
    const last = files.at(-1);
    return ok({
      files: files.map((file) => ({
        uploadId: file.id,
        transactionID: file.reference,
        createdAt: file.created_at.toISOString(),
        state: stateOf(file),
        records: file.records,
        waiting: file.waiting,
        ended: file.ended,
        delivered: file.delivered,
      })),
      next: found.length > filesPerPage && last ? encodeCursor(last.created_text, last.id) : null,
    });
  };
