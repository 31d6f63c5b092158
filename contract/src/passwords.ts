import * as z from "zod/mini";
import { anyEmail, captcha, email, enteredPassword, password } from "./fields.ts";
import type { Operation } from "./operation.ts";
import { machineText } from "./plain-text.ts";
import * as texts from "./texts.ts";

/** A secret sent by email: 256 random bits in base64url. Valid once. */
export const emailedToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

/**
 * Requests an email with a reset link. Reveals whether the account exists, unless a setting makes the response
 * neutral [API-08 T-04].
 */
export const forgotPassword = {
  method: "POST",
  path: "/auth/fpassword",
  access: "public",
  summary: "Emails a link to set a new password; valid for 30 minutes, once.",
  input: z.strictObject({ email, captcha }),
  output: z.object({ result: z.enum(["success", texts.userDoesNotExist]) }),
  problems: ["captcha_failed"],
} as const satisfies Operation;

/** The GET form of the same call. */
export const forgotPasswordByAddress = {
  ...forgotPassword,
  method: "GET",
  path: "/auth/fpassword/{email}",
  summary: "The same with the values in the path, for clients of the earlier version; needs the captcha.",
} as const satisfies Operation;

/**
 * Checks whether an emailed link is valid, without using it up. The token moves into an HttpOnly cookie, so that
 * the page can remove it from its address; a call without members checks the cookie again [T-12].
 */
export const openReset = {
  method: "POST",
  path: "/form/reset-password/open",
  access: "public",
  summary: "Whether an emailed link can still set a new password; does not use the link.",
  input: z.strictObject({ email: z.optional(anyEmail), token: z.optional(emailedToken) }),
  output: z.object({ email: z.string() }),
  problems: ["invalid_reset_link"],
} as const satisfies Operation;

/**
 * Sets a new password with an emailed link and ends every session. Compares the second password if it is sent;
 * accepts both names of the first. Without `token`, the cookie of `openReset` is used [C-02 F-01 T-12 T-13].
 */
export const resetPassword = {
  method: "POST",
  path: "/form/reset-password/{email}/password",
  access: "public",
  summary: "Sets a new password with an emailed link, once, and ends all sessions of the account.",
  input: z.strictObject({
    email: anyEmail,
    token: z.optional(machineText(200)),
    newPassword: z.optional(password),
    newpassword: z.optional(password),
    confirmpassword: z.optional(enteredPassword),
  }),
  output: z.object({ result: z.literal("success") }),
  problems: ["invalid_reset_link"],
} as const satisfies Operation;

/** Validation of the reset form before it is sent [F-01]. */
export const resetForm = z.strictObject({ newPassword: password, confirmpassword: z.string() }).check(
  z.refine((form) => form.newPassword === form.confirmpassword, {
    error: texts.passwordsDiffer,
    path: ["confirmpassword"],
  }),
);

export const changePassword = {
  method: "POST",
  path: "/user/change/password",
  access: "signed_in",
  right: "personal",
  summary: "Changes the password; ends all other sessions and renews this one.",
  renewsSession: true,
  input: z
    .strictObject({
      /** Omitted by an account that has no password yet. */
      oldPassword: z.optional(enteredPassword.check(z.minLength(1, texts.passwordRequired))),
      newPassword: password,
      confirm_password: enteredPassword,
    })
    .check(
      z.refine((form) => form.oldPassword !== form.newPassword, { error: texts.samePassword, path: ["newPassword"] }),
      z.refine((form) => form.newPassword === form.confirm_password, {
        error: texts.newPasswordsDiffer,
        path: ["confirm_password"],
      }),
    ),
  output: z.object({ result: z.literal("success"), jwtToken: z.string(), expirationDate: z.string() }),
  problems: ["incorrect_old_password", "sign_in_again"],
} as const satisfies Operation;

/** Confirms an email with the token that was sent to it. */
export const confirmEmail = {
  method: "POST",
  path: "/auth/email-confirm",
  access: "public",
  summary: "Confirms the email of an account with the token from its email.",
  input: z.strictObject({ token: emailedToken }),
  output: z.object({ result: z.literal("success") }),
  problems: ["invalid_confirm_link"],
} as const satisfies Operation;

export const sendEmailConfirm = {
  method: "POST",
  path: "/user/email-confirm",
  access: "signed_in",
  right: "personal",
  summary: "Sends the link that confirms the email again.",
  input: z.strictObject({}),
  output: z.object({ result: z.literal("success") }),
  problems: ["resend_too_soon"],
} as const satisfies Operation;
