import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { demonstrationValues } from "./demonstration-values.ts";
import { isProviderAddress, isSecret } from "./production-values.ts";
import { productionSettings } from "../testing/production-settings.ts";

const root = new URL("../../../", import.meta.url);
const page = readFileSync(new URL(".env.example", root), "utf8");
/** Every setting of `.env.example` with its value. */
const example = Object.fromEntries(
  Object.entries(parseEnv(page.replaceAll(/^#(?=[A-Z])/gm, ""))).map(([name, value]) => [name, value ?? ""]),
);
/** Values that the sandbox accepts from its callers. */
const sandboxValues = [
  ...readFileSync(new URL("sandbox/src/config.ts", root), "utf8").matchAll(/env\["\w+"\] \|\| "([^"]+)"/g),
].map(([, value = ""]) => value);

const vapidKey = Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 37 + 11) % 256)).toString("base64url");
const optional = {
  DOJAH_BASE_URL: "https://api.dojah.io",
  DOJAH_APP_ID: "ap-71",
  DOJAH_SECRET_KEY: "prod_sk_71",
  STOLEN_BASE_URL: "https://stolen.example.ng",
  STOLEN_KEY: "st-9f1c",
  MATCH_BASE_URL: "https://match.example.ng",
  MATCH_KEY: "ma-9f1c",
  LIVE_FACE_BASE_URL: "https://face.example.ng",
  LIVE_FACE_KEY: "fa-9f1c",
  VAPID_PRIVATE_KEY: vapidKey,
  GOOGLE_CLIENT_ID: "7-x.apps.googleusercontent.com",
  GOOGLE_CLIENT_SECRET: "GOCSPX-9f1c7b04e2",
  FB_APP_ID: "419",
  FB_APP_SECRET: "b7e04a1d9c35f26e",
  TURNSTILE_SITE_KEY: "0x4A",
  TURNSTILE_SECRET_KEY: "0x4B",
};
const complete: Readonly<Record<string, string>> = { ...productionSettings, ...optional };
/** The server's own settings. */
const names = Object.keys(readConfig({ ...example, ...complete, PUBLIC_URL: "" })).filter((name) =>
  /^[A-Z]/.test(name),
);
const secrets = names.filter(isSecret);
const addresses = names.filter(isProviderAddress);

/** The error message, or undefined if the settings are valid. */
function configError(env: Readonly<Record<string, string>>): string | undefined {
  try {
    readConfig({ ...complete, ...env });
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
}

test("accepts a complete production", () => expect(configError({})).toBeUndefined());

test("classifies every setting as an address, a secret or neither", () => {
  expect(names.filter((name) => !isSecret(name) && !isProviderAddress(name)).toSorted()).toMatchInlineSnapshot(`
    [
      "ALARMS",
      "BULK_RECORDS_MOST",
      "BUREAU_SOURCES",
      "CAPTCHA",
      "CAPTCHA_COST",
      "DATABASE_URL",
      "DATA_DIR",
      "DNS_SERVERS",
      "FORGOT_PASSWORD_NEUTRAL",
      "HOST",
      "INTERNAL_MODE",
      "KEYS_DATABASE_URL",
      "LIMITS",
      "LOG_LEVEL",
      "MAIL_FROM",
      "METRICS_PORT",
      "OFFLINE_PAGE",
      "OPERATOR_NETWORKS",
      "OPERATOR_PORT",
      "PERSON_SOURCES",
      "PLATE_OWNER",
      "PORT",
      "PREMBLY_PATH_PREFIX",
      "PUSH_HOSTS",
      "REFUND_APPROVAL_ABOVE",
      "ROLES",
      "SANDBOX_PORT",
      "SANDBOX_SMTP_PORT",
      "SMTP_URL",
      "SPONSORS",
      "SUBJECT_REQUESTS_A_DAY",
      "TERMII_SENDER",
      "TRUSTED_PROXIES",
      "WEB_DIR",
    ]
  `);
});

describe("a provider's address in a production", () => {
  test.each(addresses)("is rejected in %s without https, on this machine, or of a test server [T-73]", (name) => {
    const hosts = ["127.0.0.1:8090", "LOCALHOST", "127.1", "0.0.0.0:8090", "[::1]:8090", "[::]", "2130706433"];
    const others = ["a:b@localhost", "[::ffff:127.0.0.1]:8090", "sandbox.localhost", "sandbox.dojah.io"];
    const tests = ["developersandbox-api.flutterwave.com", "api.sandbox.example.com"];
    const urls = [...hosts, ...others, ...tests].map((host) => `https://${host}/x`);
    for (const url of ["http://api.flutterwave.com/v3", "HTTP://10.0.0.5", ...urls])
      expect([url, configError({ [name]: url })]).toEqual([url, expect.stringMatching(`^${name} `)]);
    expect(configError({ [name]: "https://localhost.example.com/v3" })).toBeUndefined();
  });

  test("is every setting whose example is an http URL", () => {
    const shown = names.filter((name) => example[name]?.startsWith("http:"));
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.filter((name) => !addresses.includes(name))).toEqual([]);
  });
});

