import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { demonstrationSender, demonstrationValues } from "./demonstration-values.ts";
import { parseLimitPoints } from "../http/rate-limits.ts";
import { isLowEntropy } from "../kernel/entropy.ts";
import { parseAlarmThresholds, defaultAlarmThresholds } from "../kernel/alarm-thresholds.ts";
import { failpoints, parseFailpoint } from "../kernel/failpoints.ts";
import { findUnsafeValue, isLoopbackHost } from "./production-values.ts";
import { isNetwork } from "./networks.ts";
import { isProxy, isTooWide } from "./trusted-proxies.ts";
import { vapidKeysOf } from "../providers/push/vapid.ts";
import { findSourceFault, readSourceSettings, sourceShape, requiredSourceSettings } from "./source-settings.ts";
import { findSignInFault, readSignInSettings, signInShape } from "./sign-in-settings.ts";

/** Every setting, parsed once. An error names the invalid setting. `.env.example` explains each. */

const text = (fallback: string) => z._default(z.string(), fallback);
const port = (fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535)), fallback);
const optionalText = z.optional(z.string().check(z.minLength(1)));
const address = z.url({ protocol: /^https?$/ });
const database = z.optional(z.url({ protocol: /^postgres(ql)?$/, error: "must be a PostgreSQL address" }));

/** Splits a comma-separated list. */
const splitList = (list: string) =>
  list
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

/** Accepts only the parts that are used: a path or an option would be ignored. */
function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === "") return false;
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    return false;
  }
  return /^\/?$/.test(url.pathname + url.search + url.hash);
}

/** A host name of at least two parts, or a wildcard: `*.notify.example`. */
const isHostPattern = (text: string) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text);

/** An IP address, or one with a port: `192.0.2.1:5353`, `[2001:db8::1]:53`. */
const isDnsServer = (text: string) => isIP(text) !== 0 || isIP(/^\[?([^\]]+?)\]?:\d{1,5}$/.exec(text)?.[1] ?? "") !== 0;

/** Required in a production; a demonstration has defaults. */
const requiredInProduction = [
  "DATABASE_URL",
  "KEYS_DATABASE_URL",
  "MASTER_SECRET",
  "FLW_BASE_URL",
  "FLW_PAGE_ORIGIN",
  "FLW_SECRET_KEY",
  "FLW_SECRET_HASH",
  "PREMBLY_BASE_URL",
  "PREMBLY_API_KEY",
  "PREMBLY_APP_ID",
  "TERMII_BASE_URL",
  "TERMII_API_KEY",
  "TERMII_SECRET_KEY",
  "TERMII_SENDER",
  "SMTP_URL",
  "MAIL_FROM",
  "IP_LOOKUP_URL",
  "IP_LOOKUP_FALLBACK_URL",
  ...requiredSourceSettings,
] as const;

