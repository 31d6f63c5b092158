import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../kernel/clock.ts";
import { misbehaviourNames, misbehaviours } from "../testing/misbehaviour.ts";
import { respondJson, createTestClient, startWireServer, type WireServer } from "../testing/wire-server.ts";
import { facebookSignIn } from "./facebook.ts";
import { googleSignIn } from "./google.ts";

/**
 * Invalid and failed responses of the providers. Valid ones are tested with the sandbox in modules/accounts/social.
 */

let server: WireServer;
const lines: ReturnType<typeof createTestClient>[] = [];
beforeAll(async () => void (server = await startWireServer()));
afterAll(async () => {
  for (const { outside: httpClient } of lines) httpClient.close();
  await server.close();
});

const patientLine = (name: string) => {
  const made = createTestClient(name, { limits: { bytes: 1024 * 1024 }, mostMs: 900 });
  lines.push(made);
  return made.line;
};
const google = () =>
  googleSignIn(
    patientLine("google"),
    {
      clientId: "ours",
      clientSecret: "s",
      issuerUrl: server.url,
      scriptUrl: `${server.url}/gsi/client`,
      certsUrl: `${server.url}/certs`,
      tokenInfoUrl: `${server.url}/tokeninfo`,
      userInfoUrl: `${server.url}/userinfo`,
    },
    systemClock,
  );
const facebook = () =>
  facebookSignIn(
    patientLine("facebook"),
    {
      appId: "1",
      appSecret: "app-secret",
      graphUrl: `${server.url}/v25.0/`,
      dialogUrl: "https://www.facebook.example/v25.0/dialog/oauth",
      scriptUrl: "https://connect.facebook.example/sdk.js",
    },
    systemClock,
  );

const secrets = { state: "s".repeat(43), nonce: "n".repeat(43), verifier: "v".repeat(43) };
const returned = new URL("https://idanimo.example/back?code=c&state=s");
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const idToken = `${part({ alg: "RS256", kid: "k" })}.${part({ sub: "1" })}.AAAA`;

const calls: Readonly<Record<string, () => Promise<string>>> = {
  "Google's ID token": async () => (await google().identify(idToken, secrets.nonce)).kind,
  "Google's access token": async () => (await google().identify("ya29.x", undefined)).kind,
  "Google's return": async () => (await google().finish(returned, secrets, "https://idanimo.example/back")).kind,
  "Facebook's token": async () => (await facebook().identify("EAAB", undefined)).kind,
  "Facebook's return": async () => (await facebook().finish(returned, secrets, "https://idanimo.example/back")).kind,
};

describe.each(misbehaviourNames)("a provider with the fault %s [R-27]", (name) => {
  beforeAll(() => server.respondWith(misbehaviours[name]));
  // run concurrently, because most of the time is waiting
  test.concurrent.each(Object.keys(calls))(
    `%s signs in no one, in time and without an error, with ${name}`,
    async (call) => {
      const began = Date.now();
      expect(["refused", "unreachable"]).toContain(await calls[call]?.());
      expect(Date.now() - began).toBeLessThan(8_000);
    },
  );
});

/** Google's information about an access token, and which differences are accepted. */
const info = { aud: "ours", azp: "ours", sub: "42", expires_in: "3000", email: "a@b.example", email_verified: "true" };
const profile = { sub: "42", given_name: "Ada", family_name: "Obi", email: "a@b.example", email_verified: true };
const bothAnswer = (about: object, who: object) =>
  server.respondWith((response, request) => {
    respondJson(200, request.path.startsWith("/tokeninfo") ? about : who)(response, request);
  });

test.each([
  { why: "another audience", about: { ...info, aud: "theirs" }, who: profile, kind: "refused" },
  { why: "another party", about: { ...info, azp: "theirs" }, who: profile, kind: "refused" },
  { why: "no audience", about: { ...info, aud: undefined }, who: profile, kind: "refused" },
  { why: "an audience that is a list", about: { ...info, aud: ["ours"] }, who: profile, kind: "refused" },
  { why: "no time left", about: { ...info, expires_in: "0" }, who: profile, kind: "refused" },
  { why: "no expiry", about: { ...info, expires_in: undefined }, who: profile, kind: "refused" },
  { why: "another user's profile", about: info, who: { ...profile, sub: "43" }, kind: "refused" },
  { why: "an empty profile", about: info, who: {}, kind: "refused" },
  { why: "valid claims", about: info, who: profile, kind: "person" },
])("returns $kind for Google's access token with $why [T-14]", async ({ about, who, kind }) => {
  bothAnswer(about, who);
  expect(await google().identify("ya29.x", undefined)).toMatchObject({ kind });
});

