import { randomBytes } from "node:crypto";
import { type Configuration, Provider } from "oidc-provider";
import { claimsOf } from "../google/google.ts";
import { memoryAdapter } from "../google/openid-provider.ts";
import { fieldsOf, textIn } from "../kernel/fields.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { type Directory, directoryClient, type TokenDefect } from "./directory.ts";

/** Path in the product that every organisation's provider returns to. */
const callbackPath = "/api/v2/sso/callback";

/**
 * The OpenID provider of an organisation, by a certified library. As the standard says, the email is at the userinfo
 * endpoint and not in the ID token.
 */
export function directoryProvider({ settings }: SandboxContext, directory: Directory): Provider {
  const configuration: Configuration = {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: directoryClient.id,
        client_secret: directoryClient.secret,
        redirect_uris: [settings.productUrl + callbackPath],
        grant_types: ["authorization_code"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [directory.key().privateJwk] },
    cookies: { keys: [randomBytes(32).toString("hex")] },
    scopes: ["openid", "email", "profile"],
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name"],
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/directory/pick/${uid}` },
    findAccount: async (_context, id) => {
      const account = directory.accounts.find(id);
      return account && { accountId: id, claims: async () => ({ sub: id, ...claimsOf(account) }) };
    },
    // consent is part of picking an account
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc;
      if (!client || session?.accountId === undefined) return undefined;
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    renderError: (koaContext, out) => {
      koaContext.type = "text/plain";
      koaContext.body = `Error 400: ${out.error}\n${out.error_description ?? ""}\n`;
    },
    ttl: {
      AccessToken: 3_600,
      AuthorizationCode: 60,
      Grant: 3_600,
      IdToken: 3_600,
      Interaction: 3_600,
      Session: 3_600,
    },
  };
  const provider = new Provider(directory.issuer(), configuration);
  provider.use(async (koaContext, next) => {
    await next();
    const token = textIn(koaContext.body, "id_token");
    if (token === undefined || directory.nextDefect === "none") return;
    koaContext.body = { ...fieldsOf(koaContext.body), id_token: spoil(token, directory) };
    directory.nextDefect = "none";
  });
  return provider;
}

/** The same token with one defect, signed again. */
function spoil(token: string, { nextDefect, key, foreignKey }: Directory): string {
  const claims = fieldsOf(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()));
  const past = Math.floor(Date.now() / 1_000) - 7_200;
  const changes: Readonly<Record<TokenDefect, object>> = {
    none: {},
    other_client: { aud: "another-client" },
    other_issuer: { iss: "https://elsewhere.example" },
    other_nonce: { nonce: "n".repeat(43) },
    expired: { iat: past, exp: past + 3_600 },
    foreign_key: {},
  };
  const signer = nextDefect === "foreign_key" ? foreignKey() : key();
  return signer.signToken({ ...claims, ...changes[nextDefect] });
}
