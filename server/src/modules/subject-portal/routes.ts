import type { FastifyInstance } from "fastify";
import type { ConsentDeps } from "../consent/index.ts";
import { consentPageRoutes } from "./consent-page/routes.ts";
import { myDataRoutes } from "./my-data/routes.ts";

/** The subject's pages: the page behind a message's link, and "my data". */
export function subjectPortalRoutes(app: FastifyInstance, deps: ConsentDeps, origins: readonly string[]): void {
  consentPageRoutes(app, deps, origins);
  myDataRoutes(app, deps, origins);
}
