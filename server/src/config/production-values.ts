import { unescape } from "node:querystring";
import { demonstrationValues } from "./demonstration-values.ts";
import { isLowEntropy, isRepeated } from "../kernel/entropy.ts";

/** Values that a production rejects. A message names the setting and never its value. */

type Settings = Readonly<Record<string, unknown>>;

/** URL of a provider, which receives keys and personal data. Database and email URLs are checked separately. */
export const isProviderAddress = (name: string): boolean =>
  /_(URL|ORIGIN)$/.test(name) && !/^(PUBLIC|SMTP)_URL$|DATABASE_URL$/.test(name);

/** A secret, or the account name that belongs to one. */
export const isSecret = (name: string): boolean => /(SECRET|KEY|HASH|TOKEN|PASSWORD|_ID|_USER)$/.test(name);

/** A URL that may contain a password. */
const holdsPassword = (name: string): boolean => /^SMTP_URL$|DATABASE_URL$/.test(name);

/** Secrets that sign or authenticate messages: a guessed one allows forgeries. */
const signingSettings: readonly string[] = [
  "MASTER_SECRET",
  "FLW_SECRET_HASH",
  "TERMII_SECRET_KEY",
  "VAPID_PRIVATE_KEY",
  "GOOGLE_CLIENT_SECRET",
  "FB_APP_SECRET",
];
const signingMinLength = 16;
const masterSecretMinLength = 32;
/** Minimum length of other keys; no provider issues shorter ones. */
const keyMinLength = 4;

const publishedValues: readonly string[] = Object.values(demonstrationValues);
/** Placeholders, in lower case without punctuation. */
const placeholderPattern = new RegExp(
  [
    "change(me|it|this)|replaceme",
    "^(secret|password|passw0rd|pass|admin|default|none|null|todo|letmein|x+)$",
    "^(test|testing|demo|your|my)(key|secret|token|password|hash|id|user)?\\d*$",
    "^(sandbox|example|dummy)|(key|secret|token|password|hash)here$",
  ].join("|"),
);
const isPlaceholder = (value: string) => placeholderPattern.test(value.toLowerCase().replace(/[^a-z0-9]/g, ""));
/** The address in `Name <address>`. */
const addressIn = (from: string) => /([^<\s]+?)>?\s*$/.exec(from)?.[1];
const isPublished = (value: string) => publishedValues.includes(value);

/**
 * Test keys of providers: Flutterwave `FLWSECK_TEST-`, Mono and Dojah `test_sk_`, Prembly `sandbox_sk_`, VinAudit
 * `VA_DEMO_KEY`, Turnstile `1x0000000000000000000000AA`.
 */
const testKeyPattern = /(^|[_-])(test|sandbox|demo|mock|dummy)([_-]|$)|^[123]x0{10}/i;
/** Test servers of providers, such as `sandbox.dojah.io`. */
const testServerPattern = /(^|[.-])\w*sandbox\w*([.-]|$)/;

const wellKnownMessage = "is a well-known placeholder; generate a real secret.";

/** Returns one sentence about the first unsafe setting, or undefined. */
export function findUnsafeValue(raw: Settings): string | undefined {
  for (const [name, value] of Object.entries(raw)) {
    if (typeof value !== "string" || value === "") continue;
    const fault = findFault(name, value);
    if (fault !== undefined) return `${name} ${fault}`;
  }
  return undefined;
}

function findFault(name: string, value: string): string | undefined {
  if (isProviderAddress(name)) return findAddressFault(value);
  if (holdsPassword(name)) return findPasswordFault(name, value);
  if (name === "MASTER_SECRET") return findMasterSecretsFault(value);
  if (isSecret(name)) return findSecretFault(name, value.trim());
  if (name === "MAIL_FROM" && addressIn(value) === addressIn(demonstrationValues.MAIL_FROM))
    return "is a demonstration's; use an address of your own.";
  return undefined;
}

function findAddressFault(value: string): string | undefined {
  if (isLoopback(value))
    return "points at this machine, where only the sandbox runs; a production needs the provider's own address.";
  const { protocol, hostname } = new URL(value);
  if (protocol !== "https:") return "must be an https address.";
  return testServerPattern.test(hostname) ? "is the address of a provider's test server." : undefined;
}

function findPasswordFault(name: string, value: string): string | undefined {
  const url = URL.parse(value);
  if (name === "SMTP_URL" && isLoopback(value))
    return "points at this machine, where only the sandbox runs; a production needs the provider's own address.";
  const password = unescape(url?.password ?? ""); // does not throw
  return isPublished(password) || /^password$|change-?_?me/i.test(password)
    ? "has a password that everyone knows; use a real one."
    : undefined;
}

function findSecretFault(name: string, secret: string): string | undefined {
  if (testKeyPattern.test(secret)) return "is a test key; a production needs a live one.";
  if (isPublished(secret) || isPlaceholder(secret)) return wellKnownMessage;
  if (signingSettings.includes(name) && secret.length < signingMinLength)
    return `must be at least ${signingMinLength} characters long.`;
  if (isRepeated(secret) || (signingSettings.includes(name) && isLowEntropy(secret)))
    return "is easy to guess; make a random one.";
  const isName = /_(ID|USER)$/.test(name);
  return !isName && secret.length < keyMinLength ? `must be at least ${keyMinLength} characters long.` : undefined;
}

/**
 * Checks the strength of the first secret, which encrypts. An older one only decrypts and may be weak, so that it
 * can be rotated.
 */
function findMasterSecretsFault(value: string): string | undefined {
  const [newest = "", ...older] = value.split(",").map((part) => part.trim());
  for (const secret of [newest, ...older]) {
    if (isPublished(secret) || isPlaceholder(secret)) return wellKnownMessage;
    if (secret.length < masterSecretMinLength) return `must be at least ${masterSecretMinLength} characters long.`;
  }
  return isLowEntropy(newest)
    ? "is easy to guess; make a random one, for example with: openssl rand -base64 32"
    : undefined;
}

/** Whether a URL is of this machine, in any spelling. */
function isLoopback(url: string): boolean {
  // parsed as http, because `URL` normalises IP addresses for http only
  const asHttp = url.replace(/^[a-z]+:/i, "http:");
  if (!URL.canParse(asHttp)) return false;
  return isLoopbackHost(new URL(asHttp).hostname) || /^0\.0\.0\.0$|^\[::\]$/.test(new URL(asHttp).hostname);
}

/** Whether a normalised host name or address is of this machine. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(127\.|(.+\.)?localhost\.?$|\[::1\]$|\[::ffff:7f[0-9a-f]{2}:)/.test(hostname);