const settingsSchema = z.object({
  PUBLIC_URL: z.optional(z.url({ protocol: /^https$/, error: "must be an https address" })),
  PORT: port(8080),
  HOST: z.optional(z.string()),
  ROLES: z._default(z.enum(["api,jobs", "api", "jobs"]), "api,jobs"),
  DATA_DIR: text(".data"),
  /** Folder of the web build. */
  WEB_DIR: text(fileURLToPath(new URL("../../../web/build", import.meta.url))),
  /** Whether browsers cache the offline page. */
  OFFLINE_PAGE: z._default(z.enum(["on", "off"]), "on"),
  DATABASE_URL: database,
  APP_DATABASE_URL: database,
  /** Port of the operator console; it is not served without one. */
  OPERATOR_PORT: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535))),
  OPERATOR_URL: z.optional(address),
  OPERATOR_DATABASE_URL: database,
  /** Addresses and ranges from which the console may be used; all if empty. */
  OPERATOR_NETWORKS: z._default(
    z
      .string()
      .check(z.refine((list) => splitList(list).every(isNetwork), "write addresses or ranges, with commas between")),
    "",
  ),
  /** Naira up to which one operator refunds alone; 0 if every refund needs two operators. */
  REFUND_APPROVAL_ABOVE: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(20_000)), 5_000),
  KEYS_DATABASE_URL: database,
  /** One secret, or two with a comma during rotation: the first one encrypts, both decrypt. */
  MASTER_SECRET: optionalText,
  TRUSTED_PROXIES: z._default(
    z
      .string()
      .check(z.refine((list) => splitList(list).every(isProxy), "write addresses or nets, with commas between")),
    "",
  ),
  LOG_LEVEL: z._default(z.enum(["fatal", "error", "warn", "info", "debug", "silent"]), "info"),
  METRICS_PORT: port(0),
  /** Points of rate limits, such as `lookup_account=1000`. Names and defaults: `http/rate-limits.ts`. */
  LIMITS: z._default(
    z
      .string()
      .check(z.refine((value) => parseLimitPoints(value) !== undefined, "write name=points, with commas between")),
    "",
  ),
  /** Alarm thresholds per hour, such as `reads=1000`. Names and defaults: `kernel/alarm-thresholds.ts`. */
  ALARMS: z._default(
    z
      .string()
      .check(z.refine((value) => parseAlarmThresholds(value) !== undefined, "write name=count, with commas between")),
    "",
  ),
  /** How many requests a day one person is messaged about, by all requesters together. [T-45] */
  SUBJECT_REQUESTS_A_DAY: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 3),
  /** Whether the owner of a vehicle must consent before a result of its registration number shows the owner. */
  PLATE_OWNER: z._default(z.enum(["consent", "shown"]), "consent"),
  CAPTCHA_COST: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000_000)), 5_000),
  FORGOT_PASSWORD_NEUTRAL: z._default(z.enum(["yes", "no"]), "no"),
  FLW_BASE_URL: z.optional(address),
  FLW_PAGE_ORIGIN: z.optional(address),
  FLW_SECRET_KEY: optionalText,
  FLW_SECRET_HASH: optionalText,
  PREMBLY_BASE_URL: z.optional(address),
  PREMBLY_PATH_PREFIX: text(""),
  PREMBLY_API_KEY: optionalText,
  PREMBLY_APP_ID: optionalText,
  TERMII_BASE_URL: z.optional(address),
  TERMII_API_KEY: optionalText,
  TERMII_SECRET_KEY: optionalText,
  TERMII_SENDER: optionalText,
  SMTP_URL: z.optional(
    z
      .string()
      .check(z.refine(isSmtpUrl, "write smtps://user:password@host:465, or smtp:// for a server with STARTTLS")),
  ),
  MAIL_FROM: optionalText,
  IP_LOOKUP_URL: z.optional(address),
  IP_LOOKUP_FALLBACK_URL: z.optional(address),
  /** Push services that a browser may name; `*.` matches any subdomain. [T-60] */
  PUSH_HOSTS: z._default(
    z.string().check(z.refine((list) => splitList(list).every(isHostPattern), "write host names, with commas between")),
    "fcm.googleapis.com,updates.push.services.mozilla.com,*.notify.windows.com,web.push.apple.com",
  ),
  VAPID_PRIVATE_KEY: z.optional(
    z.string().check(z.refine((key) => vapidKeysOf(key) !== undefined, "must be 32 bytes in base64url")),
  ),
  /** DNS resolvers that are asked for the TXT records of domains; without any, those of the system. */
  DNS_SERVERS: z._default(
    z.string().check(z.refine((list) => splitList(list).every(isDnsServer), "write IP addresses, with commas between")),
    "",
  ),
  ...signInShape,
  ...sourceShape,
  /** Whether the operator's banners appear below a result. */
  SPONSORS: z._default(z.enum(["on", "off"]), "on"),
  SPONSORS_FILE: optionalText,
  SANDBOX_PORT: port(8090),
  SANDBOX_SMTP_PORT: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535))),
  /** Test mode of organisations. Not set: on if its sandbox runs. */
  TEST_MODE: z.optional(z.enum(["on", "off"])),
  TEST_MODE_DATABASE_URL: database,
  /** Ports of a running sandbox for test mode; without them the program starts one. */
  TEST_MODE_SANDBOX_PORT: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(65_535))),
  TEST_MODE_SANDBOX_SMTP_PORT: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(65_535))),
  WATCH_STDIN: z.optional(z.string()),
  /** Failpoint of a demonstration; `watch` prints those it passes. Names: `kernel/failpoints.ts`. */
  CRASH_AT: z.optional(
    z.string().check(
      z.refine((value) => parseFailpoint(value) !== undefined, {
        error: `write watch, or name:n with a name of ${failpoints.join(" ")}`,
      }),
    ),
  ),
});
type Settings = z.output<typeof settingsSchema>;

