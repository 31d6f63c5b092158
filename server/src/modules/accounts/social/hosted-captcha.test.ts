import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProviders, type Providers } from "../../../providers/index.ts";
import { type RunningSandbox, startSandbox } from "../../../providers/testing/sandbox.ts";
import { type Kit, openKit } from "../testing/kit.ts";

let sandbox: RunningSandbox;
let providers: Providers;
let kit: Kit;

beforeAll(async () => {
  sandbox = await startSandbox("http://localhost:8080");
  const turnstile = {
    siteKey: "sandbox-turnstile-site-key",
    secretKey: "sandbox-turnstile-secret-key",
    scriptUrl: `${sandbox.url}/turnstile/v0/api.js`,
    verifyUrl: `${sandbox.url}/turnstile/v0/siteverify`,
    hostnames: ["localhost"],
  };
  providers = openProviders({ ...sandbox.settings, turnstile }, { registry: new Registry() });
  kit = await openKit({ hostedCaptcha: providers.captcha });
});
afterAll(async () => {
  await kit.settle();
  await kit.close();
  providers.close();
  await sandbox.stop();
});

async function token(action: string): Promise<string> {
  const minted = await fetch(`${sandbox.url}/__sandbox/turnstile/tokens`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ action, hostname: "localhost" }),
  });
  return ((await minted.json()) as { token: string }).token;
}

test("accepts a hosted captcha's token once, and no proof of work [LOGIN-05 O-43 T-08]", async () => {
  expect((await kit.get("/auth/settings")).json()).toMatchObject({
    captcha: {
      kind: "turnstile",
      siteKey: "sandbox-turnstile-site-key",
      scriptUrl: `${sandbox.url}/turnstile/v0/api.js`,
    },
  });
  const login = { email: "no-account@example.test", password: "Correct-horse-1", ipAddress: null };
  const good = await token("login");
  const codes = [];
  for (const captcha of [await kit.solve("login"), good, good, await token("registration")])
    codes.push((await kit.post("/auth/login", { ...login, captcha })).json<{ code: string }>().code);
  expect(codes).toEqual(["captcha_failed", "incorrect_credentials", "captcha_failed", "captcha_failed"]);
});
