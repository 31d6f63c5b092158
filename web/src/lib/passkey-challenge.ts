import type { OutputOf } from "@idanimo/contract/operation";
import { passkeyLoginOptions } from "@idanimo/contract/second-factor";
import { startAuthentication } from "@simplewebauthn/browser";
import { array, enum as oneOf, number, object, optional, safeParse, string } from "zod/mini";
import { type CallResult, call } from "./call.ts";

/** The request options for the browser; drops everything else that the server sends. */
const requestOptions = object({
  challenge: string(),
  timeout: optional(number()),
  rpId: optional(string()),
  userVerification: optional(oneOf(["required", "preferred", "discouraged"])),
  allowCredentials: optional(array(object({ id: string(), type: oneOf(["public-key"]) }))),
});

/** A passkey's answer to a challenge of the server. */
export type PasskeyProof = {
  readonly challengeId: string;
  readonly response: { readonly id: string; readonly response: Record<string, unknown> };
};

/**
 * Asks the device for a passkey.
 * @param inAutofill waits until one is chosen in the email field's autofill, instead of the device's dialog
 * @returns undefined if the user cancelled or there is no passkey here
 */
export async function answerPasskeyChallenge(inAutofill: boolean): Promise<CallResult<PasskeyProof> | undefined> {
  const challenge: CallResult<OutputOf<typeof passkeyLoginOptions>> = await call(passkeyLoginOptions, {});
  if (!challenge.ok) return challenge;
  const { challengeId, options } = challenge.value;
  const read = safeParse(requestOptions, options);
  if (!read.success) return undefined;
  const response = await startAuthentication({ optionsJSON: read.data, useBrowserAutofill: inAutofill }).catch(
    () => undefined, // closed, timed out or not for this domain: the device itself explains it
  );
  return (
    response && { ok: true, value: { challengeId, response: { ...response, response: { ...response.response } } } }
  );
}
