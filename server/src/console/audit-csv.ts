import { Readable } from "node:stream";
import { brand } from "@idanimo/contract/brand";
import { auditCsvPath, auditFilter } from "@idanimo/contract/console/operators";
import { consoleBase } from "@idanimo/contract/console/operation";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { problemOf, sendProblem } from "../http/problem-response.ts";
import { streamCsv } from "../kernel/csv.ts";
import { type Cursor, decodeCursor } from "../kernel/cursor.ts";
import { findAuditPage, writeAudit } from "../modules/audit/index.ts";
import { findOperators } from "../modules/operator-identity/index.ts";
import { authorizeDownload } from "./authorize-download.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleMountDeps } from "./mount.ts";

const auditCsvMost = 100_000;
/** Rows per query, which bounds the memory of a download. */
const chunkSize = 1_000;

const header = ["Time (Lagos)", "By", "Operator", "Actor id", "Act", "Object", "Reason"];
const filterOf = z.strictObject(auditFilter);

/** Streams the audit log as CSV, newest first, at most 100,000 rows. [OC-17] */
export function auditCsvRoute(
  app: FastifyInstance,
  identify: ConsoleMountDeps["identify"],
  { db, ids }: ConsoleDeps,
): void {
  app.get(consoleBase + auditCsvPath, async (request, reply) => {
    const allowed = await authorizeDownload(request, identify, "read_audit");
    if (!allowed.ok) return sendProblem(reply, allowed.problem);
    const operator = allowed.value;
    const filter = filterOf.safeParse(request.query);
    if (!filter.success) return sendProblem(reply, problemOf("bad_input"));
    const names = await db.transaction("system", async (tx) => {
      await writeAudit(tx, ids, { actorKind: "operator", actorId: operator.id, action: "audit_downloaded" });
      return new Map((await findOperators(tx)).map(({ id, name }) => [id, name]));
    });
    let sent = 0;
    const lines = streamCsv(header, async (after: Cursor | undefined) => {
      const limit = Math.min(chunkSize, auditCsvMost - sent);
      const page = await db.transaction("system", (tx) => findAuditPage(tx, filter.data, { after, limit }));
      sent += page.length;
      const isLast = page.length < limit || sent >= auditCsvMost;
      return {
        rows: page.map((row) => [
          row.at,
          row.actorKind,
          row.actorId === null ? "" : (names.get(row.actorId) ?? ""),
          row.actorId ?? "",
          row.action,
          row.objectId ?? "",
          row.reason,
        ]),
        next: isLast ? undefined : decodeCursor(page.at(-1)?.cursor),
      };
    });
    return reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="${brand.name}-audit.csv"`)
      .send(Readable.from(lines));
  });
}