export type Config = ReturnType<typeof completeConfig>;

/** A setting is missing or invalid; the message is one sentence that names it. */
export class ConfigError extends Error {}

function completeConfig(raw: Settings) {
  const production = raw.PUBLIC_URL !== undefined;
  const sandbox = `http://127.0.0.1:${raw.SANDBOX_PORT}`;
  const smtpPort = raw.SANDBOX_SMTP_PORT ?? raw.SANDBOX_PORT + 1;
  const publicUrl = raw.PUBLIC_URL === undefined ? `http://localhost:${raw.PORT}` : new URL(raw.PUBLIC_URL).origin;
  const hostnames = production ? [new URL(publicUrl).hostname] : ["localhost", "127.0.0.1"];
  return {
    ...raw,
    production,
    publicUrl,
    /** A demonstration listens on loopback only. */
    host: raw.HOST ?? (production ? "0.0.0.0" : "127.0.0.1"),
    operatorUrl:
      raw.OPERATOR_URL === undefined
        ? `http://localhost:${raw.OPERATOR_PORT ?? raw.PORT + 2}`
        : new URL(raw.OPERATOR_URL).origin,
    roles: { api: raw.ROLES.includes("api"), jobs: raw.ROLES.includes("jobs") },
    hasTestMode: (raw.TEST_MODE ?? (production || raw.TEST_MODE_SANDBOX_PORT === undefined ? "off" : "on")) === "on",
    /** Whether an account may ask about one subject only so often. */
    hasSubjectLimits: true as boolean,
    trustedProxies: splitList(raw.TRUSTED_PROXIES),
    operatorNetworks: splitList(raw.OPERATOR_NETWORKS),
    warnings: settingWarnings(raw),
    masterSecrets: splitList(raw.MASTER_SECRET ?? ""),
    limitPoints: parseLimitPoints(raw.LIMITS) ?? {},
    alarmThresholds: parseAlarmThresholds(raw.ALARMS) ?? defaultAlarmThresholds,
    /** Multiplies the rate limits per address. */
    addressLimitFactor: production ? 1 : 100,
    flutterwave: {
      baseUrl: raw.FLW_BASE_URL ?? `${sandbox}/flutterwave/v3`,
      pageOrigin: raw.FLW_PAGE_ORIGIN ?? sandbox,
      secretKey: raw.FLW_SECRET_KEY ?? demonstrationValues.FLW_SECRET_KEY,
      secretHash: raw.FLW_SECRET_HASH ?? demonstrationValues.FLW_SECRET_HASH,
      rejectsTestMoney: production,
    },
    prembly: {
      baseUrl: raw.PREMBLY_BASE_URL ?? `${sandbox}/prembly`,
      pathPrefix: raw.PREMBLY_PATH_PREFIX,
      apiKey: raw.PREMBLY_API_KEY ?? demonstrationValues.PREMBLY_API_KEY,
      appId: raw.PREMBLY_APP_ID ?? demonstrationValues.PREMBLY_APP_ID,
    },
    termii: {
      baseUrl: raw.TERMII_BASE_URL ?? `${sandbox}/termii`,
      apiKey: raw.TERMII_API_KEY ?? demonstrationValues.TERMII_API_KEY,
      secretKey: raw.TERMII_SECRET_KEY ?? demonstrationValues.TERMII_SECRET_KEY,
      sender: raw.TERMII_SENDER ?? demonstrationSender,
    },
    smtp: {
      url: raw.SMTP_URL ?? `smtp://127.0.0.1:${smtpPort}`,
      from: raw.MAIL_FROM ?? demonstrationValues.MAIL_FROM,
    },
    ipLookup: {
      url: raw.IP_LOOKUP_URL ?? `${sandbox}/ipapi/json/`,
      fallbackUrl: raw.IP_LOOKUP_FALLBACK_URL ?? `${sandbox}/ipify?format=json`,
    },
    ...readSignInSettings(raw, { sandbox: production ? undefined : sandbox, hostnames }),
    sources: readSourceSettings(raw, production ? undefined : sandbox),
    dnsServers: raw.DNS_SERVERS === "" && !production ? [`127.0.0.1:${raw.SANDBOX_PORT}`] : splitList(raw.DNS_SERVERS),
    push: {
      hosts: splitList(raw.PUSH_HOSTS),
      sandboxOrigin: production ? undefined : sandbox,
      privateKey: raw.VAPID_PRIVATE_KEY,
      subject: production ? publicUrl : "mailto:hello@idanimo.example",
    },
  } as const;
}

