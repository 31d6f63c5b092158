import type { Configuration } from "openid-client";
import type { Clock } from "../../kernel/clock.ts";
import type { Line } from "../line.ts";
import { membersOf, textOf } from "../wire-json.ts";
import { fetchOn, isNoAnswer } from "./fetch-on.ts";
import { idTokenCheck } from "./google-id-token.ts";
import type { SocialSignIn, SocialWord } from "./port.ts";
import { idIn, isTrue, personWith, refused, unreachable } from "./words.ts";

/** Google: one-tap and button (ID token), popup (access token), and redirect (code with PKCE). Source: T-14, providers 5.1. */

export type GoogleSettings = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly issuerUrl: string;
  readonly scriptUrl: string;
  readonly certsUrl: string;
  readonly tokenInfoUrl: string;
  readonly userInfoUrl: string;
};

const askMs = 10_000;
const scope = "openid email profile";
/** Read by the first who takes the redirect flow. */
const library = () => import("openid-client");
/** Errors of the token endpoint that reject our application, not the code that came. Source: RFC 6749 section 5.2. */
const ownErrors: ReadonlySet<string> = new Set(["invalid_client", "unauthorized_client", "redirect_uri_mismatch"]);
const isIdToken = (token: string) => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token);

export function googleSignIn(line: Line, settings: GoogleSettings, clock: Clock): SocialSignIn {
  const checkIdToken = idTokenCheck(line, settings, clock);
  const fetch = fetchOn(line, askMs);
  let known: Promise<Configuration> | undefined;

  /** What Google publishes of itself, asked for once; a failure is not kept. */
  async function configuration(): Promise<Configuration> {
    const { issuerUrl, clientId, clientSecret } = settings;
    const { allowInsecureRequests, ClientSecretPost, customFetch, discovery } = await library();
    known ??= discovery(new URL(issuerUrl), clientId, undefined, ClientSecretPost(clientSecret), {
      [customFetch]: fetch,
      // only a demonstration's provider is without TLS: production refuses such a setting
      ...(issuerUrl.startsWith("http:") && { execute: [allowInsecureRequests] }),
    }).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  }

  /** An access token says nothing by itself: Google is asked whom it was made for, and by which application. */
  async function checkAccessToken(token: string): Promise<SocialWord> {
    if (!/^[\w.~+/-]+=*$/.test(token)) return refused("no_token");
    const headers = { authorization: `Bearer ${token}` };
    const about = await line.ask({
      method: "POST",
      url: settings.tokenInfoUrl,
      headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
      bytes: Buffer.from(new URLSearchParams({ access_token: token }).toString()), // never in an address
      totalMs: askMs,
    });
    if (about.kind !== "answer") return unreachable(about.why);
    if (about.status >= 400 && about.status < 500) return refused("token");
    const info = membersOf(about.json);
    const subject = idIn(info, "sub");
    if (about.status !== 200 || subject === undefined) return unreachable("tokeninfo");
    if (info["aud"] !== settings.clientId || (info["azp"] ?? settings.clientId) !== settings.clientId)
      return refused("audience");
    if (!(Number(info["expires_in"]) > 0)) return refused("expired");
    const who = await line.ask({ method: "GET", url: settings.userInfoUrl, headers, totalMs: askMs });
    if (who.kind !== "answer" || who.status !== 200) return unreachable("userinfo");
    const profile = membersOf(who.json);
    if (idIn(profile, "sub") !== subject) return refused("subject");
    return personWith("google", {
      subject,
      email: isTrue(profile["email_verified"]) ? textOf(profile["email"]) : undefined,
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
      if (nonce === undefined) return refused("nonce");
      const word = await checkIdToken(token, nonce);
      return word.kind === "person" ? { ...word, nonceUsed: true } : word;
    },

    async begin({ state, nonce, verifier }, returnTo) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge, ClientError } = await library();
      try {
        const address = buildAuthorizationUrl(await configuration(), {
          redirect_uri: returnTo,
          scope,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          prompt: "select_account", // a shared machine must not sign the last person in
        });
        return address.href;
      } catch (error) {
        if (isNoAnswer(error) || error instanceof ClientError) return undefined;
        throw error;
      }
    },

    async finish(returned, { state, nonce, verifier }) {
      if (returned.searchParams.get("error") === "access_denied") return { kind: "cancelled", why: "access_denied" };
      if (returned.searchParams.has("error")) return refused("provider_error");
      const { authorizationCodeGrant, ClientError, ResponseBodyError } = await library();
      try {
        const tokens = await authorizationCodeGrant(await configuration(), returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return await checkIdToken(tokens.id_token ?? "", nonce);
      } catch (error) {
        if (isNoAnswer(error)) return unreachable("token_endpoint");
        if (error instanceof ResponseBodyError)
          return ownErrors.has(error.error) ? unreachable(error.error) : refused(error.error);
        if (error instanceof ClientError) return refused("token_endpoint");
        throw error;
      }
    },
  };
}
