import { secretsEqual } from "../../kernel/vault.ts";
import { type ProviderClient, defaultFault } from "../provider-client.ts";
import type { HttpResponse } from "../http-client.ts";
import { membersOf, wireText } from "../wire-json.ts";
import type { HostedCaptcha } from "./port.ts";

/** Cloudflare's Turnstile. [T-08] */

export type TurnstileSettings = {
  readonly siteKey: string;
  readonly secretKey: string;
  readonly scriptUrl: string;
  readonly verifyUrl: string;
  /** Hosts of our own pages. */
  readonly hostnames: readonly string[];
};

const requestTimeoutMs = 5_000;
const tokenMaxLength = 2_048;

export function turnstile(client: ProviderClient, settings: TurnstileSettings): HostedCaptcha {
  return {
    kind: "turnstile",
    siteKey: settings.siteKey,
    scriptUrl: settings.scriptUrl,

    async passes(token, action) {
      if (token.length > tokenMaxLength) return false;
      const body = { secret: settings.secretKey, response: token }; // without the visitor's address, which Cloudflare does not need
      const end = await client.request(
        { method: "POST", url: settings.verifyUrl, body, totalMs: requestTimeoutMs },
        findFault,
      );
      if (end.kind !== "response" || end.status !== 200) return false;
      const word = membersOf(end.json);
      const hostname = wireText(word["hostname"]) ?? "";
      return (
        word["success"] === true &&
        settings.hostnames.includes(hostname) &&
        secretsEqual(wireText(word["action"]) ?? "", action)
      );
    },
  };
}

/** Codes that say nothing about the visitor's check. */
const configurationErrorCodes: Readonly<Record<string, string>> = {
  "missing-input-secret": "auth",
  "invalid-input-secret": "auth",
  "bad-request": "bad_request",
  "internal-error": "server_error",
};

/**
 * Which responses count as failures: a rejected check is a normal response, a rejected secret of ours is a failure.
 */
function findFault(response: HttpResponse): string | undefined {
  const codes: unknown = membersOf(response.json)["error-codes"];
  const own = (Array.isArray(codes) ? codes : []).map((code) => configurationErrorCodes[wireText(code) ?? ""]);
  return own.find((outcome) => outcome !== undefined) ?? defaultFault(response);
}
