import * as z from "zod/mini";
import { loginResponse, signedInUser } from "./accounts.ts";
import { claimedIp, deviceToken, enteredPassword, publicId } from "./fields.ts";
import type { Operation } from "./operation.ts";
import { cleanLine, machineText, requiredLine } from "./plain-text.ts";
import * as texts from "./texts.ts";

/** Six digits of an authenticator, or a recovery code such as `k7dm-29xp-q4tw`. Spaces and dashes are ignored. */
export const secondFactorCode = z
  .string(texts.secondFactorWrong)
  .check(
    z.overwrite(cleanLine),
    z.regex(/^([0-9]{3} ?[0-9]{3}|[a-zA-Z0-9]{4}-?[a-zA-Z0-9]{4}-?[a-zA-Z0-9]{4})$/, texts.secondFactorWrong),
  );

/** A change of sign-in methods requires the password again; an account without one must have signed in recently. */
const reauthentication = { password: z.optional(enteredPassword) };
const reauthenticationProblems = ["incorrect_old_password", "sign_in_again"] as const;

const successResponse = z.object({ result: z.literal("success") });
const recoveryCodes = z.array(z.string());

/** The sign-in methods, as the profile shows them. */
export const security = {
  method: "GET",
  path: "/user/security",
  access: "signed_in",
  right: "personal",
  summary: "Returns the sign-in methods of this account.",
  input: z.strictObject({}),
  output: z.object({
    hasPassword: z.boolean(),
    totp: z.boolean(),
    recoveryCodesLeft: z.number(),
    google: z.boolean(),
    facebook: z.boolean(),
    passkeys: z.array(
      z.object({ id: publicId, name: z.string(), createdAt: z.string(), lastUsedAt: z.nullable(z.string()) }),
    ),
  }),
  problems: [],
  passive: true,
} as const satisfies Operation;

/**
 * Completes a sign-in with a second factor. Without `ticket`, the cookie of the redirect flow is used. Five wrong
 * codes end the ticket.
 */
export const secondFactor = {
  method: "POST",
  path: "/auth/second-factor",
  access: "public",
  summary: "Completes a sign-in with an authenticator code or a recovery code.",
  input: z.strictObject({ ticket: z.optional(machineText(100)), code: secondFactorCode }),
  output: signedInUser,
  problems: ["second_factor_wrong", "second_factor_ended"],
} as const satisfies Operation;

/** Has no effect until `confirmTotp`. `qrCode` is a picture as a data URL. */
export const setUpTotp = {
  method: "POST",
  path: "/user/totp",
  access: "signed_in",
  right: "personal",
  summary: "Creates a new authenticator secret; it takes effect when a code is confirmed.",
  input: z.strictObject(reauthentication),
  output: z.object({ secret: z.string(), uri: z.string(), qrCode: z.string() }),
  problems: [...reauthenticationProblems, "totp_already_on"],
} as const satisfies Operation;

export const confirmTotp = {
  method: "POST",
  path: "/user/totp/confirm",
  access: "signed_in",
  right: "personal",
  summary: "Turns the authenticator on with its first code, and returns ten recovery codes, once.",
  input: z.strictObject({ code: secondFactorCode }),
  output: z.object({ result: z.literal("success"), recoveryCodes }),
  problems: ["second_factor_wrong", "second_factor_ended"],
} as const satisfies Operation;

export const removeTotp = {
  method: "POST",
  path: "/user/totp/remove",
  access: "signed_in",
  right: "personal",
  summary: "Turns the authenticator off.",
  input: z.strictObject({ ...reauthentication, code: secondFactorCode }),
  output: successResponse,
  problems: [...reauthenticationProblems, "second_factor_wrong"],
} as const satisfies Operation;

export const renewRecoveryCodes = {
  method: "POST",
  path: "/user/totp/recovery-codes",
  access: "signed_in",
  right: "personal",
  summary: "Returns ten new recovery codes; the old ones stop working.",
  input: z.strictObject({ ...reauthentication, code: secondFactorCode }),
  output: z.object({ recoveryCodes }),
  problems: [...reauthenticationProblems, "second_factor_wrong"],
} as const satisfies Operation;

/** `options` is WebAuthn's PublicKeyCredentialCreationOptionsJSON. Valid for five minutes, once. */
export const passkeyOptions = {
  method: "POST",
  path: "/user/passkeys/options",
  access: "signed_in",
  right: "personal",
  summary: "Returns a challenge to create a passkey.",
  input: z.strictObject(reauthentication),
  output: z.object({ challengeId: publicId, options: z.looseObject({}) }),
  problems: reauthenticationProblems,
} as const satisfies Operation;

const credential = z.looseObject({ id: machineText(1_400), response: z.looseObject({}) });

export const addPasskey = {
  method: "POST",
  path: "/user/passkeys",
  access: "signed_in",
  right: "personal",
  summary: "Stores a passkey created for one of our challenges.",
  input: z.strictObject({
    challengeId: publicId,
    response: credential,
    name: requiredLine(texts.fieldMissing, 60),
  }),
  output: z.object({ result: z.literal("success"), id: publicId }),
  problems: ["passkey_refused"],
} as const satisfies Operation;

export const removePasskey = {
  method: "POST",
  path: "/user/passkeys/{id}/remove",
  access: "signed_in",
  right: "personal",
  summary: "Removes a passkey.",
  input: z.strictObject({ id: publicId, ...reauthentication }),
  output: successResponse,
  problems: [...reauthenticationProblems, "last_exempt_passkey"],
} as const satisfies Operation;

/** Names no user: the passkey identifies its owner. */
export const passkeyLoginOptions = {
  method: "POST",
  path: "/auth/passkey/options",
  access: "public",
  summary: "Returns a challenge to sign in with a passkey.",
  input: z.strictObject({}),
  output: z.object({ challengeId: publicId, options: z.looseObject({}) }),
  problems: [],
} as const satisfies Operation;

/** A passkey verifies its user, so no second factor follows. */
export const passkeyLogin = {
  method: "POST",
  path: "/auth/passkey/login",
  access: "public",
  summary: "Signs in with a passkey.",
  input: z.strictObject({
    challengeId: publicId,
    response: credential,
    ipAddress: claimedIp,
    deviceToken,
  }),
  output: loginResponse,
  problems: ["passkey_refused", "sso_required"],
} as const satisfies Operation;
