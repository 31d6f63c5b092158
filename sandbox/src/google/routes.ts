import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { textIn } from "../kernel/fields.ts";
import { renderAccountPicker } from "../pages/account-picker.ts";
import { sendPage } from "../pages/page.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { claimsOf, type Google } from "./google.ts";
import { gsiRoutes } from "./gsi-routes.ts";

export const errorBody = (message: string) => ({ error: "backend_error", error_description: message });

/** Google: its OpenID provider, its token endpoints for backends, and its scripts. */
export function googleRoutes(app: FastifyInstance, context: SandboxContext, google: Google): void {
  let made: Promise<Provider> | undefined;
  // loaded at the first request: the library is large, and the provider's own address is known only once it listens
  const provider = () =>
    (made ??= import("./openid-provider.ts").then(({ openIdProvider }) => openIdProvider(context, google)));

  app.get("/jwks", async () => ({ keys: [google.key().publicJwk] }));

  app.route({
    method: ["GET", "POST"],
    url: "/tokeninfo",
    handler: async (request, reply) => {
      const token = bearerOf(request) ?? textIn(request.query, "access_token") ?? textIn(request.body, "access_token");
      const found = google.readAccessToken(token ?? "");
      if (!found) return reply.code(400).send({ error: "invalid_token", error_description: "Invalid Value" });
      const { account, clientId, endsAt } = found;
      return {
        azp: clientId,
        aud: clientId,
        sub: account.id,
        scope: "openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile",
        exp: String(Math.floor(endsAt / 1_000)),
        expires_in: String(Math.floor((endsAt - context.clock.now()) / 1_000)),
        ...(account.email !== undefined && { email: account.email, email_verified: String(account.emailVerified) }),
        access_type: "online",
      };
    },
  });

  app.get("/userinfo", async (request, reply) => {
    const found = google.readAccessToken(bearerOf(request) ?? "");
    if (!found) return reply.code(401).send({ error: "invalid_request", error_description: "Invalid Credentials" });
    return { sub: found.account.id, ...claimsOf(found.account) };
  });

  gsiRoutes(app, context, google);

  app.get("/pick/:uid", async (request, reply) => {
    const found = await interactionOf(request, reply, await provider());
    if (!found)
      return reply.code(400).type("text/plain").send("This sign-in has ended. Go back and start once more.\n");
    const body = renderAccountPicker({
      provider: "Google",
      accounts: google.accounts.shown,
      action: `/google/pick/${found.uid}`,
    });
    const rules = { formsLeadTo: new URL(String(found.params["redirect_uri"])).origin };
    return sendPage(reply, { title: "Choose an account", body, withNavigation: false }, rules);
  });

  app.post("/pick/:uid", async (request, reply) => {
    const account = google.accounts.find(textIn(request.body, "account") ?? "");
    const result = account
      ? { login: { accountId: account.id, remember: false }, select_account: {} }
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
      Object.assign(raw, { originalUrl: address, url: address.slice("/google".length) || "/" });
      await response(raw, reply.raw);
    });
  });
}

/** The unfinished sign-in of a browser, by its cookie; undefined after it has ended. */
export async function interactionOf(request: FastifyRequest, reply: FastifyReply, provider: Provider) {
  try {
    return await provider.interactionDetails(request.raw, reply.raw);
  } catch {
    return undefined;
  }
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1];
}
