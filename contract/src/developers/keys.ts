import * as z from "zod/mini";
import { enteredPassword, publicId } from "../fields.ts";
import type { Operation } from "../operation.ts";
import { machineText, requiredLine, singleLine } from "../plain-text.ts";
import { keyDaysMax, keyDaysMin, keyNetworksMax, leakedKeysMax, rollHoursMax } from "./limits.ts";
import { modes } from "./mode.ts";
import { keyScopes } from "./scopes.ts";
import * as texts from "./texts.ts";
import { apiVersions } from "./versions.ts";

/** API keys of an organisation [DP-01 DP-03 DP-05]. */

const scope = z.enum(keyScopes, texts.scopeUnknown);
const days = z
  .number(texts.keyDaysInvalid)
  .check(
    z.int(texts.keyDaysInvalid),
    z.minimum(keyDaysMin, texts.keyDaysInvalid),
    z.maximum(keyDaysMax, texts.keyDaysInvalid),
  );
const overlap = z
  .number(texts.rollHoursInvalid)
  .check(
    z.int(texts.rollHoursInvalid),
    z.minimum(0, texts.rollHoursInvalid),
    z.maximum(rollHoursMax, texts.rollHoursInvalid),
  );

const version = z.enum(apiVersions, texts.versionUnknown);

/** The password with the authenticator's code, or a passkey that answers a challenge of `passkeyLoginOptions`. */
const proof = {
  password: z.optional(enteredPassword),
  code: z.optional(singleLine(40)),
  passkey: z.optional(
    z.strictObject({
      challengeId: publicId,
      response: z.looseObject({ id: machineText(1_400), response: z.looseObject({}) }),
    }),
  ),
};
const proofProblems = [
  "proof_needed",
  "incorrect_old_password",
  "sign_in_again",
  "second_factor_wrong",
  "passkey_refused",
] as const;

const apiKey = z.object({
  id: publicId,
  name: z.string(),
  mode: z.enum(modes),
  /** `idn_live_` and the first 8 characters; nothing else of the secret is stored. */
  prefix: z.string(),
  scopes: z.array(z.string()),
  /** Ranges of addresses from which the key works; empty for all. */
  networks: z.array(z.string()),
  /** The member with whose rights it works. */
  createdBy: z.string(),
  createdById: publicId,
  createdAt: z.string(),
  expiresAt: z.string(),
  /** To the minute; null until the first call. */
  lastUsedAt: z.nullable(z.string()),
  /** The block of addresses of the last call: `102.89.23.0/24`. */
  lastUsedFrom: z.nullable(z.string()),
  /** Until when the secret before the last roll works; null if there is none. */
  oldSecretUntil: z.nullable(z.string()),
  /** Of its responses; null: that of the organisation. */
  version: z.nullable(z.string()),
});
export type ApiKey = z.output<typeof apiKey>;

export const apiKeys = {
  method: "GET",
  path: "/developers/keys",
  access: "signed_in",
  right: "keys:manage",
  summary: "The active API keys of the organisation, newest first, without their secrets.",
  input: z.strictObject({}),
  output: z.object({
    keys: z.array(apiKey),
    /** The modes in which keys can be created here. */
    modes: z.array(z.enum(modes)),
    /** For an owner, the members to whom a key can be given, with the scopes that they can have; else null. */
    holders: z.nullable(z.array(z.object({ id: publicId, name: z.string(), scopes: z.array(z.string()) }))),
    /** What the caller may give a key. */
    scopes: z.array(z.string()),
    /** The version to which the organisation is pinned; null before the first call of a key. */
    version: z.nullable(z.string()),
    /** The versions that work, oldest first. */
    versions: z.array(z.string()),
  }),
  problems: [],
  passive: true,
} as const satisfies Operation;

/** The secret is in this response only. */
export const createApiKey = {
  method: "POST",
  path: "/developers/keys",
  access: "signed_in",
  right: "keys:manage",
  summary: "Creates an API key, after the password or a passkey was confirmed again.",
  input: z.strictObject({
    name: requiredLine(texts.keyNameRequired, 60),
    mode: z.enum(modes),
    scopes: z.array(scope).check(z.minLength(1, texts.scopesRequired), z.maxLength(20)),
    expiresInDays: days,
    networks: z.optional(z.array(machineText(50)).check(z.maxLength(keyNetworksMax, texts.networksTooMany))),
    version: z.optional(version),
    ...proof,
  }),
  output: z.object({ id: publicId, secret: z.string(), expiresAt: z.string() }),
  problems: [...proofProblems, "key_limit", "scope_not_held", "mode_not_offered"],
} as const satisfies Operation;

/** Null: the version of the organisation [DP-16]. */
export const changeApiKey = {
  method: "POST",
  path: "/developers/keys/{id}",
  access: "signed_in",
  right: "keys:manage",
  summary: "Gives a key a version of its own, or that of the organisation.",
  input: z.strictObject({ id: publicId, version: z.nullable(version) }),
  output: z.object({ result: z.literal("success") }),
  problems: [],
} as const satisfies Operation;

/** For all keys without a version of their own [DP-16]. */
export const changeApiVersion = {
  method: "POST",
  path: "/developers/version",
  access: "signed_in",
  right: "keys:manage",
  summary: "Changes the version to which the organisation is pinned.",
  input: z.strictObject({ version }),
  output: z.object({ result: z.literal("success") }),
  problems: [],
} as const satisfies Operation;

/** The new secret is in this response only; the one before works on for the chosen hours [DP-03]. */
export const rollApiKey = {
  method: "POST",
  path: "/developers/keys/{id}/roll",
  access: "signed_in",
  right: "keys:manage",
  summary: "Gives a key a new secret. Both work for 0 to 168 hours.",
  input: z.strictObject({ id: publicId, overlapHours: overlap, ...proof }),
  output: z.object({ secret: z.string(), oldSecretUntil: z.string() }),
  problems: proofProblems,
} as const satisfies Operation;

/** The key works with the roles of its new member; its secret stays. */
export const transferApiKey = {
  method: "POST",
  path: "/developers/keys/{id}/transfer",
  access: "signed_in",
  right: "keys:manage",
  summary: "Gives a key to another member, whose roles must include its scopes. For owners.",
  input: z.strictObject({ id: publicId, memberId: publicId }),
  output: z.object({ result: z.literal("success") }),
  problems: ["owners_only", "key_holder_lacks"],
} as const satisfies Operation;

export const endApiKey = {
  method: "DELETE",
  path: "/developers/keys/{id}",
  access: "signed_in",
  right: "keys:manage",
  summary: "Ends a key at once, on every process.",
  input: z.strictObject({ id: publicId }),
  output: z.object({ result: z.literal("success") }),
  problems: [],
} as const satisfies Operation;

/** For secret scanners. The response never says whether a key was known [DP-05]. */
export const reportLeakedKeys = {
  method: "POST",
  path: "/developers/leaked",
  access: "public",
  summary: "Reports API keys that were found in public. Known ones end at once.",
  input: z.strictObject({ keys: z.array(machineText(200)).check(z.minLength(1), z.maxLength(leakedKeysMax)) }),
  output: z.object({ result: z.literal("received") }),
  problems: [],
  statusOf: () => 202,
} as const satisfies Operation;
