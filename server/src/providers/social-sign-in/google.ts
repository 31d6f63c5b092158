import type { Configuration } from "openid-client";
import type { Clock } from "../../kernel/clock.ts";
import type { ProviderClient } from "../provider-client.ts";
import { membersOf, wireText } from "../wire-json.ts";
import { createProviderFetch, isNoResponse } from "./provider-fetch.ts";
import { createIdTokenVerifier } from "./google-id-token.ts";
import type { SocialSignIn, SocialSignInResult } from "./port.ts";
import { parseId, isTrueClaim, personResult, refusedResult, unreachableResult } from "./results.ts";

/** Google: one-tap and button (ID token), popup (access token), and redirect (code with PKCE). [T-14] */

export type GoogleSettings = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly issuerUrl: string;
  readonly scriptUrl: string;
  readonly certsUrl: string;
  readonly tokenInfoUrl: string;
  readonly userInfoUrl: string;
};

const requestTimeoutMs = 10_000;
const scope = "openid email profile";
/** Loaded for the first redirect flow. */
const loadOpenidClient = () => import("openid-client");
/** Errors of the token endpoint that reject our application, not the code. See RFC 6749 section 5.2. */
const clientErrors: ReadonlySet<string> = new Set(["invalid_client", "unauthorized_client", "redirect_uri_mismatch"]);
const isIdToken = (token: string) => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token);

export function googleSignIn(client: ProviderClient, settings: GoogleSettings, clock: Clock): SocialSignIn {
  const checkIdToken = createIdTokenVerifier(client, settings, clock);
  const fetch = createProviderFetch(client, requestTimeoutMs);
  let known: Promise<Configuration> | undefined;

  /** Google's published configuration, cached; a failure is not cached. */
  async function configuration(): Promise<Configuration> {
    const { issuerUrl, clientId, clientSecret } = settings;
    const { allowInsecureRequests, ClientSecretPost, customFetch, discovery } = await loadOpenidClient();
    known ??= discovery(new URL(issuerUrl), clientId, undefined, ClientSecretPost(clientSecret), {
      [customFetch]: fetch,
      // only a demonstration's provider has no TLS: production rejects such a setting
      ...(issuerUrl.startsWith("http:") && { execute: [allowInsecureRequests] }),
    }).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  }

  /** An access token contains no readable facts, so Google is queried for its user and its application. */
  async function checkAccessToken(token: string): Promise<SocialSignInResult> {
    if (!/^[\w.~+/-]+=*$/.test(token)) return refusedResult("no_token");
    const headers = { authorization: `Bearer ${token}` };
    const about = await client.request({
      method: "POST",
      url: settings.tokenInfoUrl,
      headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
      bytes: Buffer.from(new URLSearchParams({ access_token: token }).toString()), // never in a URL
      totalMs: requestTimeoutMs,
    });
    if (about.kind !== "response") return unreachableResult(about.why);
    if (about.status >= 400 && about.status < 500) return refusedResult("token");
    const info = membersOf(about.json);
    const subject = parseId(info, "sub");
    if (about.status !== 200 || subject === undefined) return unreachableResult("tokeninfo");
    if (info["aud"] !== settings.clientId || (info["azp"] ?? settings.clientId) !== settings.clientId)
      return refusedResult("audience");
    if (!(Number(info["expires_in"]) > 0)) return refusedResult("expired");
    const who = await client.request({ method: "GET", url: settings.userInfoUrl, headers, totalMs: requestTimeoutMs });
    if (who.kind !== "response" || who.status !== 200) return unreachableResult("userinfo");
    const profile = membersOf(who.json);
    if (parseId(profile, "sub") !== subject) return refusedResult("subject");
    return personResult("google", {
      subject,
      email: isTrueClaim(profile["email_verified"]) ? wireText(profile["email"]) : undefined,
      firstName: profile["given_name"],
      lastName: profile["family_name"],
      name: profile["name"],
    });
  }

  return {
    provider: "google",
    clientId: settings.clientId,
    scriptUrl: settings.scriptUrl,
    version: "",

    async identify(token, nonce) {
      if (!isIdToken(token)) return checkAccessToken(token);
      if (nonce === undefined) return refusedResult("nonce");
      const word = await checkIdToken(token, nonce);
      return word.kind === "person" ? { ...word, nonceUsed: true } : word;
    },

    async begin({ state, nonce, verifier }, returnTo) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge, ClientError } = await loadOpenidClient();
      try {
        const address = buildAuthorizationUrl(await configuration(), {
          redirect_uri: returnTo,
          scope,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          prompt: "select_account", // on a shared computer, the last person must not be signed in
        });
        return address.href;
      } catch (error) {
        if (isNoResponse(error) || error instanceof ClientError) return undefined;
        throw error;
      }
    },

    async finish(returned, { state, nonce, verifier }) {
      if (returned.searchParams.get("error") === "access_denied") return { kind: "cancelled", why: "access_denied" };
      if (returned.searchParams.has("error")) return refusedResult("provider_error");
      const { authorizationCodeGrant, ClientError, ResponseBodyError } = await loadOpenidClient();
      try {
        const tokens = await authorizationCodeGrant(await configuration(), returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return await checkIdToken(tokens.id_token ?? "", nonce);
      } catch (error) {
        if (isNoResponse(error)) return unreachableResult("token_endpoint");
        if (error instanceof ResponseBodyError)
          return clientErrors.has(error.error) ? unreachableResult(error.error) : refusedResult(error.error);
        if (error instanceof ClientError) return refusedResult("token_endpoint");
        throw error;
      }
    },
  };
}
