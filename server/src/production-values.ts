import { unescape } from "node:querystring";
import { demonstrationValues } from "./demonstration-values.ts";
import { isLowEntropy, isRepeated } from "./kernel/entropy.ts";

/** What the values of a production's settings may not be. A message names the setting and never its value. */

type Settings = Readonly<Record<string, unknown>>;

/** Of a provider: these calls carry keys and personal data. The databases' addresses and that of mail are of other kinds. */
export const isProviderAddress = (name: string): boolean =>
  /_(URL|ORIGIN)$/.test(name) && !/^(PUBLIC|SMTP)_URL$|DATABASE_URL$/.test(name);

/** A secret, or the name of an account that belongs to one. */
export const isSecret = (name: string): boolean => /(SECRET|KEY|HASH|TOKEN|PASSWORD|_ID|_USER)$/.test(name);

/** An address that may hold a password. */
const holdsPassword = (name: string): boolean => /^SMTP_URL$|DATABASE_URL$/.test(name);

/** These sign, or prove who sent something: whoever guesses one can forge. */
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
/** No provider gives out shorter keys. */
const keyMinLength = 4;

const publishedValues: readonly string[] = Object.values(demonstrationValues);
/** Words that stand for "no secret was chosen", in small letters and without their marks. */
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
 * Forms that providers publish for their test keys: Flutterwave `FLWSECK_TEST-`, Mono and Dojah `test_sk_`, Prembly `sandbox_sk_`, VinAudit
 * `VA_DEMO_KEY`, Turnstile `1x0000000000000000000000AA`.
 */
const testKeyPattern = /(^|[_-])(test|sandbox|demo|mock|dummy)([_-]|$)|^[123]x0{10}/i;
/** Providers' servers for tests, such as `sandbox.dojah.io`. */
const testServerPattern = /(^|[.-])\w*sandbox\w*([.-]|$)/;

const wellKnownMessage = "holds a word that everyone knows instead of a secret; make a real one.";

/** What is wrong with a value, as one sentence that names its setting; undefined where nothing is. */
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
    return "points at this machine, where only the sandbox lives; a production needs the provider's own address.";
  const { protocol, hostname } = new URL(value);
  if (protocol !== "https:") return "must be an https address.";
  return testServerPattern.test(hostname) ? "is the address of a provider's test server." : undefined;
}

function findPasswordFault(name: string, value: string): string | undefined {
  const url = URL.parse(value);
  if (name === "SMTP_URL" && isLoopback(value))
    return "points at this machine, where only the sandbox lives; a production needs the provider's own address.";
  const password = unescape(url?.password ?? ""); // throws on nothing;
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

/** The first one seals. An older one only opens: it may be easy to guess, or no operator could ever replace such a one. */
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

/** Whether an address is this machine, in any of the ways to write that. */
function isLoopback(url: string): boolean {
  // read as http, since only for that are other spellings of one address brought into one form
  const asHttp = url.replace(/^[a-z]+:/i, "http:");
  if (!URL.canParse(asHttp)) return false;
  return isLoopbackHost(new URL(asHttp).hostname) || /^0\.0\.0\.0$|^\[::\]$/.test(new URL(asHttp).hostname);
}

/** Whether a name or address, as `URL` writes it, leads to this machine and nowhere else. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(127\.|(.+\.)?localhost\.?$|\[::1\]$|\[::ffff:7f[0-9a-f]{2}:)/.test(hostname);
