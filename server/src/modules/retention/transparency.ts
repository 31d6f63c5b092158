import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { Database } from "../../database/database.ts";
import type { Limits } from "../../http/limits.ts";
import { isAskedBehindBack } from "../../http/guards.ts";
import { plain, refuse } from "../../http/refuse.ts";
import { letFind } from "../../http/headers.ts";
import { sendPage, serveStyles } from "../../pages/document.ts";
import { daysShown, transparencyPage, transparencyPath, transparencyStyles } from "./transparency-page.ts";
import { countDays, readTransparency } from "./transparency-store.ts";

/** Counts days that have ended. Any number of processes may; each day is counted once. */
export const transparencyJobs = (db: Database) => ({ count_days: () => db.transaction("system", countDays) });

const ownStyles = readFileSync(new URL("./transparency.css", import.meta.url), "utf8");

/** The public page of counts. It takes no parameter, so there is nothing to ask it for. */
export function transparencyRoutes(
  app: FastifyInstance,
  { db, limits }: { readonly db: Database; readonly limits: Limits },
): void {
  serveStyles(app, transparencyStyles, ownStyles);
  app.get(transparencyPath, async (request, reply) => {
    if (isAskedBehindBack(request)) return refuse(reply, plain("cross_site"));
    const allowed = await limits.take("transparency_address", request.ip);
    if (!allowed.ok) return refuse(reply, allowed.problem);
    const seen = await db.transaction("system", (tx) => readTransparency(tx, daysShown));
    letFind(reply);
    return sendPage(reply, 200, transparencyPage(seen));
  });
}
