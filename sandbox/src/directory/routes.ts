import type { FastifyInstance } from "fastify";
import { textIn } from "../kernel/fields.ts";
import { openIdRoutes } from "../openid/routes.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { type Directory, directoryClient, tokenDefects } from "./directory.ts";
import { applyNextDefect } from "./token-defects.ts";

/** Path in the product that every organisation's provider returns to. */
const callbackPath = "/api/v2/sso/callback";

/** The identity provider of an organisation, with a page to pick a member of its staff. */
export function directoryRoutes(app: FastifyInstance, { settings }: SandboxContext, directory: Directory): void {
  const { accounts, issuer, key } = directory;
  openIdRoutes(app, {
    path: "/directory",
    name: "staff directory",
    issuer,
    client: directoryClient,
    redirectUrl: settings.productUrl + callbackPath,
    key,
    accounts,
    rewriteIdToken: (token) => applyNextDefect(token, directory),
  });
}

/** Adds members of staff, and sets what is wrong with the next ID token; for tests only. */
export function directoryControlRoutes(app: FastifyInstance, directory: Directory): void {
  app.post("/__sandbox/directory/accounts", async (request, reply) => {
    const id = textIn(request.body, "id");
    if (id === undefined) return reply.code(400).send({ error: "id is missing." });
    directory.accounts.add({
      id,
      firstName: textIn(request.body, "firstName") ?? "Hauwa",
      lastName: textIn(request.body, "lastName") ?? "Sani",
      email: textIn(request.body, "email"),
      emailVerified: true,
      says: "Added by a test.",
    });
    return { id };
  });
  app.post("/__sandbox/directory/defect", async (request, reply) => {
    const wanted = textIn(request.body, "defect");
    const defect = tokenDefects.find((known) => known === wanted);
    if (defect === undefined)
      return reply.code(400).send({ error: `defect must be one of ${tokenDefects.join(", ")}.` });
    directory.nextDefect = defect;
    return { defect };
  });
}
