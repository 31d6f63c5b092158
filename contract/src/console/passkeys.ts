import * as z from "zod/mini";
import { enteredPassword, publicId } from "../fields.ts";
import { machineText, requiredLine } from "../plain-text.ts";
import * as texts from "../texts.ts";
import type { ConsoleOperation } from "./operation.ts";

/** Passkeys of the operator who calls. A passkey verifies its user, so it is both factors of a sign-in. */

const challenge = z.object({ challengeId: publicId, options: z.looseObject({}) });
const credential = z.looseObject({ id: machineText(1_400), response: z.looseObject({}) });
const done = z.object({ result: z.literal("success") });

const passkey = z.object({
  id: publicId,
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type OperatorPasskey = z.output<typeof passkey>;

/** Names no operator: the passkey identifies its owner. */
export const operatorPasskeySignInOptions = {
  method: "POST",
  path: "/sign-in/passkey/options",
  access: "public",
  operatorRight: null,
  summary: "Returns a challenge to sign in with a passkey. Valid for five minutes, once.",
  input: z.strictObject({}),
  output: challenge,
  problems: [],
} as const satisfies ConsoleOperation;

export const operatorPasskeySignIn = {
  method: "POST",
  path: "/sign-in/passkey",
  access: "public",
  operatorRight: null,
  summary: "Signs an operator in with a passkey.",
  input: z.strictObject({ challengeId: publicId, response: credential }),
  output: done,
  problems: ["passkey_refused"],
} as const satisfies ConsoleOperation;

export const listOperatorPasskeys = {
  method: "GET",
  path: "/passkeys",
  access: "signed_in",
  operatorRight: null,
  summary: "Returns the operator's own passkeys, oldest first.",
  input: z.strictObject({}),
  output: z.object({ passkeys: z.array(passkey) }),
  problems: [],
} as const satisfies ConsoleOperation;

export const operatorPasskeyOptions = {
  method: "POST",
  path: "/passkeys/options",
  access: "signed_in",
  operatorRight: null,
  summary: "Checks the password and returns a challenge to create a passkey.",
  input: z.strictObject({ password: enteredPassword }),
  output: challenge,
  problems: ["wrong_password"],
} as const satisfies ConsoleOperation;

export const addOperatorPasskey = {
  method: "POST",
  path: "/passkeys",
  access: "signed_in",
  operatorRight: null,
  summary: "Stores a passkey that was created for one of our challenges.",
  input: z.strictObject({ challengeId: publicId, response: credential, name: requiredLine(texts.fieldMissing, 60) }),
  output: z.object({ id: publicId }),
  problems: ["passkey_refused"],
} as const satisfies ConsoleOperation;

/** The authenticator stays, so the last passkey can be removed too. */
export const removeOperatorPasskey = {
  method: "POST",
  path: "/passkeys/{id}/remove",
  access: "signed_in",
  operatorRight: null,
  summary: "Checks the password and removes one of the operator's own passkeys.",
  input: z.strictObject({ id: publicId, password: enteredPassword }),
  output: done,
  problems: ["wrong_password"],
} as const satisfies ConsoleOperation;

/** Every operation on passkeys. */
export const passkeyOperations = [
  operatorPasskeySignInOptions,
  operatorPasskeySignIn,
  listOperatorPasskeys,
  operatorPasskeyOptions,
  addOperatorPasskey,
  removeOperatorPasskey,
] as const satisfies readonly ConsoleOperation[];
