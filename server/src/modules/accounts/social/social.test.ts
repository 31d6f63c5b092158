import { brand } from "@idanimo/contract/brand";
import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { neverOpenRules, openProviders, type Providers } from "../../../providers/index.ts";
import { type RunningSandbox, startSandbox } from "../../../providers/testing/sandbox.ts";
import { accountJobs } from "../index.ts";
import { freshEmail, browserHeaders, type Kit, openKit, password } from "../testing/kit.ts";

/** The real adapters against the running sandbox, behind the real routes on a real database. */

const ours = "https://idanimo.test";
let sandbox: RunningSandbox;
let providers: Providers;
let kit: Kit;

beforeAll(async () => {
  sandbox = await startSandbox(ours);
  providers = openProviders(sandbox.settings, { registry: new Registry(), breakerRules: neverOpenRules });
  const { google, facebook } = providers;
  kit = await openKit({ social: { google, facebook } });
});
afterEach(() => kit.settle());
afterAll(async () => {
  await kit.close();
  providers.close();
  await sandbox.stop();
});

let persons = 0;
const freshSubject = () => `2000000000000000${String((persons += 1)).padStart(5, "0")}`;

/** Tokens from the sandbox, valid or not. */
async function mint(provider: "google" | "facebook", order: object): Promise<{ idToken: string; accessToken: string }> {
  const response = await fetch(`${sandbox.url}/__sandbox/${provider}/tokens`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(order),
  });
  return (await response.json()) as { idToken: string; accessToken: string };
}

type Settings = { google: { nonce: string; clientId: string; scriptUrl: string } | null; facebook: object | null };

/** A browser that has read the settings: its nonce, and the cookie it sends back. */
async function browser() {
  const response = await kit.get("/auth/settings", browserHeaders);
  const { google } = response.json<Settings>();
  const cookie = response.cookies.find(({ name }) => name === "__Host-idanimo-nonce");
  return { nonce: google?.nonce ?? "none", headers: { ...browserHeaders, cookie: `${cookie?.name}=${cookie?.value}` } };
}

const googleLogin = (accessToken: string, headers: Record<string, string> = browserHeaders) =>
  kit.post("/openauth/google-login", { accessToken, deviceName: "Web app", ipAddress: null }, headers);
const facebookLogin = (accessToken: string) =>
  kit.post("/openauth/facebook", { accessToken, deviceName: "Web app", ipAddress: null }, browserHeaders);

const account = async (email: string) =>
  (
    await kit.owner.query<{ id: string; first_name: string; password_hash: string | null; accepted_terms: string }>(
      "select id, first_name, password_hash, phone, accepted_terms, email_verified_at from users where email = $1",
      [email],
    )
  ).rows[0];

test("returns the enabled providers and a nonce bound to this browser", async () => {
  const response = await kit.get("/auth/settings", browserHeaders);
  expect(response.json()).toEqual({
    google: {
      clientId: "sandbox-google-client-id",
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      scriptUrl: `${sandbox.url}/google/gsi/client`,
    },
    facebook: { appId: "1000000000000001", version: "v25.0", scriptUrl: `${sandbox.url}/facebook/sdk.js` },
    captcha: { kind: "proof_of_work" },
  });
  expect(response.cookies[0]).toMatchObject({
    value: response.json<Settings>().google?.nonce,
    httpOnly: true,
    secure: true,
    sameSite: "Strict",
    path: "/",
  });
  const again = await browser();
  const second = (await kit.get("/auth/settings", again.headers)).json<Settings>();
  expect(second.google?.nonce).toBe(again.nonce); // another tab of the same browser does not invalidate the first one
});

test("opens an account and signs in by ID token and nonce [API-03 SOCIAL-02 SOCIAL-03]", async () => {
  const email = freshEmail();
  const { nonce, headers } = await browser();
  const subject = freshSubject();
  const { idToken } = await mint("google", { subject, email, firstName: "Ife", lastName: "Okafor", nonce });
  const response = await googleLogin(idToken, headers);
  expect(response.json()).toMatchObject({
    jwtToken: expect.any(String),
    email,
    firstName: "Ife",
    userType: "individual",
  });
  expect(response.cookies.map(({ name }) => name)).toContain("__Host-idanimo");
  expect(await account(email)).toMatchObject({
    password_hash: null,
    phone: null,
    accepted_terms: brand.policyVersion.number,
    email_verified_at: expect.any(Date),
  });
});

