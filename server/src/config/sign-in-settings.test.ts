import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";
import { signInCspSources } from "./sign-in-settings.ts";
import { productionSettings } from "../testing/production-settings.ts";

const google = { GOOGLE_CLIENT_ID: "7-x.apps.googleusercontent.com", GOOGLE_CLIENT_SECRET: "GOCSPX-9f1c7b04e2" };
const facebook = { FB_APP_ID: "419", FB_APP_SECRET: "b7e04a1d9c35f26e" };
const turnstile = { CAPTCHA: "turnstile", TURNSTILE_SITE_KEY: "0x4A", TURNSTILE_SECRET_KEY: "0x4B" };

function configError(env: Readonly<Record<string, string>>): string | undefined {
  try {
    readConfig({ ...productionSettings, ...env });
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
}

test("a demonstration offers the sandbox's Google and Facebook and its own captcha", () => {
  const config = readConfig({ SANDBOX_PORT: "9100" });
  expect(config.google?.issuerUrl).toBe("http://127.0.0.1:9100/google");
  expect(config.facebook?.graphUrl).toBe("http://127.0.0.1:9100/facebook/v25.0");
  expect(config.turnstile).toBeUndefined();
  expect(readConfig({ CAPTCHA: "turnstile" }).turnstile?.hostnames).toEqual(["localhost", "127.0.0.1"]);
});

test("a production offers each only with its keys, at the provider's own URLs", () => {
  const none = readConfig(productionSettings);
  expect([none.google, none.facebook, none.turnstile]).toEqual([undefined, undefined, undefined]);
  const all = readConfig({ ...productionSettings, ...google, ...facebook, ...turnstile });
  expect(all.turnstile?.hostnames).toEqual(["idanimo.example.ng"]);
  expect(JSON.stringify(all)).not.toMatch(/sandbox-|127\.0\.0\.1/);
  expect(signInCspSources(all)).toEqual({
    script: [
      "https://accounts.google.com/gsi/client",
      "https://connect.facebook.net/en_US/sdk.js",
      "https://challenges.cloudflare.com",
    ],
    frame: ["https://accounts.google.com/gsi/", "https://www.facebook.com", "https://challenges.cloudflare.com"],
    connect: ["https://accounts.google.com/gsi/", "https://www.facebook.com", "https://graph.facebook.com"],
    style: ["https://accounts.google.com/gsi/style"],
  });
});

describe("an incomplete pair of keys", () => {
  test.each(Object.entries({ ...google, ...facebook, ...turnstile }).filter(([name]) => name !== "CAPTCHA"))(
    "is rejected by name: %s alone",
    (name, value) => {
      const message = configError({ [name]: value }) ?? "";
      expect(message).toContain(name);
      expect(message).toContain("belong together");
    },
  );

  test("is rejected by name: a hosted captcha without keys", () => {
    expect(configError({ CAPTCHA: "turnstile" })).toContain("TURNSTILE_SITE_KEY");
  });
});
