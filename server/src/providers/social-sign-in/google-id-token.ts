import type { Clock } from "../../kernel/clock.ts";
import { sameSecret } from "../../kernel/vault.ts";
import type { Line } from "../line.ts";
import { textOf } from "../wire-json.ts";
import { fetchOn, isNoAnswer } from "./fetch-on.ts";
import type { SocialWord } from "./port.ts";
import { isTrue, personWith, refused, unreachable } from "./words.ts";

/** What an ID token must say to be for us, and where the keys are that sign it. */
export type IdTokenRules = { readonly clientId: string; readonly issuerUrl: string; readonly certsUrl: string };

const skewSeconds = 300;
const longestLifeSeconds = 86_400;
const askMs = 5_000;

/**
 * Makes the check of Google's ID tokens: signature by one of its published keys, issuer, audience, life, and the nonce of this
 * browser. Source: T-14, providers 5.1.
 */
export function idTokenCheck(line: Line, rules: IdTokenRules, clock: Clock) {
  const fetch = fetchOn(line, askMs);
  let opened: ReturnType<typeof open> | undefined;
  /** The library is read by the first who needs it; the key set it makes is kept, with what it has fetched. */
  async function open() {
    const { createRemoteJWKSet, customFetch, errors, jwtVerify } = await import("jose");
    const keys = createRemoteJWKSet(new URL(rules.certsUrl), { [customFetch]: fetch, timeoutDuration: askMs });
    return { keys, errors, jwtVerify };
  }
  const issuers = [rules.issuerUrl, rules.issuerUrl.replace(/^https:\/\//, "")]; // Google writes it both ways

  return async (token: string, nonce: string): Promise<SocialWord> => {
    const { keys, errors, jwtVerify } = await (opened ??= open());
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ["RS256"],
        issuer: issuers,
        audience: rules.clientId,
        clockTolerance: skewSeconds,
        maxTokenAge: longestLifeSeconds,
        requiredClaims: ["sub", "exp", "iat", "nonce"],
        currentDate: clock.now(),
      });
      const { sub, aud, exp = 0, iat = 0, azp } = payload;
      if (aud !== rules.clientId || (azp !== undefined && azp !== rules.clientId)) return refused("audience");
      if (exp - iat > longestLifeSeconds) return refused("life");
      if (typeof payload["nonce"] !== "string" || !sameSecret(payload["nonce"], nonce)) return refused("nonce");
      if (sub === undefined || sub === "" || sub.length > 255) return refused("subject");
      return personWith("google", {
        subject: sub,
        email: isTrue(payload["email_verified"]) ? textOf(payload["email"]) : undefined,
        firstName: payload["given_name"],
        lastName: payload["family_name"],
        name: payload["name"],
      });
    } catch (error) {
      if (isNoAnswer(error) || error instanceof errors.JWKSTimeout) return unreachable("certs");
      // jose's own plain error: the key set came with another status than 200 or was no key set
      if (error instanceof errors.JOSEError && error.code === "ERR_JOSE_GENERIC") return unreachable("certs");
      if (error instanceof errors.JWKSInvalid) return unreachable("certs");
      if (error instanceof errors.JOSEError) return refused(error.code.toLowerCase());
      if (error instanceof TypeError || error instanceof SyntaxError) return refused("unreadable"); // no token at all
      throw error;
    }
  };
}