test("signs in the same Facebook user after a change of email address [API-04]", async () => {
  const email = freshEmail();
  const subject = freshSubject();
  const first = await facebookLogin((await mint("facebook", { subject, email })).accessToken);
  expect(first.json()).toMatchObject({ jwtToken: expect.any(String), email });
  const later = await facebookLogin((await mint("facebook", { subject, email: null })).accessToken);
  expect(later.json()).toMatchObject({ email });
});

test("accepts Google's access token only if issued for this application [T-14]", async () => {
  const email = freshEmail();
  const subject = freshSubject();
  const good = await mint("google", { subject, email });
  expect((await googleLogin(good.accessToken)).json()).toMatchObject({ email });
  const foreign = await mint("google", { subject, email, clientId: "another-application" });
  expect((await googleLogin(foreign.accessToken)).json()).toMatchObject({ code: "social_refused", status: 401 });
});

test.each([
  { why: "issued for another application", order: { clientId: "another-application" } },
  { why: "that has expired", order: { endsIn: -3_600 } },
  { why: "without a signature", order: { alg: "none" } },
  { why: "signed with another key", order: { foreignKey: true } },
  { why: "of another issuer", order: { issuer: "https://evil.example" } },
  { why: "with another browser's nonce", order: { nonce: "A".repeat(43) } },
  { why: "valid for more than a day", order: { endsIn: 200_000 } },
])("rejects an ID token $why [T-14]", async ({ order }) => {
  const { nonce, headers } = await browser();
  const email = freshEmail();
  const subject = freshSubject();
  const { idToken } = await mint("google", { subject, email, nonce, ...order });
  expect((await googleLogin(idToken, headers)).json()).toMatchObject({ code: "social_refused", status: 401 });
  expect(await account(email)).toBeUndefined();
  // the nonce is still valid for the genuine token
  const { idToken: good } = await mint("google", { subject, email, nonce });
  expect((await googleLogin(good, headers)).statusCode).toBe(200);
});

test("accepts another Google account in the same browser after an unconfirmed one [T-14]", async () => {
  const { nonce, headers } = await browser();
  const email = freshEmail();
  const { idToken } = await mint("google", { subject: freshSubject(), email, emailVerified: false, nonce });
  expect((await googleLogin(idToken, headers)).json()).toMatchObject({ code: "social_no_email" });
  const { idToken: other } = await mint("google", { subject: freshSubject(), email: freshEmail(), nonce });
  expect((await googleLogin(other, headers)).json()).toMatchObject({ jwtToken: expect.any(String) });
});

