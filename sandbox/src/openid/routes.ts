import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { textIn } from "../kernel/fields.ts";
import { renderAccountPicker } from "../pages/account-picker.ts";
import { sendPage } from "../pages/page.ts";
import type { OpenIdSettings } from "./provider.ts";

type OpenIdRoutes = Omit<OpenIdSettings, "issuer" | "key" | "pickPath"> & {
  /** Path under which these routes are registered. */
  readonly path: string;
  /** Name on the account picker. */
  readonly name: string;
  /** Known only once the sandbox listens. */
  readonly issuer: () => string;
  readonly key: () => OpenIdSettings["key"];
};

/** An OpenID provider with a page to pick an account. */
export function openIdRoutes(app: FastifyInstance, options: OpenIdRoutes): void {
  const { path, name, issuer, key, ...settings } = options;
  const pickPath = `${path}/pick`;
  let made: Promise<Provider> | undefined;
  // loaded at the first request: the library is large, and the provider's own address is known only once it listens
  const provider = () =>
    (made ??= import("./provider.ts").then(({ openIdProvider }) =>
      openIdProvider({ ...settings, pickPath, issuer: issuer(), key: key() }),
    ));

  app.get("/pick/:uid", async (request, reply) => {
    const found = await interactionOf(request, reply, await provider());
    if (!found)
      return reply.code(400).type("text/plain").send("This sign-in has ended. Go back and start once more.\n");
    const body = renderAccountPicker({
      provider: name,
      accounts: settings.accounts.shown,
      action: `${pickPath}/${found.uid}`,
    });
    const rules = { formsLeadTo: new URL(String(found.params["redirect_uri"])).origin };
    return sendPage(reply, { title: "Choose an account", body, withNavigation: false }, rules);
  });

  app.post("/pick/:uid", async (request, reply) => {
    const account = settings.accounts.find(textIn(request.body, "account") ?? "");
    const result = account
      ? {
          login: { accountId: account.id, remember: false },
          ...(settings.hasSelectAccountPrompt === true && { select_account: {} }),
        }
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
      Object.assign(raw, { originalUrl: address, url: address.slice(path.length) || "/" });
      await response(raw, reply.raw);
    });
  });
}

/** The unfinished sign-in of a browser, by its cookie; undefined after it has ended. */
async function interactionOf(request: FastifyRequest, reply: FastifyReply, provider: Provider) {
  try {
    return await provider.interactionDetails(request.raw, reply.raw);
  } catch {
    return undefined;
  }
}
