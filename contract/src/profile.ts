import * as z from "zod/mini";
import { profileResponse } from "./accounts.ts";
import {
  accountPhone,
  businessName,
  designation,
  firstName,
  lastName,
  publicId,
  rcNumber,
  requiredText,
} from "./fields.ts";
import { profileImageMaxBytes } from "./limits.ts";
import { currency } from "./money.ts";
import type { Operation } from "./operation.ts";
import * as texts from "./texts.ts";

/** Four base64 characters for three bytes. */
const base64MaxLength = Math.ceil(profileImageMaxBytes / 3) * 4;

/**
 * Changes only the members that are sent. Business fields are for business accounts; the phone can be set once;
 * email, NIN, type and money cannot be changed here [PROFILE-05 PROFILE-08 T-16 T-57].
 */
export const updateProfile = {
  method: "POST",
  path: "/user/update",
  access: "signed_in",
  right: "personal",
  summary: "Updates the fields in the request.",
  input: z.strictObject({
    firstName: z.optional(firstName),
    lastName: z.optional(lastName),
    phoneNumber: z.optional(accountPhone),
    address: z.optional(requiredText(texts.addressRequired)),
    businessName: z.optional(businessName),
    rcNumber: z.optional(rcNumber),
    designation: z.optional(designation),
    /** Base64 of a JPG or PNG, with or without the `data:` prefix. */
    profileImage: z.optional(
      z
        .string(texts.imageType)
        .check(
          z.minLength(1, texts.imageType),
          z.maxLength(base64MaxLength + 64, texts.imageTooLarge),
          z.regex(/^[\x21-\x7E]*$/, texts.imageUnreadable),
        ),
    ),
  }),
  output: z.object({ result: z.literal("success"), profile: profileResponse }),
  problems: ["phone_locked"],
} as const satisfies Operation;

export const switchCurrency = {
  method: "POST",
  path: "/user/currency",
  access: "signed_in",
  right: "wallet:top_up",
  summary: "Switches the active wallet; moves no money.",
  input: z.strictObject({ currency }),
  output: z.object({ result: z.literal("success"), profile: profileResponse }),
  problems: [],
} as const satisfies Operation;

/** The account's sessions, most recent activity first. */
export const sessions = {
  method: "GET",
  path: "/user/sessions",
  access: "signed_in",
  right: "personal",
  summary: "Lists the sessions of this account.",
  input: z.strictObject({}),
  output: z.object({
    sessions: z.array(
      z.object({
        id: publicId,
        /** Readable: `Chrome on Android`. */
        device: z.string(),
        how: z.enum(["browser", "other"]),
        startedAt: z.string(),
        seenAt: z.string(),
        current: z.boolean(),
      }),
    ),
  }),
  problems: [],
  passive: true,
} as const satisfies Operation;

export const endSession = {
  method: "DELETE",
  path: "/user/sessions/{id}",
  access: "signed_in",
  right: "personal",
  summary: "Ends one session.",
  input: z.strictObject({ id: publicId }),
  output: z.object({ result: z.literal("success") }),
  problems: [],
} as const satisfies Operation;

export const endOtherSessions = {
  method: "DELETE",
  path: "/user/sessions",
  access: "signed_in",
  right: "personal",
  summary: "Ends all other sessions.",
  input: z.strictObject({}),
  output: z.object({ result: z.literal("success"), ended: z.number() }),
  problems: [],
} as const satisfies Operation;
