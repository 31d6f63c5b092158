import { describe, expect, test } from "vitest";
import { ConfigError, newMasterSecret, readConfig } from "./config.ts";
import { failpoints } from "../kernel/failpoints.ts";
import { productionSettings } from "../testing/production-settings.ts";

/** Not a literal, which the scan for secrets would report. */
const unchanged = ["change", "me"].join("");
/** The error message, or undefined if the settings are valid. */
function configError(env: Readonly<Record<string, string | undefined>>): string | undefined {
  try {
    readConfig(env);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error; // any other error would not name the setting
    return error.message;
  }
}
const but = (change: Readonly<Record<string, string | undefined>>) => configError({ ...productionSettings, ...change });

describe("PLATE_OWNER", () => {
  test("is consent by default, and shown on request [CL-15]", () => {
    expect([readConfig({}).PLATE_OWNER, readConfig({ PLATE_OWNER: "shown" }).PLATE_OWNER]).toEqual([
      "consent",
      "shown",
    ]);
    expect(configError({ PLATE_OWNER: "hidden" })).toMatch(/PLATE_OWNER/);
  });
});

describe("readConfig without and with PUBLIC_URL", () => {
  test("unset: sandbox URLs, loopback only, generated keys, wider limits per address", () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      production: false,
      publicUrl: "http://localhost:8080",
      host: "127.0.0.1",
      roles: { api: true, jobs: true },
      addressLimitFactor: 100,
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

  test("PORT and SANDBOX_PORT change every value that follows from them", () => {
    const config = readConfig({ PORT: "9001", SANDBOX_PORT: "9100" });
    expect(config.publicUrl).toBe("http://localhost:9001");
    expect([config.flutterwave.baseUrl, config.smtp.url]).toEqual([
      "http://127.0.0.1:9100/flutterwave/v3",
      "smtp://127.0.0.1:9101",
    ]);
  });

  test("set: only the operator's own values", () => {
    const config = readConfig(productionSettings);
    expect(config).toMatchObject({
      production: true,
      publicUrl: productionSettings.PUBLIC_URL,
      host: "0.0.0.0",
      addressLimitFactor: 1,
    });
    expect(JSON.stringify(config)).not.toMatch(/sandbox-|127\.0\.0\.1/);
    expect(readConfig({ ...productionSettings, PUBLIC_URL: `${productionSettings.PUBLIC_URL}/` }).publicUrl).toBe(
      productionSettings.PUBLIC_URL,
    );
  });
});

describe("a production", () => {
  test.each(Object.keys(productionSettings).filter((name) => name !== "PUBLIC_URL"))(
    "names the missing setting %s",
    (name) => {
      for (const value of [undefined, ""]) {
        const message = but({ [name]: value });
        expect([name, message]).toEqual([name, expect.stringContaining(name)]);
        expect(message).toMatch(/must be set too\.$/);
      }
    },
  );

  test("names all missing settings in one sentence", () => {
    const message = configError({ PUBLIC_URL: productionSettings.PUBLIC_URL }) ?? "";
    for (const name of Object.keys(productionSettings).slice(1)) expect(message).toContain(name);
    expect(message.split("\n")).toHaveLength(1);
  });
});

describe("readConfig of a master secret", () => {
  test("rejects a short one, and a placeholder also as the second of two [T-73]", () => {
    expect(but({ MASTER_SECRET: `${productionSettings.MASTER_SECRET},${unchanged}` })).toContain("MASTER_SECRET");
    expect(but({ MASTER_SECRET: "k3mK0eJ4mV7b1nQx9sT2wZ5yA8cD6fG" })).toBe(
      "MASTER_SECRET must be at least 32 characters long.",
    );
    expect(but({ MASTER_SECRET: `${productionSettings.MASTER_SECRET}, ${newMasterSecret()}` })).toBeUndefined();
    expect(readConfig({ MASTER_SECRET: "one, two" }).masterSecrets).toEqual(["one", "two"]);
  });

  test("accepts an older one that is easy to guess, so that it can be rotated, and warns", () => {
    const value = `${productionSettings.MASTER_SECRET},${"a".repeat(32)}`;
    expect(readConfig({ ...productionSettings, MASTER_SECRET: value }).warnings).toEqual([
      expect.stringMatching(/^MASTER_SECRET .*easy to guess/),
    ]);
    expect(but({ MASTER_SECRET: `${"a".repeat(32)},${productionSettings.MASTER_SECRET}` })).toContain("MASTER_SECRET");
  });

  test("is long and random where a demonstration generates it", () => {
    expect(newMasterSecret()).toMatch(/^[\w-]{43}$/);
    expect(newMasterSecret()).not.toBe(newMasterSecret());
  });
});

describe("CRASH_AT", () => {
  test("is rejected in a production, whatever its value [R-22]", () => {
    for (const message of ["watch", "payment_committed", "payment_committed:3"])
      expect(but({ CRASH_AT: message })).toBe(
        "CRASH_AT crashes the program on purpose; only a demonstration may use it.",
      );
  });

  test("accepts a failpoint in a demonstration, and lists all of them otherwise [R-22]", () => {
    expect(readConfig({ CRASH_AT: "payment_committed:2" }).CRASH_AT).toBe("payment_committed:2");
    for (const message of ["somewhere", "payment_committed:0", "payment_committed:1:2", "payment_committed:x"])
      expect(configError({ CRASH_AT: message })).toContain(
        `CRASH_AT is not right: write watch, or name:n with a name of ${failpoints.join(" ")}`,
      );
    expect(readConfig({}).CRASH_AT).toBeUndefined();
  });
});

describe("a database URL", () => {
  test.each(["DATABASE_URL", "KEYS_DATABASE_URL"] as const)("is rejected by name if it is invalid: %s", (name) => {
    for (const value of ["garbage", "db.internal:5432", "mysql://db/x", "https://db.internal/x"])
      expect([value, but({ [name]: value })]).toEqual([value, expect.stringContaining(name)]);
  });
});

describe("HOST", () => {
  test.each(["127.0.0.1", "127.0.0.2", "::1", "localhost", "::ffff:127.0.0.1"])(
    "accepts %s in a demonstration",
    (host) => expect(readConfig({ HOST: host }).host).toBe(host),
  );

  test.each(["0.0.0.0", "::", "10.0.0.5", "192.168.1.4", "example.ng", "localhost.example.ng", "0", "[::1"])(
    "rejects %s in a demonstration, which any user could sign in to",
    (host) => {
      expect(configError({ HOST: host })).toMatch(/^HOST must be an address of this machine/);
      expect(but({ HOST: host })).toBeUndefined();
    },
  );
});

describe("PUBLIC_URL", () => {
  test.each([
    ["https://Idanimo.Example.NG", "https://idanimo.example.ng", 0],
    ["https://idanimo.example.ng:443/", "https://idanimo.example.ng", 0],
    ["https://idanimo.example.ng:8443", "https://idanimo.example.ng:8443", 0],
    ["https://ada@idanimo.example.ng/app/?x=1#y", "https://idanimo.example.ng", 1],
  ])("reduces %s to the origin %s", (given, origin, warnings) => {
    const config = readConfig({ ...productionSettings, PUBLIC_URL: given });
    expect([config.publicUrl, config.push.subject]).toEqual([origin, origin]);
    expect(config.warnings).toHaveLength(warnings);
  });
});

describe("SMTP_URL", () => {
  const encodedPassword = "w%2Fd";
  test.each([
    "smtps://mail.example.ng",
    "smtp://mail.example.ng:587/",
    `smtps://ada%40x:${encodedPassword}@[2001:db8::1]:465`,
  ])("accepts %s", (url) => expect(but({ SMTP_URL: url })).toBeUndefined());

  test.each([
    "mail.example.ng",
    "mail.example.ng:465",
    "https://mail.example.ng",
    "smtps://",
    "smtps://mail.example.ng:99999",
    "smtp://mail.example.ng?ignoreTLS=true",
    "smtps://mail.example.ng/inbox",
    "smtps://a%zz@mail.example.ng",
  ])("rejects %s by name, also in a demonstration", (url) => {
    for (const message of [but({ SMTP_URL: url }), configError({ SMTP_URL: url })])
      expect(message).toMatch(/^The setting SMTP_URL is not right: write smtps:/);
  });
});

describe("TRUSTED_PROXIES", () => {
  test.each([
    "0.0.0.0/0",
    "::/0",
    "0.0.0.0/1",
    "128.0.0.0/1",
    "::ffff:0.0.0.0/96",
    "2000::/3",
    "10.0.0.0/7",
    "fc00::/6",
  ])("warns of %s, which contains untrusted hosts", (range) => {
    expect(readConfig({ ...productionSettings, TRUSTED_PROXIES: `10.0.0.1, ${range}` }).warnings).toEqual([
      expect.stringContaining(`TRUSTED_PROXIES contains ${range},`),
    ]);
  });

  test.each(["10.0.0.0/8", "172.64.0.0/13", "fc00::/7", "fe80::/10", "2400:cb00::/32", "loopback", "::1", "10.0.0.1"])(
    "does not warn of %s",
    (range) => expect(readConfig({ ...productionSettings, TRUSTED_PROXIES: range }).warnings).toEqual([]),
  );
});

describe("an invalid setting", () => {
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
    ["LIMITS", "unknown=1"],
    ["CAPTCHA_COST", "0"],
    ["PUSH_HOSTS", "https://push.example"],
    ["PUSH_HOSTS", "push.example, *"],
    ["DNS_SERVERS", "resolver.example"],
    ["VAPID_PRIVATE_KEY", "short"],
    ["FLW_BASE_URL", "api.flutterwave.com"],
    ["FLW_BASE_URL", "ftp://api.flutterwave.com"],
    ["PREMBLY_BASE_URL", "javascript:alert(1)"],
    ["TRUSTED_PROXIES", "the proxy"],
    ["TRUSTED_PROXIES", "10.0.0.0/99"],
  ])("is named in one sentence: %s=%s", (name, value) => {
    const message = configError({ [name]: value }) ?? "";
    expect(message).toContain(name);
    expect(message.split("\n")).toHaveLength(1);
    expect(message).toMatch(/\.$/);
  });

  test("does not show the value of a secret", () => {
    for (const name of ["MASTER_SECRET", "FLW_SECRET_KEY"] as const)
      expect(but({ [name]: unchanged })).not.toContain(unchanged);
  });

  test("accepts proxies as addresses, ranges or usual names", () => {
    expect(readConfig({ TRUSTED_PROXIES: "10.0.0.1, 10.1.0.0/16,::1, loopback" }).trustedProxies).toEqual([
      "10.0.0.1",
      "10.1.0.0/16",
      "::1",
      "loopback",
    ]);
  });
});
