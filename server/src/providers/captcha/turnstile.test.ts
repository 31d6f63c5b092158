import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProviders, type Providers } from "../index.ts";
import { misbehaviourNames, misbehaviours } from "../testing/misbehaviour.ts";
import { type RunningSandbox, startSandbox } from "../testing/sandbox.ts";
import { respondJson, createTestClient, readSample, startWireServer, type WireServer } from "../testing/wire-server.ts";
import { turnstile } from "./turnstile.ts";

let server: WireServer;
let sandbox: RunningSandbox;
let providers: Providers;
const made = createTestClient("turnstile", { mostMs: 900, limits: { bytes: 1024 * 1024 } });
const recorded = readSample(import.meta.url, "passed.json");

const hostnames = ["idanimo.example"];
const captcha = () =>
  turnstile(made.line, {
    siteKey: "a-site-key",
    secretKey: "a-secret",
    scriptUrl: "https://challenges.example/api.js",
    verifyUrl: `${server.url}/siteverify`,
    hostnames,
  });

beforeAll(async () => {
  server = await startWireServer();
  sandbox = await startSandbox("http://localhost:8080");
  const settings = {
    ...sandbox.settings,
    turnstile: {
      siteKey: "sandbox-turnstile-site-key",
      secretKey: "sandbox-turnstile-secret-key",
      scriptUrl: `${sandbox.url}/turnstile/v0/api.js`,
      verifyUrl: `${sandbox.url}/turnstile/v0/siteverify`,
      hostnames: ["localhost"],
    },
  };
  providers = openProviders(settings, { registry: new Registry() });
});
afterAll(async () => {
  made.outside.close();
  providers.close();
  await sandbox.stop();
  await server.close();
});

test("sends only the secret and the token of a passed check", async () => {
  server.respondWith(respondJson(200, recorded));
  expect(await captcha().passes("0.token", "login")).toBe(true);
  expect(server.requests.at(-1)).toMatchObject({
    method: "POST",
    path: "/siteverify",
    body: { secret: "a-secret", response: "0.token" },
  });
});

test.each([
  { why: "for another form", from: '"login"', to: '"registration"' },
  { why: "without a form", from: '"action":"login",', to: "" },
  { why: "on another site's page", from: "idanimo.example", to: "evil.example" },
  { why: "on a subdomain of ours", from: "idanimo.example", to: "x.idanimo.example" },
  { why: "without a host", from: '"hostname":"idanimo.example",', to: "" },
  { why: "that failed", from: '"success":true', to: '"success":false' },
  { why: "whose result is a text", from: '"success":true', to: '"success":"true"' },
])("rejects a check $why [T-08]", async ({ from, to }) => {
  expect(recorded).toContain(from);
  server.respondWith(respondJson(200, recorded.replace(from, to)));
  expect(await captcha().passes("0.token", "login")).toBe(false);
});

test.each([
  { code: "invalid-input-secret", outcome: "auth" },
  { code: "missing-input-secret", outcome: "auth" },
  { code: "internal-error", outcome: "server_error" },
  { code: "invalid-input-response", outcome: "good" },
  { code: "timeout-or-duplicate", outcome: "good" },
])("rejects the check and counts the error code $code as $outcome [T-08]", async ({ code, outcome }) => {
  const own = createTestClient("turnstile");
  server.respondWith(respondJson(200, { success: false, "error-codes": [code] }));
  const settings = { siteKey: "s", secretKey: "s", scriptUrl: "s", verifyUrl: server.url, hostnames };
  expect(await turnstile(own.line, settings).passes("0.token", "login")).toBe(false);
  expect(await own.registry.metrics()).toContain(`provider="turnstile",outcome="${outcome}"} 1`);
  own.outside.close();
});

test.each(misbehaviourNames)("rejects every check with the fault %s [R-27 T-08]", async (name) => {
  server.respondWith(misbehaviours[name]);
  expect(await captcha().passes("0.token", "login")).toBe(false);
});

async function token(order: object): Promise<string> {
  const minted = await fetch(`${sandbox.url}/__sandbox/turnstile/tokens`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(order),
  });
  return ((await minted.json()) as { token: string }).token;
}

test("accepts a check of the sandbox once, for its form and host [T-08]", async () => {
  const hosted = providers.captcha;
  if (!hosted) throw new Error("no captcha");
  const good = await token({ action: "login", hostname: "localhost" });
  expect(await hosted.passes(good, "login")).toBe(true);
  expect(await hosted.passes(good, "login")).toBe(false);
  expect(await hosted.passes(await token({ action: "fpassword", hostname: "localhost" }), "login")).toBe(false);
  expect(await hosted.passes(await token({ action: "login", hostname: "evil.example" }), "login")).toBe(false);
  for (const none of ["x", "0.made-up", "0".repeat(3_000)]) expect(await hosted.passes(none, "login")).toBe(false);
});
