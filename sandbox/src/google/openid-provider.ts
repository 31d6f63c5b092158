import { randomBytes } from "node:crypto";
import { type Adapter, type AdapterPayload, type Configuration, interactionPolicy, Provider } from "oidc-provider";
import type { SandboxContext } from "../sandbox-context.ts";
import { claimsOf, type Google } from "./google.ts";

/** Path in the product that Google's redirect flow returns to. */
const callbackPath = "/api/v2/openauth/google/callback";

/** The OpenID provider, by a certified library: discovery, codes with PKCE, tokens, key set. */
export function openIdProvider(context: SandboxContext, google: Google): Provider {
  const { settings } = context;
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }));
  const configuration: Configuration = {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: settings.keys.googleClientId,
        client_secret: settings.keys.googleClientSecret,
        redirect_uris: [settings.productUrl + callbackPath],
        grant_types: ["authorization_code"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [google.key().privateJwk] },
    cookies: { keys: [randomBytes(32).toString("hex")] },
    scopes: ["openid", "email", "profile"],
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name"],
    },
    conformIdTokenClaims: false, // as at Google, the ID token itself has the profile claims
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { policy, url: (_context, { uid }) => `/google/pick/${uid}` },
    findAccount: async (_context, id) => {
      const account = google.accounts.find(id);
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
  return new Provider(google.issuer(), configuration);
}

/** Storage of the library, by kind and id. */
export function memoryAdapter(): (name: string) => Adapter {
  const stored = new Map<string, AdapterPayload>();
  return (name) => {
    const keyOf = (id: string) => `${name}:${id}`;
    const withMember = (member: "uid" | "userCode", value: string) =>
      [...stored].find(([key, payload]) => key.startsWith(`${name}:`) && payload[member] === value)?.[1];
    return {
      upsert: async (id, payload) => void stored.set(keyOf(id), payload),
      find: async (id) => stored.get(keyOf(id)),
      findByUid: async (uid) => withMember("uid", uid),
      findByUserCode: async (userCode) => withMember("userCode", userCode),
      destroy: async (id) => void stored.delete(keyOf(id)),
      consume: async (id) => {
        const payload = stored.get(keyOf(id));
        if (payload) stored.set(keyOf(id), { ...payload, consumed: Math.floor(Date.now() / 1_000) });
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key);
      },
    };
  };
}
