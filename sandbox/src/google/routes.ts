import type { FastifyInstance, FastifyRequest } from "fastify";
import { textIn } from "../kernel/fields.ts";
import { openIdRoutes } from "../openid/routes.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { claimsOf } from "../social-accounts.ts";
import type { Google } from "./google.ts";
import { gsiRoutes } from "./gsi-routes.ts";

/** Path in the product that Google's redirect flow returns to. */
const callbackPath = "/api/v2/openauth/google/callback";

export const errorBody = (message: string) => ({ error: "backend_error", error_description: message });

/** Google: its OpenID provider, its token endpoints for backends, and its scripts. */
export function googleRoutes(app: FastifyInstance, context: SandboxContext, google: Google): void {
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

  const { googleClientId, googleClientSecret } = context.settings.keys;
  openIdRoutes(app, {
    path: "/google",
    name: "Google",
    issuer: google.issuer,
    client: { id: googleClientId, secret: googleClientSecret },
    redirectUrl: context.settings.productUrl + callbackPath,
    key: google.key,
    accounts: google.accounts,
    hasSelectAccountPrompt: true,
    hasProfileInIdToken: true, // as at Google
  });
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1];
}
