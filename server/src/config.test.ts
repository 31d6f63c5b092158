import { describe, expect, test } from "vitest";
import { ConfigError, newMasterSecret, readConfig } from "./config.ts";
import { crashPoints } from "./kernel/crash-points.ts";
import { production } from "./testing/production.ts";

/** In one piece, the scan for secrets would find these here: a password in an address, a word that nobody chose. */
const unchanged = ["change", "me"].join("");
type Name = keyof typeof production;

/** The sentence a start ends with, or undefined when it goes on. */
function refusal(env: Readonly<Record<string, string | undefined>>): string | undefined {
  try {
    readConfig(env);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error; // anything else would not name the setting
    return error.message;
  }
}
const but = (change: Readonly<Record<string, string | undefined>>) => refusal({ ...production, ...change });

describe("demonstration or production is one question: is PUBLIC_URL set?", () => {
  test("unset: sandbox addresses, loopback only, made-up keys, wider limits per address", () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      production: false,
      publicUrl: "http://localhost:8080",
      host: "127.0.0.1",
      roles: { api: true, jobs: true },
      widerAddressLimits: 100,
      masterSecrets: [],
    });
    for (const url of [
      config.flutterwave.baseUrl,
      config.prembly.baseUrl,
      config.termii.baseUrl,
      config.smtp.url,
      config.ipLookup.url,
    ])
      expect(url).toContain("//127.0.0.1:809");
  });

  test("PORT and SANDBOX_PORT move everything that follows from them", () => {
    const config = readConfig({ PORT: "9001", SANDBOX_PORT: "9100" });
    expect(config.publicUrl).toBe("http://localhost:9001");
    expect([config.flutterwave.baseUrl, config.smtp.url]).toEqual([
      "http://127.0.0.1:9100/flutterwave/v3",
      "smtp://127.0.0.1:9101",
    ]);
  });

  test("set: the operator's own values and no other", () => {
    const config = readConfig(production);
    expect(config).toMatchObject({
      production: true,
      publicUrl: production.PUBLIC_URL,
      host: "0.0.0.0",
      widerAddressLimits: 1,
    });
    expect(JSON.stringify(config)).not.toMatch(/sandbox-|127\.0\.0\.1/);
    expect(readConfig({ ...production, PUBLIC_URL: `${production.PUBLIC_URL}/` }).publicUrl).toBe(
      production.PUBLIC_URL,
    );
  });
});

describe("a production names what is missing", () => {
  test.each(Object.keys(production).filter((name) => name !== "PUBLIC_URL"))("%s", (name) => {
    for (const value of [undefined, ""]) {
      const said = but({ [name]: value });
      expect([name, said]).toEqual([name, expect.stringContaining(name)]);
      expect(said).toMatch(/must be set too\.$/);
    }
  });

  test("all of them in one sentence", () => {
    const said = refusal({ PUBLIC_URL: production.PUBLIC_URL }) ?? "";
    for (const name of Object.keys(production).slice(1)) expect(said).toContain(name);
    expect(said.split("\n")).toHaveLength(1);
  });
});

describe("T-73 a secret that is none is refused by name", () => {
  const secrets: readonly Name[] = [
    "MASTER_SECRET",
    "FLW_SECRET_KEY",
    "FLW_SECRET_HASH",
    "PREMBLY_API_KEY",
    "PREMBLY_APP_ID",
    "TERMII_API_KEY",
    "TERMII_SECRET_KEY",
  ];
  const words = [
    unchanged,
    "CHANGEME",
    "change-me",
    "secret",
    "password",
    "sandbox-flw-secret-key",
    "example",
    "example-secret-of-32-characters-xx",
    "test",
    "xxxxxxxx",
  ];
  test.each(secrets)("%s", (name) => {
    for (const word of words) expect([word, but({ [name]: word })]).toEqual([word, expect.stringContaining(name)]);
  });

  test("also as the second of two, and when it is too short", () => {
    expect(but({ MASTER_SECRET: `${production.MASTER_SECRET},${unchanged}` })).toContain("MASTER_SECRET");
    expect(but({ MASTER_SECRET: "a".repeat(31) })).toBe("MASTER_SECRET must be at least 32 characters long.");
    expect(but({ MASTER_SECRET: `${production.MASTER_SECRET}, ${newMasterSecret()}` })).toBeUndefined();
    expect(readConfig({ MASTER_SECRET: "one, two" }).masterSecrets).toEqual(["one", "two"]);
  });

  test("a made-up one is long enough and never the same", () => {
    expect(newMasterSecret()).toMatch(/^[\w-]{43}$/);
    expect(newMasterSecret()).not.toBe(newMasterSecret());
  });
});

