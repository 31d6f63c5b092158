import type { HttpClient } from "../http-client.ts";
import { isNoResponse, createProviderFetch } from "../social-sign-in/provider-fetch.ts";
import { personName, parseEmail } from "../social-sign-in/results.ts";
import { wireText } from "../wire-json.ts";
import type { EnterpriseConnection, EnterpriseResult, EnterpriseSignIn } from "./port.ts";

export type OpenIdConnectSettings = {
  /** The only origin besides the public internet, in a demonstration. */
  readonly sandboxOrigin: string | undefined;
};

const requestTimeoutMs = 10_000;
const scope = "openid email profile";
/** Loaded for the first sign-in. */
const load = () => import("openid-client");

const refused = (why: string): EnterpriseResult => ({ kind: "refused", why });
const unreachable = (why: string): EnterpriseResult => ({ kind: "unreachable", why });
/** Errors of the token endpoint that reject the configured client, not the code. See RFC 6749 section 5.2. */
const clientErrors: ReadonlySet<string> = new Set(["invalid_client", "unauthorized_client"]);

/**
 * OpenID Connect with any provider: code flow with PKCE; signature, issuer, audience, expiry and nonce of the ID
 * token are checked. [TM-11]
 * @param clients both have limits; `anywhere` connects to public addresses only, because customers name them [T-60]
 */
export function openIdConnect(
  clients: { readonly anywhere: HttpClient; readonly sandbox: HttpClient },
  { sandboxOrigin }: OpenIdConnectSettings,
): EnterpriseSignIn {
  const isOfSandbox = (url: string) => sandboxOrigin !== undefined && URL.parse(url)?.origin === sandboxOrigin;
  const fetch = createProviderFetch(
    {
      request: (question) => (isOfSandbox(question.url) ? clients.sandbox : clients.anywhere).request(question),
    },
    requestTimeoutMs,
  );

  /** The provider's published configuration. Not cached: a provider changes it, and sign-ins are rare. */
  async function discover({ issuer, clientId, clientSecret }: EnterpriseConnection) {
    const { allowInsecureRequests, ClientSecretPost, customFetch, discovery, enableNonRepudiationChecks } =
      await load();
    return discovery(new URL(issuer), clientId, undefined, ClientSecretPost(clientSecret), {
      [customFetch]: fetch,
      execute: [enableNonRepudiationChecks, ...(isOfSandbox(issuer) ? [allowInsecureRequests] : [])],
    });
  }

  return {
    async check(connection) {
      const { ClientError } = await load();
      try {
        const { authorization_endpoint: authorization, token_endpoint: token } = (
          await discover(connection)
        ).serverMetadata();
        return authorization !== undefined && token !== undefined;
      } catch (error) {
        if (isNoResponse(error) || error instanceof ClientError || error instanceof TypeError) return false;
        throw error;
      }
    },

    async begin(connection, { state, nonce, verifier }, returnTo) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge, ClientError } = await load();
      try {
        const address = buildAuthorizationUrl(await discover(connection), {
          redirect_uri: returnTo,
          scope,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
        });
        return address.protocol === "https:" || isOfSandbox(address.href) ? address.href : undefined;
      } catch (error) {
        if (isNoResponse(error) || error instanceof ClientError || error instanceof TypeError) return undefined;
        throw error;
      }
    },

    async finish(connection, returned, { state, nonce, verifier }) {
      if (returned.searchParams.get("error") === "access_denied") return { kind: "cancelled", why: "access_denied" };
      if (returned.searchParams.has("error")) return refused("provider_error");
      const { authorizationCodeGrant, ClientError, fetchUserInfo, ResponseBodyError } = await load();
      try {
        const config = await discover(connection);
        const tokens = await authorizationCodeGrant(config, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims || claims.sub === "" || claims.sub.length > 255) return refused("subject");
        // providers may leave the email to the userinfo endpoint
        const profile =
          claims["email"] === undefined && config.serverMetadata().userinfo_endpoint !== undefined
            ? { ...claims, ...(await fetchUserInfo(config, tokens.access_token, claims.sub)) }
            : claims;
        const email = profile["email_verified"] === false ? undefined : wireText(profile["email"]);
        const { firstName, lastName } = personName({
          email,
          firstName: profile["given_name"],
          lastName: profile["family_name"],
          name: profile["name"],
        });
        const person = { issuer: claims.iss, subject: claims.sub, email: parseEmail(email), firstName, lastName };
        return { kind: "person", person };
      } catch (error) {
        if (isNoResponse(error)) return unreachable("no_response");
        if (error instanceof ResponseBodyError)
          return clientErrors.has(error.error) ? unreachable(error.error) : refused(error.error);
        if (error instanceof ClientError) return refused("token");
        throw error;
      }
    },
  };
}
