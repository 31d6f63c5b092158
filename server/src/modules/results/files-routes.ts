import { brand } from "@idanimo/contract/brand";
import { publicId } from "@idanimo/contract/fields";
import { downloads } from "@idanimo/contract/reports";
import type { FastifyInstance } from "fastify";
import type { Database } from "../../database/database.ts";
import type { KeyStore } from "../../database/key-store.ts";
import type { Identify } from "../../http/call.ts";
import { tokenOf } from "../../http/cookies.ts";
import { isAskedBehindBack } from "../../http/guards.ts";
import type { Limits } from "../../http/limits.ts";
import { plain, refuse } from "../../http/refuse.ts";
import type { IdSource } from "../../kernel/ids.ts";
import { writeAudit } from "../audit/index.ts";
import { openFile } from "./files.ts";
import { readOpenFile } from "./store.ts";

export type ResultFileDeps = {
  readonly db: Database;
  readonly keys: KeyStore;
  readonly ids: IdSource;
  readonly limits: Limits;
};

const path = decodeURIComponent(downloads.sourceReport(":id"));

/** The source's own report, to keep: for whoever asked, as long as the record may be seen. Source: RESULT-VIN-05, T-56, T-60. */
export function resultFileRoutes(app: FastifyInstance, identify: Identify, deps: ResultFileDeps): void {
  app.get<{ Params: { id: string } }>(path, async (request, reply) => {
    if (isAskedBehindBack(request)) return refuse(reply, plain("cross_site"));
    const { token } = tokenOf(request);
    const caller = token === undefined ? undefined : await identify(token, true);
    if (!caller) {
      const isPage = (request.headers.accept ?? "").includes("text/html");
      return isPage ? reply.redirect("/login", 303) : refuse(reply, plain("not_signed_in"));
    }
    const { id } = request.params;
    if (!publicId.safeParse(id).success) return refuse(reply, plain("not_found"));
    const allowed = await deps.limits.take("source_report_account", caller.userId);
    if (!allowed.ok) return refuse(reply, allowed.problem);
    const pdf = await readSourceReport(deps, caller.userId, id);
    if (!pdf) return refuse(reply, plain("not_found"));
    return reply
      .type("application/pdf")
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="${brand.name}-source-report.pdf"`)
      .send(pdf);
  });
}

/** The file, opened; undefined where there is none that this user may see now. Each look leaves an audit row. */
async function readSourceReport(deps: ResultFileDeps, userId: string, id: string): Promise<Buffer | undefined> {
  const key = await deps.keys.find(id);
  if (!key) return undefined;
  const sealed = await deps.db.transaction({ owner: userId }, async (tx) => {
    const file = await readOpenFile(tx, id, "source.pdf");
    if (file)
      await writeAudit(tx, deps.ids, {
        actorKind: "user",
        actorId: userId,
        action: "downloaded_source_report",
        objectId: id,
      });
    return file;
  });
  return sealed && openFile(key, id, "source.pdf", sealed);
}