test("rejects an ID token without nonce or cookie, or sent twice [T-14]", async () => {
  const { nonce, headers } = await browser();
  const person = { subject: freshSubject(), email: freshEmail() };
  const { idToken } = await mint("google", { ...person, nonce });
  expect((await googleLogin((await mint("google", person)).idToken, headers)).statusCode).toBe(401);
  expect((await googleLogin(idToken)).statusCode).toBe(401);
  const both = await Promise.all([googleLogin(idToken, headers), googleLogin(idToken, headers)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  expect((await googleLogin(idToken, headers)).statusCode).toBe(401);
  const good = both.find(({ statusCode }) => statusCode === 200);
  expect(good?.cookies.find(({ name }) => name === "__Host-idanimo-nonce")?.value).toBe("");
});

test.each([
  { why: "of another application", order: { appId: "666" } },
  { why: "that has expired", order: { endsIn: -10 } },
])("rejects a Facebook token $why [T-14]", async ({ order }) => {
  const email = freshEmail();
  const { accessToken } = await mint("facebook", { subject: freshSubject(), email, ...order });
  expect((await facebookLogin(accessToken)).json()).toMatchObject({ code: "social_refused" });
  expect(await account(email)).toBeUndefined();
});

test.each(["", "x", "a.b.c", "..", "ya29.none", "x\r\nhost: evil", "ẹ".repeat(100), "x".repeat(8_193)])(
  "rejects a malformed token: %j [T-14]",
  async (token) => {
    const statuses = [(await googleLogin(token)).statusCode, (await facebookLogin(token)).statusCode];
    for (const status of statuses) expect([400, 401]).toContain(status);
  },
);

test.each([
  { why: "unconfirmed", order: { emailVerified: false } },
  { why: "missing", order: { email: null } },
])("links and opens no account for an address that is $why [T-14]", async ({ order }) => {
  const email = await kit.openAccount();
  const { accessToken } = await mint("google", { subject: freshSubject(), email, ...order });
  const response = await googleLogin(accessToken);
  expect(response.json()).toMatchObject({ code: "social_no_email", status: 403 });
  expect(response.json<{ message: string }>().message).toContain("Your Google account");
});

test("links the account that confirmed the address, and emails its owner [T-14]", async () => {
  const email = await kit.openAccount();
  const { accessToken } = await mint("google", { subject: freshSubject(), email: email.toUpperCase() });
  expect((await googleLogin(accessToken)).json()).toMatchObject({ email, firstName: "Ada" });
  expect((await kit.signIn({ email })).statusCode).toBe(200);
  const { id } = (await account(email)) ?? { id: "none" };
  expect((await kit.messages(id)).map(({ text }) => text).join()).toContain("Google account that has your email");
});

test("rejects a second Google account with the same address [T-14]", async () => {
  const email = freshEmail();
  await googleLogin((await mint("google", { subject: freshSubject(), email })).accessToken);
  const { accessToken } = await mint("google", { subject: freshSubject(), email });
  expect((await googleLogin(accessToken)).json()).toMatchObject({ code: "social_refused" });
  // a Facebook account is accepted: one person has both
  expect(
    (await facebookLogin((await mint("facebook", { subject: freshSubject(), email })).accessToken)).statusCode,
  ).toBe(200);
});

test("invalidates another person's sign-up with the same address [T-15]", async () => {
  const email = freshEmail();
  const id = await kit.signUp({ email });
  const code = await kit.codeOf(id);
  expect((await googleLogin((await mint("google", { subject: freshSubject(), email })).accessToken)).statusCode).toBe(
    200,
  );
  expect((await kit.post("/auth/activation", { id, code })).statusCode).toBe(400);
  expect((await kit.signIn({ email })).json()).toMatchObject({ code: "incorrect_credentials" });
});

test("claims an account with an unconfirmed address: password and sessions end [T-15]", async () => {
  const email = await kit.openAccount();
  await kit.owner.query("update users set email_verified_at = null where email = $1", [email]);
  const stranger = (await kit.signIn({ email })).json<{ jwtToken: string }>().jwtToken;
  const order = { subject: freshSubject(), email, firstName: "Real", lastName: "Owner" };
  const owner = (await googleLogin((await mint("google", order)).accessToken)).json<{ jwtToken: string }>().jwtToken;
  const profileOf = (token: string) => kit.get("/user/profile", { authorization: `Bearer ${token}` });
  expect((await profileOf(stranger)).statusCode).toBe(401);
  expect((await profileOf(owner)).json()).toMatchObject({ firstName: "Real", phoneNumber: null, emailConfirmed: true });
  expect((await kit.signIn({ email, password })).json()).toMatchObject({ code: "incorrect_credentials" });
});

test("opens one account for two concurrent first sign-ins [T-14]", async () => {
  const email = freshEmail();
  const order = { subject: freshSubject(), email };
  const tokens = await Promise.all([mint("google", order), mint("google", order), mint("google", order)]);
  const responses = await Promise.all(tokens.map(({ accessToken }) => googleLogin(accessToken)));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  const rows = await kit.owner.query("select 1 from external_identities where subject = $1", [order.subject]);
  expect(rows.rowCount).toBe(1);
});

test("names the provider that is not offered", async () => {
  const without = await openKit();
  const response = await without.post("/openauth/facebook", { accessToken: "x" });
  expect(response.json()).toMatchObject({ code: "social_not_offered", message: expect.stringContaining("Facebook") });
  expect((await without.get("/auth/settings")).json()).toMatchObject({ google: null, facebook: null });
  const start = await without.get("/openauth/google/start");
  expect(start.headers.location).toBe("/login?social=google-not_offered#");
  await without.close();
});

test("deletes used nonces once no token can carry them any more", async () => {
  const { nonce, headers } = await browser();
  const { idToken } = await mint("google", { subject: freshSubject(), email: freshEmail(), nonce });
  expect((await googleLogin(idToken, headers)).statusCode).toBe(200);
  const readStored = async () => (await kit.owner.query("select 1 from spent_nonces")).rowCount ?? 0;
  const before = await readStored();
  await accountJobs(kit.deps).forget_registrations();
  expect([before > 0, await readStored()]).toEqual([true, before]);
  await kit.setClockOffset(2 * 86_400_000 + 60_000);
  await accountJobs(kit.deps).forget_registrations();
  expect(await readStored()).toBe(0);
});
