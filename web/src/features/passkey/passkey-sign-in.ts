import type { loginResponse } from "@idanimo/contract/accounts";
import { passkeyLogin } from "@idanimo/contract/second-factor";
import { WebAuthnAbortService } from "@simplewebauthn/browser";
import type { output } from "zod/mini";
import { type CallResult, call } from "../../lib/call.ts";
import { fetchClientAddressWithTimeout } from "../../lib/client-address.ts";
import { answerPasskeyChallenge } from "../../lib/passkey-challenge.ts";
import { storedClientToken } from "../../lib/storage.ts";

/** A challenge is valid for five minutes; an offer that waits longer is renewed before. */
const offerRenewalMs = 4 * 60_000;

export type PasskeySignInResult = CallResult<output<typeof loginResponse>>;

/**
 * Signs in with a passkey of this device.
 * @param mode `asked` opens the device's dialog; `offered` waits until one is chosen in the email field's autofill
 * @param onChosen called when the user has chosen a passkey, before the request to the server
 * @returns undefined if the user cancelled or there is no passkey here
 */
export async function signInWithPasskey(
  mode: "asked" | "offered",
  onChosen: () => void,
): Promise<PasskeySignInResult | undefined> {
  const answer = await answerPasskeyChallenge(mode === "offered");
  if (!answer?.ok) return answer;
  onChosen();
  const { ip } = await fetchClientAddressWithTimeout();
  return call(passkeyLogin, {
    ...answer.value,
    ipAddress: ip,
    deviceToken: storedClientToken.get() ?? null,
  });
}

/** Offers passkeys in the autofill of the email field until the signal aborts. Ends silently if none is chosen. */
export async function offerPasskeys(
  signal: AbortSignal,
  onChosen: () => void,
  onEnd: (end: PasskeySignInResult) => void,
): Promise<void> {
  while (!signal.aborted) {
    const startedAt = Date.now();
    let chosen = false;
    const renew = setTimeout(cancelPasskeyRequest, offerRenewalMs);
    const end = await signInWithPasskey("offered", () => {
      chosen = true;
      onChosen();
    });
    clearTimeout(renew);
    // also after the abort: the user has chosen
    if (chosen && end) return onEnd(end);
    // no challenge, or the user cancelled: the button is still there
    if (end || Date.now() - startedAt < offerRenewalMs) return;
  }
}

/** Cancels the current passkey offer or dialog. */
export function cancelPasskeyRequest(): void {
  WebAuthnAbortService.cancelCeremony();
}
