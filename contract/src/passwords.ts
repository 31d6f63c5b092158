import * as z from "zod/mini";
import { anyEmail, captcha, email, enteredPassword, password } from "./fields.ts";
import type { Operation } from "./operation.ts";
import { machineText } from "./plain-text.ts";
import * as texts from "./texts.ts";

/** A secret that a mail carried: 256 random bits in base64url. Good once. */
export const emailedToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

/** Asks for a mail with a link. Says whether there is such an account, unless a setting makes it neutral. Source: A§7, design 8. */
export const forgotPassword = {
  method: "POST",
  path: "/auth/fpassword",
  access: "public",
  summary: "Mails a link to set a new password; good for 30 minutes, once.",
  input: z.strictObject({ email, captcha }),
  output: z.object({ result: z.enum(["success", texts.userDoesNotExist]) }),
  problems: ["captcha_failed"],
} as const satisfies Operation;

/** The source's address form of the same call. */
export const forgotPasswordByAddress = {
  ...forgotPassword,
  method: "GET",
  path: "/auth/fpassword/{email}",
  summary: "The same by address, for clients of the earlier version; needs the captcha.",
} as const satisfies Operation;

/**
 * Looks whether a mailed link is still good, and uses nothing up. The token moves into an HttpOnly cookie, so that it can leave the
 * address; without members the cookie is asked again. Source: T-12.
 */
export const openReset = {
  method: "POST",
  path: "/form/reset-password/open",
  access: "public",
  summary: "Whether a mailed link can still set a new password; uses nothing up.",
  input: z.strictObject({ email: z.optional(anyEmail), token: z.optional(emailedToken) }),
  output: z.object({ email: z.string() }),
  problems: ["invalid_reset_link"],
} as const satisfies Operation;

/**
 * Sets a new password by a mailed link and ends every sign-in. The second password is compared where it is sent; both names of the
 * first are read. Without `token` the cookie of `openReset` speaks. Source: A§3, A§7, C-02, F-01, T-12, T-13.
 */
export const resetPassword = {
  method: "POST",
  path: "/form/reset-password/{email}/password",
  access: "public",
  summary: "Sets a new password by a mailed link, once, and ends every sign-in of the account.",
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

/** What the reset form checks before it is sent. Source: A§5, F-01. */
export const resetForm = z.strictObject({ newPassword: password, confirmpassword: z.string() }).check(
  z.refine((form) => form.newPassword === form.confirmpassword, {
    error: texts.passwordsDiffer,
    path: ["confirmpassword"],
  }),
);

/** Source: A§3, A§5. */
export const changePassword = {
  method: "POST",
  path: "/user/change/password",
  access: "signed_in",
  summary: "Sets another password; ends every other sign-in and renews this one.",
  renewsSession: true,
  input: z
    .strictObject({
      /** An account that has no password yet leaves it out. */
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

/** Proves a mailbox by the token a mail carried. */
export const confirmEmail = {
  method: "POST",
  path: "/auth/email-confirm",
  access: "public",
  summary: "Confirms the mail address of an account with the token its mail carried.",
  input: z.strictObject({ token: emailedToken }),
  output: z.object({ result: z.literal("success") }),
  problems: ["invalid_confirm_link"],
} as const satisfies Operation;

export const sendEmailConfirm = {
  method: "POST",
  path: "/user/email-confirm",
  access: "signed_in",
  summary: "Mails the link that confirms the mail address once more.",
  input: z.strictObject({}),
  output: z.object({ result: z.literal("success") }),
  problems: ["resend_too_soon"],
} as const satisfies Operation;
