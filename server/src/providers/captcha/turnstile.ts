import { sameSecret } from "../../kernel/vault.ts";
import { type Line, usualFault } from "../line.ts";
import type { Answer } from "../outside.ts";
import { membersOf, textOf } from "../wire-json.ts";
import type { HostedCaptcha } from "./port.ts";

/** Cloudflare's Turnstile. Source: T-08, providers 4.2. */

export type TurnstileSettings = {
  readonly siteKey: string;
  readonly secretKey: string;
  readonly scriptUrl: string;
  readonly verifyUrl: string;
  /** Hosts of our own pages. */
  readonly hostnames: readonly string[];
};

const askMs = 5_000;
const longestToken = 2_048;

export function turnstile(line: Line, settings: TurnstileSettings): HostedCaptcha {
  return {
    kind: "turnstile",
    siteKey: settings.siteKey,
    scriptUrl: settings.scriptUrl,

    async passes(token, action) {
      if (token.length > longestToken) return false;
      const body = { secret: settings.secretKey, response: token }; // not the visitor's address: it is none of their business
      const end = await line.ask({ method: "POST", url: settings.verifyUrl, body, totalMs: askMs }, faultIn);
      if (end.kind !== "answer" || end.status !== 200) return false;
      const word = membersOf(end.json);
      const hostname = textOf(word["hostname"]) ?? "";
      return (
        word["success"] === true &&
        settings.hostnames.includes(hostname) &&
        sameSecret(textOf(word["action"]) ?? "", action)
      );
    },
  };
}

/** Codes that say nothing about the visitor's check. */
const ownCodes: Readonly<Record<string, string>> = {
  "missing-input-secret": "auth",
  "invalid-input-secret": "auth",
  "bad-request": "bad_request",
  "internal-error": "server_error",
};

/** What of an answer counts as a failure: a rejected check is an answer, a rejected secret of ours is none. */
function faultIn(answer: Answer): string | undefined {
  const codes: unknown = membersOf(answer.json)["error-codes"];
  const own = (Array.isArray(codes) ? codes : []).map((code) => ownCodes[textOf(code) ?? ""]);
  return own.find((outcome) => outcome !== undefined) ?? usualFault(answer);
}
