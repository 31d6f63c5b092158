import { randomBytes } from "node:crypto";
import { type Adapter, type AdapterPayload, type Configuration, interactionPolicy, Provider } from "oidc-provider";
import { fieldsOf, textIn } from "../kernel/fields.ts";
import { claimsOf, type SocialAccounts } from "../social-accounts.ts";
import type { SigningKey } from "./signing-key.ts";

export type OpenIdSettings = {
  readonly issuer: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** URL in the product that the provider returns to. */
  readonly redirectUrl: string;
  readonly key: SigningKey;
  readonly accounts: SocialAccounts;
  /** Path of the account picker, without the id of the sign-in. */
  readonly pickPath: string;
  /** Whether clients can request the account picker although a session exists. */
  readonly hasSelectAccountPrompt?: boolean;
  /** Whether the ID token has the profile claims; by the standard, they are at the userinfo endpoint. */
  readonly hasProfileInIdToken?: boolean;
  /** Changes an ID token before it is sent. */
  readonly rewriteIdToken?: (token: string) => string;
};

/** An OpenID provider, by a certified library: discovery, codes with PKCE, tokens, key set. */
export function openIdProvider(settings: OpenIdSettings): Provider {
  const { client, accounts, rewriteIdToken } = settings;
  const policy = interactionPolicy.base();
  if (settings.hasSelectAccountPrompt === true)
    policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }));
  const configuration: Configuration = {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [settings.redirectUrl],
        grant_types: ["authorization_code"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [settings.key.privateJwk] },
    cookies: { keys: [randomBytes(32).toString("hex")] },
    scopes: ["openid", "email", "profile"],
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name"],
    },
    conformIdTokenClaims: settings.hasProfileInIdToken !== true,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { policy, url: (_context, { uid }) => `${settings.pickPath}/${uid}` },
    findAccount: async (_context, id) => {
      const account = accounts.find(id);
      return account && { accountId: id, claims: async () => ({ sub: id, ...claimsOf(account) }) };
    },
    // consent is part of picking an account
    loadExistingGrant: async ({ oidc }) => {
      const { client: caller, session } = oidc;
      if (!caller || session?.accountId === undefined) return undefined;
      const grant = new oidc.provider.Grant({ clientId: caller.clientId, accountId: session.accountId });
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
  const provider = new Provider(settings.issuer, configuration);
  if (rewriteIdToken)
    provider.use(async (koaContext, next) => {
      await next();
      const token = textIn(koaContext.body, "id_token");
      if (token !== undefined) koaContext.body = { ...fieldsOf(koaContext.body), id_token: rewriteIdToken(token) };
    });
  return provider;
}

/** Storage of the library, by kind and id. */
function memoryAdapter(): (name: string) => Adapter {
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
