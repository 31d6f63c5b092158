import * as z from "zod/mini";
import {
  accountNin,
  businessName,
  captcha,
  claimedIp,
  clickId,
  deviceToken,
  designation,
  email,
  firstName,
  lastName,
  officeAddress,
  oneTimeCode,
  password,
  publicId,
  rcNumber,
  signUpPhone,
  strongPassword,
} from "./fields.ts";
import { amountOut, currency } from "./money.ts";
import type { Operation } from "./operation.ts";
import { singleLine } from "./plain-text.ts";
import * as texts from "./texts.ts";
import { suspension } from "./suspensions.ts";

export const userTypes = ["individual", "business"] as const;
export type UserType = (typeof userTypes)[number];

/** The forms that require a solved captcha; a challenge is bound to one of them [T-08]. */
export const captchaPurposes = ["login", "registration", "fpassword"] as const;
export type CaptchaPurpose = (typeof captchaPurposes)[number];

const textOrNull = z.nullable(z.string());
/** The country that a browser claims; not used. */
const claimedCountry = z.optional(z.nullable(singleLine(100)));

/** `nin` is a hidden field and stays empty [SIGNUP-17]. */
const individualRegistration = z.strictObject({
  userType: z.literal("individual"),
  firstName,
  lastName,
  email,
  phoneNumber: signUpPhone,
  password: strongPassword,
  nin: z.optional(z.string().check(z.regex(/^[0-9]{0,11}$/, texts.onlyNumbers))),
  rememberMe: z.optional(z.boolean()),
  ipAddress: claimedIp,
  ipCountry: claimedCountry,
  CLICK_ID: z.optional(clickId),
  captcha,
  acceptedTerms: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._ -]{1,40}$/))),
});

/** The business form, merged with the business draft [SIGNUP-40]. */
const businessRegistration = z.strictObject({
  userType: z.literal("business"),
  designation,
  firstName,
  lastName,
  nin: accountNin,
  email,
  phoneNumber: signUpPhone,
  password,
  businessName,
  rcNumber,
  officeAddress,
  ipAddress: claimedIp,
  ipCountry: claimedCountry,
  CLICK_ID: z.optional(clickId),
  captcha,
  acceptedTerms: z.optional(z.string().check(z.regex(/^[A-Za-z0-9._ -]{1,40}$/))),
});

/** The two sign-up forms, for the web. */
export const individualForm = individualRegistration;
export const businessForm = businessRegistration;

/** Either sign-up form; `userType` says which. The response is the same whether or not the email is known. */
export const registration = {
  method: "POST",
  path: "/auth/registration",
  access: "public",
  summary: "Signs up an individual or a business; a six-digit code goes to the email and the phone.",
  input: z.discriminatedUnion("userType", [individualRegistration, businessRegistration]),
  output: z.object({ result: z.literal("success"), id: publicId }),
  problems: ["captcha_failed"],
} as const satisfies Operation;

/**
 * Five wrong attempts invalidate the code. `emailToConfirm` comes with a code sent by SMS, which does not confirm
 * the email: the account is active, but cannot pay or verify until the link in a second email is opened [T-15].
 */
export const activation = {
  method: "POST",
  path: "/auth/activation",
  access: "public",
  summary: "Activates a new account with its one-time code.",
  input: z.strictObject({ id: publicId, code: oneTimeCode }),
  output: z.object({ result: z.literal("user activated"), emailToConfirm: z.optional(z.literal(true)) }),
  problems: ["code_wrong", "code_ended"],
} as const satisfies Operation;

/** The GET form of the same call; without the id it fails with `bad_input`. */
export const activationByAddress = {
  ...activation,
  method: "GET",
  path: "/auth/activation/{code}",
  summary: "The same with the values in the path, for clients of the earlier version; needs the id.",
} as const satisfies Operation;

export const resendCode = {
  method: "GET",
  path: "/auth/resendtotp/{id}",
  access: "public",
  summary: "Sends a new one-time code; at most one a minute and five an hour.",
  input: z.strictObject({ id: publicId }),
  output: z.object({ result: z.literal("success") }),
  problems: ["resend_too_soon", "code_ended"],
} as const satisfies Operation;

