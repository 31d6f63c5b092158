import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { signInCspSources } from "../config/sign-in-settings.ts";
import { buildApp } from "./app.ts";

/** The sign-in document with every provider, and other responses. */
let app: FastifyInstance;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "idanimo-sign-in-"));
  for (const file of ["index.html", "sign-in.html", "app.html"]) await writeFile(join(folder, file), "<!doctype html>");
  const paths = ["/login", "/reset-password/:email/:token"];
  const documents = [{ path: "/", file: "index.html" }];
  const made = { documents, signIn: { file: "sign-in.html", paths }, app: { file: "app.html" } };
  await writeFile(join(folder, "documents.json"), JSON.stringify(made));
  app = await buildApp({
    logger: false,
    trustedProxies: [],
    production: true,
    paymentOrigin: "https://pay.example",
    brandName: "Idanimo",
    web: { folder, publicUrl: "https://idanimo.test", keepsOfflinePage: true },
    signIn: signInCspSources({
      google: {
        clientId: "id",
        clientSecret: "s",
        issuerUrl: "https://accounts.google.example",
        scriptUrl: "https://accounts.google.example/gsi/client",
        certsUrl: "https://certs.example/c",
        tokenInfoUrl: "https://token.example/t",
        userInfoUrl: "https://user.example/u",
      },
      facebook: {
        appId: "1",
        appSecret: "s",
        graphUrl: "https://graph.facebook.example/v25.0",
        dialogUrl: "https://www.facebook.example/v25.0/dialog/oauth",
        scriptUrl: "https://connect.facebook.example/en_US/sdk.js",
      },
      turnstile: {
        siteKey: "k",
        secretKey: "s",
        scriptUrl: "https://challenges.example/turnstile/v0/api.js",
        verifyUrl: "https://challenges.example/turnstile/v0/siteverify",
        hostnames: [],
      },
    }),
    routes: () => {},
    isReady: () => Promise.resolve(true),
  });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const headersOf = async (url: string, more: Record<string, string> = {}) =>
  (await app.inject({ url, headers: { accept: "text/html", ...more } })).headers;
const directives = (policy: unknown) =>
  Object.fromEntries(
    String(policy)
      .split(";")
      .map((part) => part.split(" "))
      .map(([name = "", ...sources]) => [name, sources]),
  );

test("loads only from the configured providers [T-63]", async () => {
  const got = await headersOf("/login?next=x");
  expect(directives(got["content-security-policy"])).toMatchObject({
    "default-src": ["'none'"],
    "script-src": [
      "'self'",
      "https://accounts.google.example/gsi/client",
      "https://connect.facebook.example/en_US/sdk.js",
      "https://challenges.example",
    ],
    "frame-src": [
      "'self'",
      "https://pay.example",
      "https://accounts.google.example/gsi/",
      "https://www.facebook.example",
      "https://challenges.example",
    ].sort(order),
    "connect-src": [
      "'self'",
      "https://accounts.google.example/gsi/",
      "https://www.facebook.example",
      "https://graph.facebook.example",
    ],
    "style-src": ["'self'", "https://accounts.google.example/gsi/style"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
  });
  expect(got).toMatchObject({
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "referrer-policy": "strict-origin",
    "x-frame-options": "DENY",
  });
});

/** The order of the policy: this product first, then the providers, then the payment page. */
const rank = (source: string) => (source === "'self'" ? 0 : source.includes("pay.") ? 2 : 1);
const order = (left: string, right: string) => rank(left) - rank(right);

test("sends no referrer from a URL with an emailed token [T-12]", async () => {
  expect((await headersOf("/reset-password/ada@example.test/abc"))["referrer-policy"]).toBe("no-referrer");
});

test.each(["/", "/main-dashboard", "/sign-in.html", "/login/x", "/nothing.js", "/health/live", "/api/v2/nothing"])(
  "%s allows no foreign script [T-63]",
  async (url) => {
    const got = await headersOf(url);
    expect(String(got["content-security-policy"])).not.toMatch(/google|facebook|challenges/);
    const { "default-src": all, "script-src": scripts = all } = directives(got["content-security-policy"]);
    expect(scripts).toEqual([/^\/(api|health)\//.test(url) ? "'none'" : "'self'"]);
    expect(got["cross-origin-opener-policy"]).toBe("same-origin");
  },
);

/** Thirty origins: other sites, variants of ours, the providers' and null. */
const origins = [
  "null",
  "*",
  "https://evil.example",
  "http://evil.example",
  "https://evil.example:8443",
  "https://idanimo.example.evil.example",
  "https://evil-idanimo.example",
  "https://idanimo.example.",
  "http://idanimo.example",
  "https://idanimo.example",
  "https://idanimo.example:443",
  "https://IDANIMO.EXAMPLE",
  "https://sub.idanimo.example",
  "https://idanimo.example@evil.example",
  "https://accounts.google.example",
  "https://www.facebook.example",
  "https://connect.facebook.example",
  "https://graph.facebook.example",
  "https://challenges.example",
  "https://pay.example",
  "http://localhost",
  "http://localhost:8080",
  "http://127.0.0.1:8080",
  "http://127.0.0.1:8090",
  "http://[::1]:8080",
  "http://0.0.0.0",
  "file://",
  "chrome-extension://abcdefghijklmnop",
  "capacitor://localhost",
  "https://xn--idnimo-eta.example",
];
test("documents are revalidated, because a deployment deletes old files [R-32]", async () => {
  for (const url of ["/", "/login", "/main-dashboard"]) {
    const { headers } = await app.inject({ url, headers: { accept: "text/html" } });
    expect([url, headers["cache-control"]]).toEqual([url, "no-cache"]);
  }
});

describe("a cross-origin request", () => {
  test.each(origins)("from %s cannot read a response [T-67]", async (origin) => {
    for (const method of ["GET", "OPTIONS"] as const)
      for (const url of ["/login", "/", "/api/v2/auth/settings", "/health/live"]) {
        const asked = {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type",
        };
        const response = await app.inject({ method, url, headers: asked });
        expect(Object.keys(response.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
        expect(response.headers["cross-origin-resource-policy"]).toBe("same-origin");
      }
  });
});

test("a demonstration allows the sandbox only, a production only what is configured", () => {
  const demo = signInCspSources(readConfig({ SANDBOX_PORT: "9100" }));
  for (const source of Object.values(demo).flat()) expect(source).toMatch(/^http:\/\/127\.0\.0\.1:9100/);
  const none = signInCspSources({ google: undefined, facebook: undefined, turnstile: undefined });
  expect(Object.values(none).flat()).toEqual([]);
});
