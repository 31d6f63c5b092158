import { Readable } from "node:stream";
import { brand } from "@idanimo/contract/brand";
import { fail, ok } from "@idanimo/contract/problems";
import { downloads } from "@idanimo/contract/downloads";
import { nonJsonCalls } from "@idanimo/contract/non-json-calls";
import type { FastifyInstance } from "fastify";
import { queueLongDocument } from "../../../documents/index.ts";
import { productNow } from "../../../database/database.ts";
import type { Caller, Authenticate } from "../../../http/call.ts";
import { sendDownload } from "../../../http/download.ts";
import type { ExportSection } from "../../../kernel/export-section.ts";
import { writeAudit } from "../../audit/index.ts";
import type { AccountDeps } from "../deps.ts";
import { streamExportJson, drawExportPdf } from "./export-file.ts";
import { isExportGranted } from "./store.ts";

/** Downloads the account export as JSON or PDF, for a session that is allowed to export. */
export function dataExportRoutes(
  app: FastifyInstance,
  identify: Authenticate,
  deps: AccountDeps,
  parts: readonly ExportSection[],
): void {
  const { db, ids, limits } = deps;
  /** Writes an audit row and returns the database time; undefined if this session may not export. */
  const startDownload = ({ userId, signInId }: Caller, way: "json" | "pdf"): Promise<Date | undefined> =>
    db.transaction({ owner: userId }, async (tx) => {
      if (!(await isExportGranted(tx, signInId))) return undefined;
      const entry = { actorKind: "user", actorId: userId, action: "exported_account", objectId: userId } as const;
      await writeAudit(tx, ids, { ...entry, reason: way });
      return (await tx.selectNoFrom(productNow.as("now")).executeTakeFirstOrThrow()).now;
    });

  app.get(downloads.myDataJson(), (request, reply) =>
    sendDownload(
      { identify, limits },
      request,
      reply,
      { right: nonJsonCalls.accountJson.right, limit: "take_out_account" },
      async (caller) => {
        const now = await startDownload(caller, "json");
        if (!now) return fail("prove_first", {});
        const body = Readable.from(streamExportJson(parts, caller.userId, now));
        return ok({ name: `${brand.name}-my-account.json`, type: "application/json; charset=utf-8", body });
      },
    ),
  );
  app.get(downloads.myDataPdf(), (request, reply) =>
    sendDownload(
      { identify, limits },
      request,
      reply,
      { right: nonJsonCalls.accountJson.right, limit: "take_out_account" },
      async (caller) => {
        const now = await startDownload(caller, "pdf");
        if (!now) return fail("prove_first", {});
        const drawn = await queueLongDocument(() => drawExportPdf(parts, caller.userId, now));
        return drawn.ok
          ? ok({ name: `${brand.name}-my-account.pdf`, type: "application/pdf", body: drawn.value })
          : drawn;
      },
    ),
  );
}