/** An ALTCHA challenge; its solution goes into the field `captcha`. */
export const captchaChallenge = {
  method: "GET",
  path: "/captcha/challenge",
  access: "public",
  summary: "Returns a proof-of-work challenge for one form; it works once, within two minutes.",
  input: z.strictObject({ purpose: z.enum(captchaPurposes) }),
  output: z.looseObject({
    parameters: z.looseObject({
      /** The expiry, Unix time in seconds. */
      data: z.optional(z.looseObject({ expiresAt: z.optional(z.number()) })),
    }),
    signature: z.optional(z.string()),
  }),
  problems: [],
} as const satisfies Operation;

/** The user that a sign-in returns. A browser gets the token as an HttpOnly cookie and drops this copy. */
export const signedInUser = z.object({
  jwtToken: z.string(),
  expirationDate: z.string(),
  userType: z.enum(userTypes),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: textOrNull,
  profileImageLocation: textOrNull,
  currency,
  walletBalance: amountOut,
});

/** Either the user, or that a second factor is required: an authenticator or recovery code within five minutes. */
export const loginResponse = z.union([
  signedInUser,
  z.object({ secondFactor: z.literal(true), ticket: z.string(), expirationDate: z.string() }),
]);

export const login = {
  method: "POST",
  path: "/auth/login",
  access: "public",
  summary: "Signs in with email and password.",
  input: z.strictObject({
    email,
    password,
    rememberMe: z.optional(z.boolean()),
    ipAddress: claimedIp,
    deviceToken,
    captcha,
  }),
  output: loginResponse,
  problems: ["incorrect_credentials", "account_not_activated", "ip_address_missing", "captcha_failed", "sso_required"],
} as const satisfies Operation;

export const logout = {
  method: "POST",
  path: "/auth/logout",
  access: "public",
  summary: "Ends this session on the server; succeeds too if there was none.",
  input: z.strictObject({}),
  output: z.object({ result: z.literal("success") }),
  problems: [],
} as const satisfies Operation;

/** The NIN is masked [PROFILE-03]. */
export const profileResponse = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Whether the email is confirmed; otherwise the account cannot pay or verify. */
  emailConfirmed: z.boolean(),
  phoneNumber: textOrNull,
  address: textOrNull,
  nin: textOrNull,
  userType: z.enum(userTypes),
  /** Whether the company register has a business with this number and name. */
  verified: z.boolean(),
  businessName: textOrNull,
  rcNumber: textOrNull,
  designation: textOrNull,
  profileImageLocation: textOrNull,
  /** The active wallet. */
  walletBalance: amountOut,
  currency,
  /** Both wallets. */
  wallets: z.array(z.object({ currency, balance: amountOut })),
  unreadNotices: z.number(),
  expirationDate: z.string(),
  /** The organisation for which this call acts, with the caller's rights; null for a person's own account. */
  organisation: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      verified: z.boolean(),
      /** The caller, as rows name their members. */
      memberId: z.string(),
      rights: z.array(z.string()),
    }),
  ),
  /** Of the account, or of the organisation for which this call acts [OC-09]. */
  suspension: z.nullable(suspension),
});

export const profile = {
  method: "GET",
  path: "/user/profile",
  access: "signed_in",
  right: "personal",
  summary: "Returns the signed-in user, with the active wallet.",
  input: z.strictObject({}),
  output: profileResponse,
  problems: [],
  passive: true,
  preloads: "profile",
} as const satisfies Operation;

/** The "Stay logged in" button: its only effect is to extend the session. */
export const keepSession = {
  method: "POST",
  path: "/user/sessions/current/keep",
  access: "signed_in",
  right: "personal",
  summary: "Counts as activity, so that the session continues.",
  input: z.strictObject({}),
  output: z.object({ expirationDate: z.string() }),
  problems: [],
} as const satisfies Operation;

/** The client's address as the server sees it, and its country; null if unknown [IP-01 IP-02 IP-03 IP-04]. */
export const clientAddress = {
  method: "GET",
  path: "/client-address",
  access: "public",
  summary: "The address this call comes from, as an IP service reports it; null when both services fail.",
  input: z.strictObject({}),
  output: z.object({ ip: textOrNull, country_name: textOrNull }),
  problems: [],
} as const satisfies Operation;
