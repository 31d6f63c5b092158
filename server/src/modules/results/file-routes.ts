import { brand } from "@idanimo/contract/brand";
import { publicId } from "@idanimo/contract/fields";
import { fail, ok } from "@idanimo/contract/problems";
import { downloads } from "@idanimo/contract/downloads";
import { nonJsonCalls } from "@idanimo/contract/non-json-calls";
import type { FastifyInstance } from "fastify";
import type { Database } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import { type Authenticate, type Actor, scopeOf } from "../../http/call.ts";
import { sendDownload } from "../../http/download.ts";
import type { RateLimiter } from "../../http/rate-limits.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { writeAudit } from "../audit/index.ts";
import { openResultFile } from "./result-files.ts";
import { findVisibleFile } from "./store.ts";

export type ResultFileDeps = {
  readonly db: Database;
  readonly keys: KeyStore;
  readonly ids: IdSource;
  readonly limits: RateLimiter;
};

const sourceReportPath = decodeURIComponent(downloads.sourceReport(":id"));

/**
 * Serves the source's own report as an attachment to the requester, while the record is visible. [RESULT-VIN-05
 * T-56 T-60]
 */
export function resultFileRoutes(app: FastifyInstance, identify: Authenticate, deps: ResultFileDeps): void {
  app.get<{ Params: { id: string } }>(sourceReportPath, (request, reply) =>
    sendDownload(
      { identify, limits: deps.limits },
      request,
      reply,
      { right: nonJsonCalls.sourceReport.right, limit: "source_report_account" },
      async (caller) => {
        const body = await readSourceReport(deps, caller, request.params.id);
        return body
          ? ok({ name: `${brand.name}-source-report.pdf`, type: "application/pdf" as const, body })
          : fail("not_found", {});
      },
    ),
  );
}

/**
 * Decrypts the file; undefined if there is none that this user may see now. Each download writes an audit row.
 * [R-10]
 */
async function readSourceReport(deps: ResultFileDeps, actor: Actor, id: string): Promise<Buffer | undefined> {
  const key = publicId.safeParse(id).success ? await deps.keys.find(id) : undefined;
  if (!key) return undefined;
  const sealed = await deps.db.transaction(scopeOf(actor), async (tx) => {
    const file = await findVisibleFile(tx, id, "source.pdf");
    if (file)
      await writeAudit(tx, deps.ids, {
        actorKind: "user",
        actorId: actor.userId,
        action: "downloaded_source_report",
        objectId: id,
      });
    return file;
  });
  return sealed && openResultFile(key, id, "source.pdf", sealed);
}