/** Sentences for the log about values that are accepted but probably not intended. */
function settingWarnings(raw: Settings): readonly string[] {
  const wide = splitList(raw.TRUSTED_PROXIES).filter(isTooWide);
  const url = raw.PUBLIC_URL === undefined ? undefined : new URL(raw.PUBLIC_URL);
  const [, ...older] = splitList(raw.MASTER_SECRET ?? "");
  return [
    ...(wide.length === 0
      ? []
      : [
          `TRUSTED_PROXIES contains ${wide.join(", ")}, which is wider than any proxy's network: untrusted hosts in it can claim any client address.`,
        ]),
    ...(url && url.pathname + url.search + url.hash + url.username !== "/"
      ? [`PUBLIC_URL is read as ${url.origin}: the product is served at the root of its host.`]
      : []),
    ...(url && older.some(isLowEntropy)
      ? [
          "MASTER_SECRET has an older part that is easy to guess: anyone who has it and a backup can decrypt what it encrypted.",
        ]
      : []),
  ];
}

/** Why a production must not start, as one sentence. */
function productionFault(raw: Settings): string | undefined {
  if (raw.CRASH_AT !== undefined) return "CRASH_AT crashes the program on purpose; only a demonstration may use it.";
  const unfit = findUnsafeValue(raw);
  if (unfit !== undefined) return unfit;
  const missing = requiredInProduction.filter((name) => raw[name] === undefined || raw[name] === "");
  if (missing.length > 0) return `PUBLIC_URL is set, so this is a production: ${missing.join(", ")} must be set too.`;
  return findOperatorFault(raw) ?? findSignInFault(raw) ?? findSourceFault(raw);
}

/** Test mode has a database of its own, and one sandbox for all processes. */
function findTestModeFault(raw: Settings): string | undefined {
  if (raw.TEST_MODE_DATABASE_URL !== undefined && raw.TEST_MODE_DATABASE_URL === raw.DATABASE_URL)
    return "TEST_MODE_DATABASE_URL must differ from DATABASE_URL: test mode has a database of its own.";
  if (raw.TEST_MODE === "on" && raw.ROLES !== "api,jobs" && raw.TEST_MODE_SANDBOX_PORT === undefined)
    return "TEST_MODE is on and ROLES splits the work over processes: TEST_MODE_SANDBOX_PORT must be set to their common sandbox.";
  return undefined;
}

/** The console needs an origin of its own, so that no page of the product can call it. */
function findOperatorFault(raw: Settings): string | undefined {
  if (raw.OPERATOR_PORT === undefined) return undefined;
  if (raw.OPERATOR_URL === undefined)
    return "OPERATOR_PORT is set, so the operator console is served: OPERATOR_URL must be set to its https address.";
  if (new URL(raw.OPERATOR_URL).origin === new URL(raw.PUBLIC_URL ?? "").origin)
    return "OPERATOR_URL must differ from PUBLIC_URL: the operator console has an origin of its own.";
  if (raw.OPERATOR_PORT === raw.PORT) return "OPERATOR_PORT must differ from PORT.";
  return undefined;
}

/** A demonstration has accounts with a public password and known keys: no other machine may reach it. */
function demonstrationFault({ HOST: host }: Settings): string | undefined {
  if (host === undefined) return undefined;
  const url = URL.parse(`http://${isIP(host) === 6 ? `[${host}]` : host}`);
  return url && isLoopbackHost(url.hostname)
    ? undefined
    : "HOST must be an address of this machine, such as 127.0.0.1: without PUBLIC_URL this is a demonstration, which no other machine may reach.";
}

/**
 * Reads the settings.
 * @throws ConfigError that names the invalid one
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = z.safeParse(settingsSchema, filled);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`The setting ${String(issue?.path[0])} is not right: ${issue?.message ?? "unreadable"}.`);
  }
  const fault =
    (parsed.data.PUBLIC_URL === undefined ? demonstrationFault(parsed.data) : productionFault(parsed.data)) ??
    findTestModeFault(parsed.data);
  if (fault !== undefined) throw new ConfigError(fault);
  return completeConfig(parsed.data);
}

/** A secret for a demonstration; the caller stores it beside its data. */
export const newMasterSecret = () => randomBytes(32).toString("base64url");
