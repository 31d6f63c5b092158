import type { Clock } from "../../kernel/clock.ts";
import { secretsEqual } from "../../kernel/vault.ts";
import type { ProviderClient } from "../provider-client.ts";
import { wireText } from "../wire-json.ts";
import { createProviderFetch, isNoResponse } from "./provider-fetch.ts";
import type { SocialSignInResult } from "./port.ts";
import { isTrueClaim, personResult, refusedResult, unreachableResult } from "./results.ts";

/** The claims an ID token must have, and the URL of the keys that sign it. */
export type IdTokenRules = { readonly clientId: string; readonly issuerUrl: string; readonly certsUrl: string };

const skewSeconds = 300;
const maxLifetimeSeconds = 86_400;
const requestTimeoutMs = 5_000;

/**
 * Creates the verifier of Google's ID tokens: signature by one of its published keys, issuer, audience, expiry, and
 * the nonce of this browser. [T-14]
 */
export function createIdTokenVerifier(client: ProviderClient, rules: IdTokenRules, clock: Clock) {
  const fetch = createProviderFetch(client, requestTimeoutMs);
  let opened: ReturnType<typeof open> | undefined;
  /** Loads the library on first use; its key set caches what it has fetched. */
  async function open() {
    const { createRemoteJWKSet, customFetch, errors, jwtVerify } = await import("jose");
    const keys = createRemoteJWKSet(new URL(rules.certsUrl), {
      [customFetch]: fetch,
      timeoutDuration: requestTimeoutMs,
    });
    return { keys, errors, jwtVerify };
  }
  const issuers = [rules.issuerUrl, rules.issuerUrl.replace(/^https:\/\//, "")]; // Google uses both forms

  return async (token: string, nonce: string): Promise<SocialSignInResult> => {
    const { keys, errors, jwtVerify } = await (opened ??= open());
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ["RS256"],
        issuer: issuers,
        audience: rules.clientId,
        clockTolerance: skewSeconds,
        maxTokenAge: maxLifetimeSeconds,
        requiredClaims: ["sub", "exp", "iat", "nonce"],
        currentDate: clock.now(),
      });
      const { sub, aud, exp = 0, iat = 0, azp } = payload;
      if (aud !== rules.clientId || (azp !== undefined && azp !== rules.clientId)) return refusedResult("audience");
      if (exp - iat > maxLifetimeSeconds) return refusedResult("life");
      if (typeof payload["nonce"] !== "string" || !secretsEqual(payload["nonce"], nonce)) return refusedResult("nonce");
      if (sub === undefined || sub === "" || sub.length > 255) return refusedResult("subject");
      return personResult("google", {
        subject: sub,
        email: isTrueClaim(payload["email_verified"]) ? wireText(payload["email"]) : undefined,
        firstName: payload["given_name"],
        lastName: payload["family_name"],
        name: payload["name"],
      });
    } catch (error) {
      if (isNoResponse(error) || error instanceof errors.JWKSTimeout) return unreachableResult("certs");
      // jose's generic error: the key set came with another status than 200 or was invalid
      if (error instanceof errors.JOSEError && error.code === "ERR_JOSE_GENERIC") return unreachableResult("certs");
      if (error instanceof errors.JWKSInvalid) return unreachableResult("certs");
      if (error instanceof errors.JOSEError) return refusedResult(error.code.toLowerCase());
      if (error instanceof TypeError || error instanceof SyntaxError) return refusedResult("unreadable"); // not a token
      throw error;
    }
  };
}
