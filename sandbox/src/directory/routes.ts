import type { FastifyInstance } from "fastify";
import type { Provider } from "oidc-provider";
import { interactionOf } from "../google/routes.ts";
import { textIn } from "../kernel/fields.ts";
import { renderAccountPicker } from "../pages/account-picker.ts";
import { sendPage } from "../pages/page.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { type Directory, tokenDefects } from "./directory.ts";

/** The identity provider of an organisation, with a page to pick a member of its staff. */
export function directoryRoutes(app: FastifyInstance, context: SandboxContext, directory: Directory): void {
  let made: Promise<Provider> | undefined;
  // loaded at the first request: the provider's own address is known only once it listens
  const provider = () =>
    (made ??= import("./openid-provider.ts").then(({ directoryProvider }) => directoryProvider(context, directory)));

  app.get("/pick/:uid", async (request, reply) => {
    const found = await interactionOf(request, reply, await provider());
    if (!found)
      return reply.code(400).type("text/plain").send("This sign-in has ended. Go back and start once more.\n");
    const body = renderAccountPicker({
      provider: "staff directory",
      accounts: directory.accounts.shown,
      action: `/directory/pick/${found.uid}`,
    });
    const rules = { formsLeadTo: new URL(String(found.params["redirect_uri"])).origin };
    return sendPage(reply, { title: "Choose an account", body, withNavigation: false }, rules);
  });

  app.post("/pick/:uid", async (request, reply) => {
    const account = directory.accounts.find(textIn(request.body, "account") ?? "");
    const result = account
      ? { login: { accountId: account.id, remember: false } }
      : { error: "access_denied", error_description: "The user denied the request" };
    const openId = await provider();
    reply.hijack();
    await openId.interactionFinished(request.raw, reply.raw, result, { mergeWithLastSubmission: false });
  });

  app.register(async (openId) => {
    openId.removeAllContentTypeParsers(); // the library reads bodies itself
    openId.addContentTypeParser("*", (_request, _payload, done) => done(null));
    openId.all("/*", async (request, reply) => {
      const response = (await provider()).callback();
      reply.hijack();
      const { raw } = request;
      const address = raw.url ?? "/";
      Object.assign(raw, { originalUrl: address, url: address.slice("/directory".length) || "/" });
      await response(raw, reply.raw);
    });
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
