import * as z from "zod/mini";
import { demonstrationValues } from "./demonstration-values.ts";
import type { SignInCspSources } from "../http/security-headers.ts";
import type { TurnstileSettings } from "../providers/captcha/turnstile.ts";
import type { FacebookSettings } from "../providers/social-sign-in/facebook.ts";
import type { GoogleSettings } from "../providers/social-sign-in/google.ts";

/** Settings of social sign-in and a hosted captcha. In a production each is off until its keys are set. */

const text = z.optional(z.string().check(z.minLength(1)));
const address = z.optional(z.url({ protocol: /^https?$/ }));

export const signInShape = {
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_ISSUER_URL: address,
  GOOGLE_SCRIPT_URL: address,
  GOOGLE_CERTS_URL: address,
  GOOGLE_TOKENINFO_URL: address,
  GOOGLE_USERINFO_URL: address,
  FB_APP_ID: text,
  FB_APP_SECRET: text,
  FB_GRAPH_URL: address,
  FB_DIALOG_URL: address,
  FB_SCRIPT_URL: address,
  CAPTCHA: z._default(z.enum(["proof_of_work", "turnstile"]), "proof_of_work"),
  TURNSTILE_SITE_KEY: text,
  TURNSTILE_SECRET_KEY: text,
  TURNSTILE_SCRIPT_URL: address,
  TURNSTILE_VERIFY_URL: address,
};
const settingsSchema = z.object(signInShape);
type Settings = z.output<typeof settingsSchema>;

/** Keys that are set together or not at all. */
const settingPairs = [
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["FB_APP_ID", "FB_APP_SECRET"],
  ["TURNSTILE_SITE_KEY", "TURNSTILE_SECRET_KEY"],
] as const;

/** Why a production must not start, as one sentence; undefined if it may. */
export function findSignInFault(raw: Settings): string | undefined {
  for (const [public_, secret] of settingPairs)
    if ((raw[public_] === undefined) !== (raw[secret] === undefined))
      return `${public_} and ${secret} belong together: set both or none of them.`;
  if (raw.CAPTCHA === "turnstile" && raw.TURNSTILE_SITE_KEY === undefined)
    return "CAPTCHA is turnstile: TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY must be set too.";
  return undefined;
}

export type SignInSettings = {
  readonly google: GoogleSettings | undefined;
  readonly facebook: FacebookSettings | undefined;
  readonly turnstile: TurnstileSettings | undefined;
};

/**
 * CSP sources of the providers' scripts, according to their documentation. Google's are limited to its sign-in
 * folder; the others' origins serve nothing else.
 */
export function signInCspSources({ google, facebook, turnstile }: SignInSettings): SignInCspSources {
  const folder = (url: string) => new URL("./", url).href;
  const origin = (url: string) => new URL(url).origin;
  const gsi = google ? [folder(google.scriptUrl)] : [];
  const ofFacebook = facebook ? [origin(facebook.dialogUrl)] : [];
  const check = turnstile ? [origin(turnstile.scriptUrl)] : [];
  return {
    script: [
      ...(google ? [google.scriptUrl] : []),
      ...(facebook ? [facebook.scriptUrl] : []),
      ...(turnstile ? [origin(turnstile.scriptUrl)] : []),
    ],
    frame: [...gsi, ...ofFacebook, ...check],
    connect: [...gsi, ...ofFacebook, ...(facebook ? [origin(facebook.graphUrl)] : [])],
    style: google ? [`${folder(google.scriptUrl)}style`] : [],
  };
}

type Environment = {
  /** The sandbox's origin; undefined in a production. */
  readonly sandbox: string | undefined;
  /** Host names of this product's pages. */
  readonly hostnames: readonly string[];
};

export function readSignInSettings(raw: Settings, { sandbox, hostnames }: Environment): SignInSettings {
  /** The sandbox's URL in a demonstration, the provider's in a production. */
  const at = (path: string, real: string) => (sandbox === undefined ? real : sandbox + path);
  const made = (word: string) => (sandbox === undefined ? undefined : word);

  const googleId = raw.GOOGLE_CLIENT_ID ?? made(demonstrationValues.GOOGLE_CLIENT_ID);
  const facebookId = raw.FB_APP_ID ?? made(demonstrationValues.FB_APP_ID);
  const siteKey = raw.TURNSTILE_SITE_KEY ?? made(demonstrationValues.TURNSTILE_SITE_KEY);
  return {
    google:
      googleId === undefined
        ? undefined
        : {
            clientId: googleId,
            clientSecret: raw.GOOGLE_CLIENT_SECRET ?? demonstrationValues.GOOGLE_CLIENT_SECRET,
            issuerUrl: raw.GOOGLE_ISSUER_URL ?? at("/google", "https://accounts.google.com"),
            scriptUrl: raw.GOOGLE_SCRIPT_URL ?? at("/google/gsi/client", "https://accounts.google.com/gsi/client"),
            certsUrl: raw.GOOGLE_CERTS_URL ?? at("/google/jwks", "https://www.googleapis.com/oauth2/v3/certs"),
            tokenInfoUrl:
              raw.GOOGLE_TOKENINFO_URL ?? at("/google/tokeninfo", "https://oauth2.googleapis.com/tokeninfo"),
            userInfoUrl:
              raw.GOOGLE_USERINFO_URL ?? at("/google/userinfo", "https://www.googleapis.com/oauth2/v3/userinfo"),
          },
    facebook:
      facebookId === undefined
        ? undefined
        : {
            appId: facebookId,
            appSecret: raw.FB_APP_SECRET ?? demonstrationValues.FB_APP_SECRET,
            graphUrl: raw.FB_GRAPH_URL ?? at("/facebook/v25.0", "https://graph.facebook.com/v25.0"),
            dialogUrl:
              raw.FB_DIALOG_URL ?? at("/facebook/v25.0/dialog/oauth", "https://www.facebook.com/v25.0/dialog/oauth"),
            scriptUrl: raw.FB_SCRIPT_URL ?? at("/facebook/sdk.js", "https://connect.facebook.net/en_US/sdk.js"),
          },
    turnstile:
      siteKey === undefined || raw.CAPTCHA !== "turnstile"
        ? undefined
        : {
            siteKey,
            secretKey: raw.TURNSTILE_SECRET_KEY ?? demonstrationValues.TURNSTILE_SECRET_KEY,
            scriptUrl:
              raw.TURNSTILE_SCRIPT_URL ??
              at("/turnstile/v0/api.js", "https://challenges.cloudflare.com/turnstile/v0/api.js"),
            verifyUrl:
              raw.TURNSTILE_VERIFY_URL ??
              at("/turnstile/v0/siteverify", "https://challenges.cloudflare.com/turnstile/v0/siteverify"),
            hostnames,
          },
  };
}
