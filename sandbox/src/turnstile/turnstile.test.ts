import { expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";

const secret = "sandbox-turnstile-secret-key";

async function json(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>;
}
const headers = { "content-type": "application/json" };
const post = async (stage: TestSandbox, path: string, body: object) =>
  json(await fetch(stage.url + path, { method: "POST", headers, body: JSON.stringify(body) }));
const verify = (stage: TestSandbox, body: object) => post(stage, "/turnstile/v0/siteverify", body);

test("returns host and action of a solved check, once, as JSON or as a form", async () => {
  const stage = await startTestSandbox();
  const solve = () =>
    post(stage, "/turnstile/v0/solve", {
      sitekey: "sandbox-turnstile-site-key",
      origin: "http://localhost:8080",
      action: "login",
      cdata: "c",
    });
  const { token: response } = await solve();
  const word = { success: true, "error-codes": [], hostname: "localhost", action: "login", cdata: "c" };
  expect(await verify(stage, { secret, response })).toMatchObject(word);
  expect(await verify(stage, { secret, response })).toMatchObject({ "error-codes": ["timeout-or-duplicate"] });
  const form = new URLSearchParams({ secret, response: String((await solve())["token"]) });
  const asForm = await fetch(`${stage.url}/turnstile/v0/siteverify`, { method: "POST", body: form });
  expect(await json(asForm)).toMatchObject(word);
});

test.each([
  { why: "no secret", body: { response: "0.x" }, code: "missing-input-secret" },
  { why: "no response", body: { secret }, code: "missing-input-response" },
  { why: "another secret", body: { secret: "x", response: "0.x" }, code: "invalid-input-secret" },
  { why: "no token", body: { secret, response: "x" }, code: "invalid-input-response" },
  { why: "an unknown token", body: { secret, response: "0.x" }, code: "timeout-or-duplicate" },
  {
    why: "the secret that always fails",
    body: { secret: "2x0000000000000000000000000000000AA", response: "0.x" },
    code: "invalid-input-response",
  },
  {
    why: "the secret that is always spent",
    body: { secret: "3x0000000000000000000000000000000AA", response: "0.x" },
    code: "timeout-or-duplicate",
  },
])("returns $code for $why", async ({ body, code }) => {
  expect(await verify(await startTestSandbox(), body)).toEqual({ success: false, "error-codes": [code], messages: [] });
});

test("expires a token after five minutes; tests can create one for any host", async () => {
  const stage = await startTestSandbox();
  const { token: response } = await post(stage, "/__sandbox/turnstile/tokens", {
    hostname: "evil.example",
    action: "login",
  });
  const { token: late } = await post(stage, "/__sandbox/turnstile/tokens", {});
  expect(await verify(stage, { secret, response })).toMatchObject({ success: true, hostname: "evil.example" });
  stage.passTime(300_001);
  expect(await verify(stage, { secret, response: late })).toMatchObject({ success: false });
});

test("accepts the published test keys without a real check", async () => {
  const stage = await startTestSandbox();
  const body = { secret: "1x0000000000000000000000000000000AA", response: "XXXX.DUMMY.TOKEN.XXXX" };
  expect(await verify(stage, body)).toMatchObject({ success: true });
  expect(await post(stage, "/turnstile/v0/solve", { sitekey: "2x00000000000000000000AB", origin: "x" })).toHaveProperty(
    "error",
  );
});
