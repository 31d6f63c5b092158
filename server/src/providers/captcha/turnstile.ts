import { sameSecret } from "../../kernel/vault.ts";
import type { Line } from "../line.ts";
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
      const end = await line.ask({
        method: "POST",
        url: settings.verifyUrl,
        body: { secret: settings.secretKey, response: token }, // not the visitor's address: it is none of their business
        totalMs: askMs,
      });
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