describe("R-22 dying on purpose", () => {
  test("a production refuses it, whatever it says", () => {
    for (const said of ["watch", "payment_committed", "payment_committed:3"])
      expect(but({ CRASH_AT: said })).toBe("CRASH_AT has a program die on purpose; only a demonstration may.");
  });

  test("a demonstration takes a place by its name, and tells all names where there is no such place", () => {
    expect(readConfig({ CRASH_AT: "payment_committed:2" }).CRASH_AT).toBe("payment_committed:2");
    for (const said of ["somewhere", "payment_committed:0", "payment_committed:1:2", "payment_committed:x"])
      expect(refusal({ CRASH_AT: said })).toContain(
        `CRASH_AT is not right: write watch, or name:n with a name of ${crashPoints.join(" ")}`,
      );
    expect(readConfig({}).CRASH_AT).toBeUndefined();
  });
});

describe("no sandbox address in a production", () => {
  const addresses: readonly Name[] = [
    "FLW_BASE_URL",
    "FLW_PAGE_ORIGIN",
    "PREMBLY_BASE_URL",
    "TERMII_BASE_URL",
    "SMTP_URL",
    "IP_LOOKUP_URL",
    "IP_LOOKUP_FALLBACK_URL",
  ];
  const here = [
    "127.0.0.1:8090",
    "localhost:8090",
    "LOCALHOST",
    "127.1",
    "0.0.0.0:8090",
    "[::1]:8090",
    "user:word@localhost",
    "[::ffff:127.0.0.1]:8090",
    "2130706433",
    "sandbox.localhost",
  ];
  test.each(addresses)("%s", (name) => {
    for (const host of here) {
      const url = `${name === "SMTP_URL" ? "smtp" : "http"}://${host}`;
      expect([url, but({ [name]: url })]).toEqual([url, expect.stringContaining(name)]);
    }
  });

  test("a name that only begins like one of this machine is another machine", () => {
    expect(but({ FLW_BASE_URL: "https://localhost.example.com/v3" })).toBeUndefined();
  });
});

describe("the keys live on another server", () => {
  test.each([
    ["the same", "postgres://app@db.internal/keys"],
    ["the same with its port", "postgres://app@db.internal:5432/keys"],
    ["the same in capitals", "postgres://app@DB.internal/keys"],
    ["another user and database there", "postgresql://other@db.internal/other"],
  ])("%s is refused", (_what, url) =>
    expect(but({ KEYS_DATABASE_URL: url })).toMatch(/^KEYS_DATABASE_URL must be another server/),
  );

  test("another port is another server", () =>
    expect(but({ KEYS_DATABASE_URL: "postgres://app@db.internal:5433/keys" })).toBeUndefined());

  test.each(["DATABASE_URL", "KEYS_DATABASE_URL"] as const)("%s that is no address is named", (name) => {
    for (const value of ["garbage", "db.internal:5432", "mysql://db/x", "https://db.internal/x"])
      expect([value, but({ [name]: value })]).toEqual([value, expect.stringContaining(name)]);
  });
});

describe("a wrong setting is named in one sentence", () => {
  test.each([
    ["PUBLIC_URL", "http://idanimo.example"],
    ["PUBLIC_URL", "idanimo.example"],
    ["PORT", "eighty"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "80.5"],
    ["SANDBOX_PORT", "x"],
    ["METRICS_PORT", "x"],
    ["ROLES", "all"],
    ["LOG_LEVEL", "loud"],
    ["LIMITS", "nobody=1"],
    ["CAPTCHA_COST", "0"],
    ["PUSH_HOSTS", "https://push.example"],
    ["PUSH_HOSTS", "push.example, *"],
    ["VAPID_PRIVATE_KEY", "short"],
    ["FLW_BASE_URL", "api.flutterwave.com"],
    ["FLW_BASE_URL", "ftp://api.flutterwave.com"],
    ["PREMBLY_BASE_URL", "javascript:alert(1)"],
    ["TRUSTED_PROXIES", "the proxy"],
    ["TRUSTED_PROXIES", "10.0.0.0/99"],
  ])("%s=%s", (name, value) => {
    const said = refusal({ [name]: value }) ?? "";
    expect(said).toContain(name);
    expect(said.split("\n")).toHaveLength(1);
    expect(said).toMatch(/\.$/);
  });

  test("a secret's own value is never in the sentence", () => {
    for (const name of ["MASTER_SECRET", "FLW_SECRET_KEY"] as const)
      expect(but({ [name]: unchanged })).not.toContain(unchanged);
  });

  test("proxies are addresses, nets or the usual names", () => {
    expect(readConfig({ TRUSTED_PROXIES: "10.0.0.1, 10.1.0.0/16,::1, loopback" }).trustedProxies).toEqual([
      "10.0.0.1",
      "10.1.0.0/16",
      "::1",
      "loopback",
    ]);
  });
});
