import { brand } from "@idanimo/contract/brand";
import { noticePdfPath } from "@idanimo/contract/console/grievances";
import { consoleBase } from "@idanimo/contract/console/operation";
import { publicId } from "@idanimo/contract/fields";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { findNow } from "../database/database.ts";
import { drawDocument } from "../documents/index.ts";
import { problemOf, sendProblem } from "../http/problem-response.ts";
import { readOpenedCase } from "../modules/subject-portal/index.ts";
import { authorizeDownload } from "./authorize-download.ts";
import { auditCase, readHistory } from "./case-work.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleMountDeps } from "./mount.ts";
import { noticeDocument } from "./notice-document.ts";

const params = z.object({ id: publicId });
const failures = { unknown: "not_found", not_opened: "case_reason_needed", erased: "case_erased" } as const;

/** Sends a grievance as the standard notice, to an operator whose reason opened its text. [OC-15] */
export function noticePdfRoute(
  app: FastifyInstance,
  identify: ConsoleMountDeps["identify"],
  deps: Pick<ConsoleDeps, "db" | "ids" | "keys">,
): void {
  app.get(consoleBase + noticePdfPath(":id"), async (request, reply) => {
    const allowed = await authorizeDownload(request, identify, "read_grievance_text");
    if (!allowed.ok) return sendProblem(reply, allowed.problem);
    const operator = allowed.value;
    const parsed = params.safeParse(request.params);
    if (!parsed.success) return sendProblem(reply, problemOf("not_found"));
    const { id } = parsed.data;
    const read = await readOpenedCase(deps, id, operator.id);
    if (typeof read === "string") return sendProblem(reply, problemOf(failures[read]));
    const { history, now } = await deps.db.transaction("system", async (tx) => {
      await auditCase(tx, deps.ids, operator, { action: "notice_exported", objectId: id });
      return { history: await readHistory(tx, id), now: await findNow(tx) };
    });
    const pdf = await drawDocument(noticeDocument({ ...read, history }), now);
    return reply
      .type("application/pdf")
      .header("content-disposition", `attachment; filename="${brand.name}-notice-${read.found.reference}.pdf"`)
      .send(pdf);
  });
}
