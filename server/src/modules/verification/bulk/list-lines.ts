import type { listBulkLines as operation } from "@idanimo/contract/bulk-lines";
import { fail, ok } from "@idanimo/contract/problems";
import { requestStatusText } from "@idanimo/contract/request-status";
import { type Handler, scopeOf } from "../../../http/call.ts";
import { openLabel } from "../../purchases/index.ts";
import type { VerificationDeps } from "../deps.ts";
import { requestStatusOf } from "../request-status.ts";
import { everyLine, linesOfStatus } from "./line-statuses.ts";
import { findResultLines, type ResultLine } from "./results-store.ts";
import { pageOfLines } from "./rules.ts";
import { findUpload } from "./store.ts";

const linesPerPage = 50;
/** Lines read for a page that is filtered: those of one status are rarely mixed with others of the same states. */
const linesPerFilteredPage = 500;

/** A position in a file, as a client sends it back; the start for a missing or invalid one. */
const placeOf = (after: string | undefined) => (/^\d{1,7}$/.test(after ?? "") ? Number(after) : 0);

const statusOf = (line: ResultLine) => requestStatusText(requestStatusOf(line), line.now);

/** Returns the lines of a paid file of the caller, in the order of the file. */
export const listBulkLines =
  ({ db, keys }: Pick<VerificationDeps, "db" | "keys">): Handler<typeof operation> =>
  async ({ uploadId, after, status }, caller) => {
    const read = status === undefined ? linesPerPage : linesPerFilteredPage;
    const found = await db.transaction(scopeOf(caller), async (tx) => {
      const upload = await findUpload(tx, caller.ownerId, uploadId);
      if (!upload) return undefined;
      if (!upload.isPaid || upload.purchaseId === null) return [];
      const which = status === undefined ? everyLine : linesOfStatus[status];
      return findResultLines(tx, upload.purchaseId, { from: placeOf(after), most: read + 1, ...which });
    });
    if (!found) return fail("not_found", {});
    const fits = (line: ResultLine) => status === undefined || statusOf(line) === status;
    const { lines, next } = pageOfLines(found, { read, most: linesPerPage, fits });
    const accountKey = lines.some(({ label_sealed: sealed }) => sealed) ? await keys.find(caller.ownerId) : undefined;
    return ok({
      lines: lines.map((line) => ({
        id: line.id,
        line: line.line,
        number: line.value_masked,
        ...(accountKey && line.label_sealed && { label: openLabel(accountKey, line.id, line.label_sealed) }),
        status: statusOf(line),
      })),
      next: next === null ? null : String(next),
    });
  };
