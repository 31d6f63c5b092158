import * as z from "zod/mini";
import { loginResponse } from "./accounts.ts";
import { claimedIp, deviceToken } from "./fields.ts";
import type { Operation } from "./operation.ts";
import { machineText } from "./plain-text.ts";

export const socialProviders = ["google", "facebook"] as const;
export type SocialProvider = (typeof socialProviders)[number];

/** Start of the redirect flow, relative to the API base. A full page load, not a call. */
export const socialStartPath = (provider: SocialProvider) => `/openauth/${provider}/start`;

/** Where the provider redirects the browser to; this address must be registered with the provider. */
export const socialCallbackPath = (provider: SocialProvider) => `/openauth/${provider}/callback`;

/** How a redirect flow ended without a sign-in. */
export const socialFailures = ["cancelled", "refused", "no_email", "not_offered", "too_many", "sso_required"] as const;
export type SocialFailure = (typeof socialFailures)[number];

/**
 * Where a redirect flow without a sign-in ends; the sign-in page shows the message for it [O-19 ERR-08 ERR-12
 * ERR-13].
 */
export const socialFailurePath = (provider: SocialProvider, end: SocialFailure) => `/login?social=${provider}-${end}`;
/** Where the redirect flow ends for an account with a second factor. */
export const socialSecondStepPath = "/login?step=second-factor";

const scriptSettings = { scriptUrl: z.string() };

/**
 * Settings of this installation for the sign-in page: the social sign-in methods and the captcha. `null` is off.
 * The nonce belongs to this browser (the response sets a cookie) and must be in the ID token of one-tap [T-14].
 */
export const signInSettings = {
  method: "GET",
  path: "/auth/settings",
  access: "public",
  summary: "Returns the sign-in methods that are on, and the addresses of their scripts.",
  input: z.strictObject({}),
  output: z.object({
    google: z.nullable(z.object({ clientId: z.string(), nonce: z.string(), ...scriptSettings })),
    facebook: z.nullable(z.object({ appId: z.string(), version: z.string(), ...scriptSettings })),
    captcha: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("proof_of_work") }),
      z.object({ kind: z.literal("turnstile"), siteKey: z.string(), ...scriptSettings }),
    ]),
  }),
  problems: [],
} as const satisfies Operation;

/** `accessToken` is what the provider issued: an ID token (three parts) or an access token [SOCIAL-01]. */
const socialInput = z.strictObject({
  accessToken: machineText(8_192).check(z.minLength(1)),
  deviceToken,
  ipAddress: claimedIp,
  deviceName: z.optional(z.literal("Web app")),
});

/** Signs in, or first creates an account if the address is verified and new [T-14 T-15]. */
export const googleLogin = {
  method: "POST",
  path: "/openauth/google-login",
  access: "public",
  summary: "Signs in with a Google token; it must be issued for this application.",
  input: socialInput,
  output: loginResponse,
  problems: ["social_refused", "social_no_email", "social_not_offered", "sso_required"],
} as const satisfies Operation;

export const facebookLogin = {
  ...googleLogin,
  path: "/openauth/facebook",
  summary: "Signs in with a Facebook token; it must be issued for this application.",
} as const satisfies Operation;
