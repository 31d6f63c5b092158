import { Readable } from "node:stream";
import { brand } from "@idanimo/contract/brand";
import { fail, ok } from "@idanimo/contract/problems";
import { downloads } from "@idanimo/contract/reports";
import type { FastifyInstance } from "fastify";
import { inTurn } from "../../../documents/index.ts";
import { productNow } from "../../../database/database.ts";
import type { Caller, Identify } from "../../../http/call.ts";
import { sendDownload } from "../../../http/download.ts";
import type { ExportPart } from "../../../kernel/export-part.ts";
import { writeAudit } from "../../audit/index.ts";
import type { AccountDeps } from "../deps.ts";
import { jsonOf, paperOf } from "./export-file.ts";
import { mayExport } from "./store.ts";

/** Everything that is known of an account, as a file for programs and as a paper, for a sign-in that was allowed to take it. */
export function exportRoutes(
  app: FastifyInstance,
  identify: Identify,
  deps: AccountDeps,
  parts: readonly ExportPart[],
): void {
  const { db, ids, limits } = deps;
  /** When it is taken, by the database's clock; undefined where this sign-in may not. It leaves an audit row. */
  const begin = ({ userId, signInId }: Caller, way: "json" | "pdf"): Promise<Date | undefined> =>
    db.transaction({ owner: userId }, async (tx) => {
      if (!(await mayExport(tx, signInId))) return undefined;
      const entry = { actorKind: "user", actorId: userId, action: "exported_account", objectId: userId } as const;
      await writeAudit(tx, ids, { ...entry, reason: way });
      return (await tx.selectNoFrom(productNow.as("now")).executeTakeFirstOrThrow()).now;
    });

  app.get(downloads.myDataJson(), (request, reply) =>
    sendDownload({ identify, limits }, request, reply, "take_out_account", async (caller) => {
      const now = await begin(caller, "json");
      if (!now) return fail("prove_first", {});
      const body = Readable.from(jsonOf(parts, caller.userId, now));
      return ok({ name: `${brand.name}-my-account.json`, type: "application/json; charset=utf-8", body });
    }),
  );
  app.get(downloads.myDataPdf(), (request, reply) =>
    sendDownload({ identify, limits }, request, reply, "take_out_account", async (caller) => {
      const now = await begin(caller, "pdf");
      if (!now) return fail("prove_first", {});
      const drawn = await inTurn(() => paperOf(parts, caller.userId, now));
      return drawn.ok
        ? ok({ name: `${brand.name}-my-account.pdf`, type: "application/pdf", body: drawn.value })
        : drawn;
    }),
  );
}