test("sends Google's token in a header and a form, never in a URL [T-54]", async () => {
  bothAnswer(info, profile);
  server.requests.length = 0;
  await google().identify("ya29.secret", undefined);
  expect(server.requests.map(({ path }) => path)).toEqual(["/tokeninfo", "/userinfo"]);
});

test.each([
  { email: "a@b.example", verified: true, is: "a@b.example" },
  { email: "A@B.Example", verified: "true", is: "a@b.example" },
  { email: "a@b.example", verified: false, is: null },
  { email: "a@b.example", verified: "false", is: null },
  { email: "a@b.example", verified: 1, is: null },
  { email: "a@b.example", verified: undefined, is: null },
  { email: "no address", verified: true, is: null },
  { email: "a@b.example\nbcc: x@y.example", verified: true, is: null },
  { email: `${"a".repeat(250)}@b.example`, verified: true, is: null },
])("returns $is for the email $email with confirmed $verified [T-14 T-71]", async ({ email, verified, is }) => {
  bothAnswer(info, { ...profile, email, email_verified: verified });
  expect(await google().identify("ya29.x", undefined)).toMatchObject({ kind: "person", person: { email: is } });
});

test.each([
  { given: { given_name: "Ada", family_name: "Obi" }, first: "Ada", last: "Obi" },
  { given: { given_name: undefined, family_name: undefined, name: "Ada Ngozi Obi" }, first: "Ada", last: "Ngozi Obi" },
  { given: { given_name: undefined, family_name: undefined, name: undefined }, first: "a", last: "" },
  { given: { given_name: "Ada\r\nBcc: x", family_name: "O\u0000bi" }, first: "Ada Bcc: x", last: "O bi" },
  { given: { given_name: "x".repeat(5_000), family_name: "null" }, first: "x".repeat(200), last: "" },
])("limits names to one line of 200 letters: $first $last [T-71]", async ({ given, first, last }) => {
  bothAnswer(info, { ...profile, ...given });
  const word = await google().identify("ya29.x", undefined);
  expect(word).toMatchObject({ person: { firstName: first, lastName: last } });
});

const debug = { app_id: "1", type: "USER", is_valid: true, expires_at: 0, user_id: "10" };
test.each([
  { why: "another application", data: { ...debug, app_id: "2" }, kind: "refused" },
  { why: "a page's token", data: { ...debug, type: "PAGE" }, kind: "refused" },
  { why: "an expiry in the past", data: { ...debug, expires_at: 1 }, kind: "refused" },
  { why: "no expiry", data: { ...debug, expires_at: undefined }, kind: "refused" },
  { why: "validity as a text", data: { ...debug, is_valid: "true" }, kind: "refused" },
  { why: "no user", data: { ...debug, user_id: undefined }, kind: "refused" },
  { why: "another user's profile", data: { ...debug, user_id: "11" }, kind: "refused" },
  { why: "valid claims", data: debug, kind: "person" },
])("returns $kind for Facebook's token with $why [T-14]", async ({ data, kind }) => {
  server.respondWith((response, request) => {
    const body = request.path.includes("debug_token")
      ? { data }
      : { id: "10", first_name: "Ada", email: "a@b.example" };
    respondJson(200, body)(response, request);
  });
  expect(await facebook().identify("EAAB", undefined)).toMatchObject({ kind });
});

test.each([
  { why: "a token of another application", code: 100, kind: "refused", outcome: "good" },
  { why: "our own secret", code: 190, kind: "unreachable", outcome: "auth" },
  { why: "our own application", code: 101, kind: "unreachable", outcome: "auth" },
])("returns $kind for Facebook's 400 about $why [T-14]", async ({ code, kind, outcome }) => {
  const own = createTestClient("facebook");
  const settings = {
    appId: "1",
    appSecret: "s",
    graphUrl: server.url,
    dialogUrl: "https://f.example/",
    scriptUrl: "x",
  };
  server.respondWith(respondJson(400, { error: { message: "x", type: "OAuthException", code, fbtrace_id: "x" } }));
  const word = await facebookSignIn(own.line, settings, systemClock).identify("EAAB", undefined);
  expect(word.kind).toBe(kind);
  expect(await own.registry.metrics()).toContain(`provider="facebook",outcome="${outcome}"} 1`);
  own.outside.close();
});

test("sends Facebook the proof of the application's secret [T-14]", async () => {
  server.respondWith((response, request) => {
    const body = request.path.includes("debug_token") ? { data: debug } : { id: "10" };
    respondJson(200, body)(response, request);
  });
  await facebook().identify("EAAB", undefined);
  const query = new URL(server.requests.at(-1)?.path ?? "", server.url);
  expect(query.pathname).toBe("/v25.0/me");
  expect(query.searchParams.get("appsecret_proof")).toMatch(/^[0-9a-f]{64}$/);
});
