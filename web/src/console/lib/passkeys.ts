import {
  addOperatorPasskey,
  operatorPasskeyOptions,
  operatorPasskeySignIn,
  operatorPasskeySignInOptions,
} from "@idanimo/contract/console/passkeys";
import * as texts from "@idanimo/contract/texts";
import { startAuthentication, startRegistration } from "@simplewebauthn/browser";
import { array, enum as oneOf, number, object, optional, safeParse, string } from "zod/mini";
import { creationOptions } from "../../features/security/creation-options.ts";
import { passkeyErrorMessage } from "../../features/security/rules.ts";
import type { Problem } from "../../lib/call.ts";
import { callConsole } from "./call.ts";

/** The ceremonies of operators' passkeys in the browser. */

const requestOptions = object({
  challenge: string(),
  timeout: optional(number()),
  rpId: optional(string()),
  userVerification: optional(oneOf(["required", "preferred", "discouraged"])),
  allowCredentials: optional(array(object({ id: string(), type: oneOf(["public-key"]) }))),
});

const refused = (error: unknown): Problem => ({
  code: "passkey_refused",
  status: 400,
  title: texts.errorTitle,
  message: passkeyErrorMessage(error),
});

/** Signs in with a passkey of this device. @returns the problem; "cancelled" if the operator closed the dialog */
export async function signInWithPasskey(): Promise<Problem | "cancelled" | undefined> {
  const challenge = await callConsole(operatorPasskeySignInOptions, {});
  if (!challenge.ok) return challenge.problem;
  const { challengeId, options } = challenge.value;
  const read = safeParse(requestOptions, options);
  if (!read.success) return refused(undefined);
  // closed, timed out or not for this address: the device itself explains it
  const response = await startAuthentication({ optionsJSON: read.data }).catch(() => undefined);
  if (!response) return "cancelled";
  const result = await callConsole(operatorPasskeySignIn, {
    challengeId,
    response: { ...response, response: { ...response.response } },
  });
  return result.ok ? undefined : result.problem;
}

/** Creates a passkey on this device and registers its public key. @returns the problem, if there is one */
export async function registerPasskey(name: string, password: string): Promise<Problem | undefined> {
  const challenge = await callConsole(operatorPasskeyOptions, { password });
  if (!challenge.ok) return challenge.problem;
  const { challengeId, options } = challenge.value;
  const read = safeParse(creationOptions, options);
  if (!read.success) return refused(undefined);
  try {
    const response = await startRegistration({ optionsJSON: read.data });
    const sent = { ...response, response: { ...response.response } };
    const result = await callConsole(addOperatorPasskey, { challengeId, response: sent, name });
    return result.ok ? undefined : result.problem;
  } catch (error) {
    return refused(error);
  }
}
