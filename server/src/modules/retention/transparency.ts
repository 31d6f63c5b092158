import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { Database } from "../../database/database.ts";
import type { RateLimiter } from "../../http/rate-limits.ts";
import { isCrossSiteSubresource } from "../../http/guards.ts";
import { problemOf, sendProblem } from "../../http/problem-response.ts";
import { allowIndexing } from "../../http/security-headers.ts";
import { sendPage, serveStyles } from "../../pages/page.ts";
import { daysShown, transparencyPage, transparencyPath, transparencyStylesPath } from "./transparency-page.ts";
import { countDays, readTransparency } from "./transparency-store.ts";

/** The job that counts complete days. Several processes may run it; each day is counted once. */
export const transparencyJobs = (db: Database) => ({ count_days: () => db.transaction("system", countDays) });

const pageStyles = readFileSync(new URL("./transparency.css", import.meta.url), "utf8");

/** The public page of counts. It takes no parameters. */
export function transparencyRoutes(
  app: FastifyInstance,
  { db, limits }: { readonly db: Database; readonly limits: RateLimiter },
): void {
  serveStyles(app, transparencyStylesPath, pageStyles);
  app.get(transparencyPath, async (request, reply) => {
    if (isCrossSiteSubresource(request)) return sendProblem(reply, problemOf("cross_site"));
    const allowed = await limits.consume("transparency_address", request.ip);
    if (!allowed.ok) return sendProblem(reply, allowed.problem);
    const seen = await db.transaction("system", (tx) => readTransparency(tx, daysShown));
    allowIndexing(reply);
    return sendPage(reply, 200, transparencyPage(seen));
  });
}
