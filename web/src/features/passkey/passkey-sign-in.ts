import type { loginResponse } from "@idanimo/contract/accounts";
import type { OutputOf } from "@idanimo/contract/operation";
import { passkeyLogin, passkeyLoginOptions } from "@idanimo/contract/second-factor";
import { startAuthentication, WebAuthnAbortService } from "@simplewebauthn/browser";
import { array, enum as oneOf, number, object, optional, type output, safeParse, string } from "zod/mini";
import { type CallResult, call } from "../../lib/call.ts";
import { fetchClientAddressWithTimeout } from "../../lib/client-address.ts";
import { storedClientToken } from "../../lib/storage.ts";

/** What the browser is told to ask for; whatever else the server sends is left out. */
const requestOptions = object({
  challenge: string(),
  timeout: optional(number()),
  rpId: optional(string()),
  userVerification: optional(oneOf(["required", "preferred", "discouraged"])),
  allowCredentials: optional(array(object({ id: string(), type: oneOf(["public-key"]) }))),
});

/** A challenge is good for five minutes; an offer that waits for longer is made anew before. */
const offerRenewalMs = 4 * 60_000;

export type PasskeySignInResult = CallResult<output<typeof loginResponse>>;

/**
 * Signs in with a passkey of this device.
 * @param mode `asked` opens the device's own dialog; `offered` waits until one is chosen among what the mail field proposes
 * @param onChosen the person has chosen one; the server is asked next
 * @returns undefined when the person left, or when there is no passkey here
 */
export async function signInWithPasskey(
  mode: "asked" | "offered",
  onChosen: () => void,
): Promise<PasskeySignInResult | undefined> {
  const challenge: CallResult<OutputOf<typeof passkeyLoginOptions>> = await call(passkeyLoginOptions, {});
  if (!challenge.ok) return challenge;
  const { challengeId, options } = challenge.value;
  const read = safeParse(requestOptions, options);
  if (!read.success) return undefined;
  const response = await startAuthentication({
    optionsJSON: read.data,
    useBrowserAutofill: mode === "offered",
  }).catch(() => undefined); // closed, timed out, not for this address: the person sees which in the device's own words
  if (!response) return undefined;
  onChosen();
  const { ip } = await fetchClientAddressWithTimeout();
  return call(passkeyLogin, {
    challengeId,
    response: { ...response, response: { ...response.response } },
    ipAddress: ip,
    deviceToken: storedClientToken.get() ?? null,
  });
}

/** Proposes passkeys in the mail field for as long as the signal lasts. Says nothing when nobody takes one. */
export async function offerPasskeys(
  signal: AbortSignal,
  onChosen: () => void,
  onEnd: (end: PasskeySignInResult) => void,
): Promise<void> {
  while (!signal.aborted) {
    const begun = Date.now();
    let chosen = false;
    const renew = setTimeout(cancelPasskeyRequest, offerRenewalMs);
    const end = await signInWithPasskey("offered", () => {
      chosen = true;
      onChosen();
    });
    clearTimeout(renew);
    // also after the signal: what a person has chosen counts
    if (chosen && end) return onEnd(end);
    // no challenge was to be had, or somebody left: the button is still there
    if (end || Date.now() - begun < offerRenewalMs) return;
  }
}

/** Takes back what is proposed or asked at this moment. */
export function cancelPasskeyRequest(): void {
  WebAuthnAbortService.cancelCeremony();
}
