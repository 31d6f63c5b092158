import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { LightMyRequestResponse } from "fastify";
import { Registry } from "prom-client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { neverOpenRules, openProviders, type Providers } from "../../../providers/index.ts";
import { type RunningSandbox, startSandbox } from "../../../providers/testing/sandbox.ts";
import { type Kit, openKit } from "../testing/kit.ts";
import { submitAccountPicker } from "../testing/provider-pages.ts";

/** From our URL to the provider's page and back, against the sandbox's OpenID provider and Graph API. */

const ours = "https://idanimo.test";
const providerNames = ["google", "facebook"] as const;
type Provider = (typeof providerNames)[number];

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

const page = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };

/** The cookies that a browser sends after this response. */
const cookiesOf = (response: LightMyRequestResponse) =>
  response.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

async function start(provider: Provider) {
  const response = await kit.get(`/openauth/${provider}/start`);
  return { response, cookie: cookiesOf(response), address: String(response.headers.location) };
}

/** Returns to us with the provider's parameters. */
const comeBack = (to: URL, cookie: string) =>
  kit.get(to.pathname.replace("/api/v2", "") + to.search, { ...page, ...(cookie && { cookie }) });

const person = { google: "account=100000000000000000011", facebook: "account=10150000000000011" };
const withoutMail = { google: "account=100000000000000000033", facebook: "account=10150000000000033" };

test.each(providerNames)(
  "%s: redirects with PKCE or a state, and returns with a session [SOCIAL-05]",
  async (provider) => {
    const { response, cookie, address } = await start(provider);
    expect(response.statusCode).toBe(303);
    expect(response.cookies[0]).toMatchObject({
      httpOnly: true,
      secure: true,
      sameSite: "Lax",
      path: "/",
      maxAge: 600,
    });
    expect(response.headers["cache-control"] ?? "no-store").toBe("no-store");
    const query = new URL(address).searchParams;
    expect(query.get("redirect_uri")).toBe(`${ours}/api/v2/openauth/${provider}/callback`);
    expect(query.get("state")).toMatch(/^[\w-]{43}$/);
    if (provider === "google") {
      expect(query.get("code_challenge_method")).toBe("S256");
      expect(query.get("nonce")).toMatch(/^[\w-]{43}$/);
    }
    const back = await submitAccountPicker(address, person[provider]);
    const signedIn = await comeBack(back, cookie);
    expect(signedIn.headers.location).toBe("/main-dashboard#");
    const given = signedIn.cookies.find(({ name }) => name === "__Host-idanimo");
    expect(given).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax" });
    const profile = await kit.get("/user/profile", { cookie: `__Host-idanimo=${given?.value}` });
    expect(profile.json()).toMatchObject({ email: "ngozi.adeyemi@example.test", emailConfirmed: true });
    expect(signedIn.cookies.find(({ name }) => name === `__Host-idanimo-${provider}`)?.value).toBe("");
  },
);

test.each(providerNames)("%s: accepts the same return once [T-14]", async (provider) => {
  const { cookie, address } = await start(provider);
  const back = await submitAccountPicker(address, person[provider]);
  expect((await comeBack(back, cookie)).headers.location).toBe("/main-dashboard#");
  expect((await comeBack(back, cookie)).headers.location).toBe(`/login?social=${provider}-refused#`);
});

test.each(providerNames)("%s: rejects a return in another browser or with a changed part [T-14]", async (provider) => {
  const one = await start(provider);
  const other = await start(provider);
  const back = await submitAccountPicker(one.address, person[provider]);
  const changed = (name: string, value: string) => {
    const url = new URL(back);
    url.searchParams.set(name, value);
    return url;
  };
  const twice = new URL(back);
  twice.searchParams.append("state", "x");
  const attempts: readonly (readonly [URL, string])[] = [
    [back, ""],
    [back, other.cookie],
    [back, "__Host-idanimo-google=x.y.z; __Host-idanimo-facebook=a"],
    [changed("state", "A".repeat(43)), one.cookie],
    [changed("state", ""), one.cookie],
    [twice, one.cookie],
  ];
  for (const [url, cookie] of attempts) {
    const response = await comeBack(url, cookie);
    expect(response.headers.location).toBe(`/login?social=${provider}-refused#`);
    expect(response.cookies.map(({ name }) => name)).not.toContain("__Host-idanimo");
  }
  expect((await comeBack(back, one.cookie)).headers.location).toBe("/main-dashboard#"); // none of them consumed it
});

test("binds Google's code to the browser by PKCE and nonce [T-14]", async () => {
  const [victim, attacker] = [await start("google"), await start("google")];
  const mixed = await submitAccountPicker(attacker.address, person.google);
  mixed.searchParams.set("state", new URL(victim.address).searchParams.get("state") ?? "");
  expect((await comeBack(mixed, victim.cookie)).headers.location).toBe("/login?social=google-refused#");
});