describe("a secret in a production", () => {
  test("is rejected if the example settings or the sandbox show it [T-73]", () => {
    const published = [...sandboxValues, ...secrets.map((name) => example[name] ?? "")].filter(Boolean);
    expect(published).toEqual(
      expect.arrayContaining(["sandbox-match-key", "1000000000000001", "test_sk_sandbox-mono"]),
    );
    for (const name of secrets)
      for (const value of new Set(published))
        expect([name, value, configError({ [name]: value })]).toEqual([name, value, expect.stringContaining(name)]);
  });

  test("is compared with a list of all sandbox values", () => {
    expect(sandboxValues.length).toBeGreaterThan(20);
    expect(Object.values(demonstrationValues)).toEqual(expect.arrayContaining(sandboxValues));
  });

  test.each([
    ["FLW_SECRET_KEY", "FLWSECK_TEST-9f1c7b04e2d85a36-X"],
    ["FLW_SECRET_KEY", "flwseck_test-9f1c7b04e2d85a36-x"],
    ["MONO_SECRET_KEY", "test_sk_9f1c7b04e2d85a36"],
    ["MONO_SECRET_KEY", "test_pk_9f1c7b04e2d85a36"],
    ["DOJAH_SECRET_KEY", "test_sk_9f1c7b04e2d85a36"],
    ["PREMBLY_API_KEY", "sandbox_sk_9f1c7b04e2d85a36"],
    ["VINAUDIT_KEY", "VA_DEMO_KEY"],
    ["TERMII_API_KEY", "TLtest-test-9f1c"],
    ["TURNSTILE_SITE_KEY", "1x00000000000000000000AA"],
    ["TURNSTILE_SITE_KEY", "2x00000000000000000000BB"],
    ["TURNSTILE_SITE_KEY", "3x00000000000000000000FF"],
    ["TURNSTILE_SECRET_KEY", "1x0000000000000000000000000000000AA"],
    ["TURNSTILE_SECRET_KEY", "2x0000000000000000000000000000000AA"],
  ])("is rejected in %s if it is the test key %s [T-73 T-26]", (name, key) =>
    expect(configError({ [name]: key })).toBe(`${name} is a test key; a production needs a live one.`),
  );

  const unchanged = ["change", "me"].join(""); // not a literal, which the scan for secrets would report
  test.each(secrets)("is rejected in %s if it is a placeholder [T-73]", (name) => {
    const words = [unchanged, unchanged.toUpperCase(), "change-me", `${unchanged}-${unchanged}-${unchanged}`, "secret"];
    const more = [
      "password",
      "example",
      "sandbox-of-mine",
      "test",
      "xxxxxxxx",
      "0",
      "0000000000000000",
      "your-key-here",
    ];
    for (const word of [...words, ...more])
      expect([word, configError({ [name]: word })]).toEqual([word, expect.stringContaining(name)]);
  });

  test.each(["FLW_SECRET_HASH", "TERMII_SECRET_KEY", "FB_APP_SECRET", "GOOGLE_CLIENT_SECRET"])(
    "needs 16 characters that are hard to guess in %s, which signs",
    (name) => {
      expect(configError({ [name]: "b7e04a1d9c35f26" })).toBe(`${name} must be at least 16 characters long.`);
      for (const easy of ["abababababababab", "abcdefghijklmnop", "1234567890123456", "zxcvbnmasdfghjkl"])
        expect([easy, configError({ [name]: easy })]).toEqual([easy, expect.stringContaining(name)]);
    },
  );

  test.each([
    "a".repeat(32),
    "ab".repeat(20),
    "correct-horse-".repeat(3),
    "abcdefghijklmnopqrstuvwxyz012345",
    "98765432109876543210987654321098",
    "qwertyuiopasdfghjklzxcvbnm123456",
    "Password".repeat(4),
  ])("is rejected in MASTER_SECRET if it is %s", (easy) =>
    expect(configError({ MASTER_SECRET: easy })).toMatch(/^MASTER_SECRET /),
  );

  test("is accepted in MASTER_SECRET if it is generated", () => {
    for (const form of ["base64", "base64url", "hex"] as const)
      expect(configError({ MASTER_SECRET: randomBytes(32).toString(form) })).toBeUndefined();
  });

  test.each([
    ["SMTP_URL", "smtps://user", "mail.example.ng"],
    ["DATABASE_URL", "postgres://idanimo", "db.example.ng/idanimo"],
    ["APP_DATABASE_URL", "postgres://idanimo_login", "db.example.ng/idanimo"],
    ["KEYS_DATABASE_URL", "postgres://idanimo", "keys.example.ng/keys"],
  ])("is rejected in %s if it is a well-known password", (name, before, after) => {
    for (const word of ["password", unchanged, "sandbox-vinaudit-password"])
      expect(configError({ [name]: `${before}:${word}@${after}` })).toMatch(
        `${name} has a password that everyone knows`,
      );
  });

  test("rejects the demonstration's MAIL_FROM", () =>
    expect(configError({ MAIL_FROM: demonstrationValues.MAIL_FROM })).toMatch(/^MAIL_FROM /));
});

test("does not fail on a password with an invalid encoding", () => {
  const wronglyEncoded = "%zz";
  expect(configError({ DATABASE_URL: `postgres://idanimo:${wronglyEncoded}@db.example.ng/idanimo` })).toBeUndefined();
});

test("shows no setting's value in a message", () => {
  const canary = "q7Zk2canary";
  for (const name of names.filter((name) => name !== "PUBLIC_URL"))
    for (const value of [
      canary,
      `http://${canary}@localhost/${canary}`,
      `test_${canary}`,
      `smtp://${canary}@localhost`,
      `${canary}=1`,
    ])
      expect([name, value, configError({ [name]: value }) ?? ""]).not.toEqual([
        name,
        value,
        expect.stringContaining(canary),
      ]);
});
