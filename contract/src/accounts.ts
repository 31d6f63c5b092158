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

export const userTypes = ["individual", "business"] as const;
export type UserType = (typeof userTypes)[number];

/** Which forms ask for a solved captcha; a challenge is bound to one of them. Source: T-08. */
export const captchaPurposes = ["login", "registration", "fpassword"] as const;
export type CaptchaPurpose = (typeof captchaPurposes)[number];

const textOrNull = z.nullable(z.string());
/** What a browser says its country is: not used. */
const claimedCountry = z.optional(z.nullable(singleLine(100)));

/** Source: A§3, individual sign-up form. `nin` is the source's hidden field and stays empty. */
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

/** Source: A§3, business registration payload, merged with the business draft. */
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

/** Either sign-up form; `userType` says which. The answer is the same whether or not the e-mail is known. */
export const registration = {
  method: "POST",
  path: "/auth/registration",
  access: "public",
  summary: "Signs up an individual or a business; a six-digit code goes to the mail and the phone.",
  input: z.discriminatedUnion("userType", [individualRegistration, businessRegistration]),
  output: z.object({ result: z.literal("success"), id: publicId }),
  problems: ["captcha_failed"],
} as const satisfies Operation;

/**
 * Five wrong tries end the code. `emailToConfirm` comes with the code of an SMS, which proves no mailbox: the account is open, and pays
 * and checks nothing before the link of a second email was opened. Source: design 3, T-15.
 */
export const activation = {
  method: "POST",
  path: "/auth/activation",
  access: "public",
  summary: "Opens a new account with its one-time code.",
  input: z.strictObject({ id: publicId, code: oneTimeCode }),
  output: z.object({ result: z.literal("user activated"), emailToConfirm: z.optional(z.literal(true)) }),
  problems: ["code_wrong", "code_ended"],
} as const satisfies Operation;

/** The source's address form of the same call; without the id it is bad input. */
export const activationByAddress = {
  ...activation,
  method: "GET",
  path: "/auth/activation/{code}",
  summary: "The same by address, for clients of the earlier version; needs the id.",
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
  summary: "A proof-of-work challenge for one form, good once and for two minutes.",
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

/** What a sign-in answers: the source's user. A browser gets the token as an HttpOnly cookie and drops this copy. */
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

/** Either the user, or that a second step is wanted: an authenticator or recovery code within five minutes. Source: design 3. */
export const loginResponse = z.union([
  signedInUser,
  z.object({ secondFactor: z.literal(true), ticket: z.string(), expirationDate: z.string() }),
]);

export const login = {
  method: "POST",
  path: "/auth/login",
  access: "public",
  summary: "Signs in with e-mail and password.",
  input: z.strictObject({
    email,
    password,
    rememberMe: z.optional(z.boolean()),
    ipAddress: claimedIp,
    deviceToken,
    captcha,
  }),
  output: loginResponse,
  problems: ["incorrect_credentials", "account_not_activated", "ip_address_missing", "captcha_failed"],
} as const satisfies Operation;

export const logout = {
  method: "POST",
  path: "/auth/logout",
  access: "public",
  summary: "Ends this sign-in on the server; also answers success when there was none.",
  input: z.strictObject({}),
  output: z.object({ result: z.literal("success") }),
  problems: [],
} as const satisfies Operation;

/** The NIN comes masked. Source: A§3, design 3. */
export const profileResponse = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** Whether the mailbox was proved; without that no money moves and nobody is looked up. */
  emailConfirmed: z.boolean(),
  phoneNumber: textOrNull,
  address: textOrNull,
  nin: textOrNull,
  userType: z.enum(userTypes),
  /** A business that the register of companies knows by this number and this name. */
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
});

export const profile = {
  method: "GET",
  path: "/user/profile",
  access: "signed_in",
  summary: "Who is signed in, with the active wallet.",
  input: z.strictObject({}),
  output: profileResponse,
  problems: [],
  passive: true,
  preloads: "profile",
} as const satisfies Operation;

/** The "Stay logged in" button: the one call whose only effect is that the sign-in goes on. */
export const keepSession = {
  method: "POST",
  path: "/user/sessions/current/keep",
  access: "signed_in",
  summary: "Counts as activity, so that the sign-in goes on.",
  input: z.strictObject({}),
  output: z.object({ expirationDate: z.string() }),
  problems: [],
} as const satisfies Operation;

/** What the source's browser asked two outside services: the address we see, and its country. Null where nobody knows. Source: A§4, IP-01 to 04. */
export const clientAddress = {
  method: "GET",
  path: "/client-address",
  access: "public",
  summary: "The address this call comes from, as a look-up service knows it; null when both services fail.",
  input: z.strictObject({}),
  output: z.object({ ip: textOrNull, country_name: textOrNull }),
  problems: [],
} as const satisfies Operation;