test.each(providerNames)(
  "%s: returns to the login page with a message after a cancellation [ERR-08 ERR-12]",
  async (provider) => {
    const { cookie, address } = await start(provider);
    const back = await submitAccountPicker(address, "cancel=1");
    expect((await comeBack(back, cookie)).headers.location).toBe(`/login?social=${provider}-cancelled#`);
  },
);

test.each(providerNames)("%s: returns with a message for an account without an email address", async (provider) => {
  const { cookie, address } = await start(provider);
  const back = await submitAccountPicker(address, withoutMail[provider]);
  expect((await comeBack(back, cookie)).headers.location).toBe(`/login?social=${provider}-no_email#`);
});

test("sets a ticket cookie for an account with a second step, without it in a URL", async () => {
  const email = "ngozi.adeyemi@example.test";
  await kit.owner.query("update users set totp_on_at = product_now(), totp_sealed = 'x' where email = $1", [email]);
  const { cookie, address } = await start("google");
  const response = await comeBack(await submitAccountPicker(address, person.google), cookie);
  expect(response.headers.location).toBe("/login?step=second-factor#");
  const names = response.cookies.map(({ name }) => name);
  expect(names).toContain("__Host-idanimo-ticket");
  expect(names).not.toContain("__Host-idanimo");
  await kit.owner.query("update users set totp_on_at = null, totp_sealed = null where email = $1", [email]);
});

test("preserves the device token although strict cookies are not sent [T-06]", async () => {
  const name = "D".repeat(43);
  const begun = await kit.get("/openauth/google/start", { cookie: `__Host-idanimo-device=${name}` });
  const back = await submitAccountPicker(String(begun.headers.location), person.google);
  const signedIn = await comeBack(back, cookiesOf(begun));
  expect(signedIn.headers.location).toBe("/main-dashboard#");
  expect(signedIn.cookies.find((cookie) => cookie.name === "__Host-idanimo-device")?.value).toBe(name);
});

test("limits the session on a shared computer to six idle minutes [T-19]", async () => {
  for (const provider of providerNames) {
    const { cookie, address } = await start(provider);
    const back = await submitAccountPicker(address, person[provider]);
    const signedIn = await comeBack(back, `${cookie}; sharedComputer=yes`);
    const given = signedIn.cookies.find(({ name }) => name === "__Host-idanimo");
    expect([given?.value.length, given?.expires, given?.maxAge]).toEqual([43, undefined, undefined]);
    await kit.setClockOffset(6.1 * 60_000);
    expect((await kit.get("/user/profile", { cookie: `__Host-idanimo=${given?.value}` })).statusCode).toBe(401);
    await kit.setClockOffset(0);
  }
});

test("builds the return URL from the configured origin, whatever the host [T-13]", async () => {
  const headers = { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "http" };
  for (const provider of providerNames) {
    const response = await kit.get(`/openauth/${provider}/start`, headers);
    const redirect = new URL(String(response.headers.location)).searchParams.get("redirect_uri");
    expect(redirect).toBe(`${ours}/api/v2/openauth/${provider}/callback`);
  }
});

test("returns to the login page while a provider is down, and retries the next time", async () => {
  const dead = createServer((_request, response) => void response.writeHead(503).end());
  await once(dead.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(dead.address() as AddressInfo).port}`;
  const { google } = sandbox.settings;
  if (!google) throw new Error("Google is not configured");
  const broken = openProviders(
    { ...sandbox.settings, google: { ...google, issuerUrl: url, certsUrl: url, tokenInfoUrl: url } },
    { registry: new Registry() },
  );
  const without = await openKit({ social: { google: broken.google, facebook: undefined } });
  for (let at = 0; at < 2; at++)
    expect((await without.get("/openauth/google/start")).headers.location).toBe("/login?social=google-refused#");
  const apiResponse = await without.post("/openauth/google-login", { accessToken: "ya29.x" });
  expect(apiResponse.json()).toMatchObject({ code: "social_refused" });
  await without.close();
  broken.close();
  dead.close();
});

test("limits attempts per address", async () => {
  const strict = await openKit({ social: { google: providers.google, facebook: undefined }, wider: 1 });
  const ends = [];
  for (let at = 0; at < 31; at++) ends.push((await strict.get("/openauth/google/start")).headers.location);
  expect(ends.at(-1)).toBe("/login?social=google-too_many#");
  expect((await strict.post("/openauth/google-login", { accessToken: "x" })).statusCode).toBe(429);
  await strict.close();
});
