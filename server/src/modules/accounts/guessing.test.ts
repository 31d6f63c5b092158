import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { deviceCookieName, sessionCookieName } from "../../http/cookies.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import { accountJobs, openPasswordHasher } from "./index.ts";
import { freshEmail, browserHeaders, individualForm, type Kit, openKit, password } from "./testing/kit.ts";

/** Passwords compared with an account's so far: the attempts an attacker gets. */
let evaluated = 0;
const real = openPasswordHasher({ queue: 1_000 });
const counting: PasswordHasher = {
  hash: real.hash,
  matches: (...asked) => ((evaluated += 1), real.matches(...asked)),
};

let kit: Kit;
let email: string;
beforeAll(async () => {
  // accept every captcha: ten thousand proofs of work would only slow the test down
  const always = { kind: "turnstile", siteKey: "", scriptUrl: "", passes: () => Promise.resolve(true) } as const;
  kit = await openKit({ wider: 1, passwords: counting, hostedCaptcha: always });
});
afterEach(async () => {
  await kit.owner.query("delete from rate_limits");
  await kit.settle();
});
afterAll(() => kit.close());

const signIn = (login: object, headers: Record<string, string> = {}, remoteAddress?: string) =>
  kit.post("/auth/login", { password, ipAddress: null, captcha: "solved", ...login }, headers, remoteAddress);
const openAccount = async () => {
  const mailbox = freshEmail();
  const { id } = (
    await kit.post("/auth/registration", { ...individualForm(), email: mailbox, captcha: "solved" })
  ).json<{
    id: string;
  }>();
  await kit.post("/auth/activation", { id, code: await kit.codeOf(id) });
  return mailbox;
};
const minutes = (count: number) => Math.round(count * 60_000);
const wrong = (at: number) => `Wrong-horse-${at}`;
/** A residential address, another one for each number. */
const address = (at: number) => `198.${18 + ((at >> 16) & 1)}.${(at >> 8) & 255}.${at & 255}`;
const deviceIn = (response: { cookies: readonly { name: string; value: string }[] }) =>
  response.cookies.find(({ name }) => name === deviceCookieName)?.value ?? "none";
const from = (device: string) => ({ ...browserHeaders, cookie: `${deviceCookieName}=${device}` });
/** Headers of a browser with an earlier sign-in. */
const knownBrowser = async () => from(deviceIn(await signIn({ email }, browserHeaders, "203.0.113.1")));

test("does not count correct passwords against a shared address [T-06]", async () => {
  email = await openAccount();
  const statuses = new Set<number>();
  for (let at = 0; at < 40; at += 1) statuses.add((await signIn({ email }, {}, "203.0.113.9")).statusCode);
  expect(statuses).toEqual(new Set([200]));
  for (let at = 0; at < 29; at += 1) await signIn({ email: freshEmail(), password: wrong(at) }, {}, "203.0.113.9");
  expect((await signIn({ email }, {}, "203.0.113.9")).statusCode).toBe(200);
  await signIn({ email: freshEmail(), password: wrong(30) }, {}, "203.0.113.9");
  expect((await signIn({ email }, {}, "203.0.113.9")).statusCode).toBe(429);
});

describe("a long list of passwords [T-06]", () => {
  test("gets 100 attempts a day from 2,000 addresses; a known device still signs in", async () => {
    email = await openAccount();
    const owner = await knownBrowser();
    evaluated = 0;
    let sent = 0;
    const attack = async (count: number) => {
      const lanes = Array.from({ length: 8 }, async (_, lane) => {
        for (let at = lane; at < count; at += 8) await signIn({ email, password: wrong(at) }, {}, address((sent += 1)));
      });
      await Promise.all(lanes);
    };
    // waves 16 minutes apart, so that the 15-minute limit does not do the daily limit's work
    for (let wave = 0; wave < 20; wave += 1) {
      await kit.setClockOffset(minutes(wave * 16));
      await attack(100);
    }
    expect([sent, evaluated]).toEqual([2_000, 100]);
    const known = await signIn({ email }, owner, "203.0.113.2"); // from another address
    const stranger = await signIn({ email }, browserHeaders, "203.0.113.2");
    expect([known.statusCode, stranger.statusCode]).toEqual([200, 429]);
    await kit.setClockOffset(minutes(24 * 60 + 16));
    expect((await signIn({ email }, browserHeaders, "203.0.113.3")).statusCode).toBe(200); // the next day
  }, 240_000);

  test("is stopped from one address by its limit and by growing delays", async () => {
    email = await openAccount();
    const responses = [];
    for (let at = 0; at < 6; at += 1)
      responses.push((await signIn({ email, password: wrong(at) }, {}, "203.0.113.9")).statusCode);
    expect(responses).toEqual([401, 401, 401, 429, 429, 429]);
    expect((await signIn({ email }, {}, "203.0.113.10")).statusCode).toBe(200); // another address does not wait
    await kit.setClockOffset(1_500);
    expect((await signIn({ email, password: wrong(9) }, {}, "203.0.113.9")).statusCode).toBe(401);
    await kit.setClockOffset(3_000);
    const waiting = await signIn({ email }, {}, "203.0.113.9");
    expect([waiting.statusCode, waiting.json()]).toMatchObject([429, { code: "too_many_requests" }]);
    await kit.setClockOffset(4_000);
    expect((await signIn({ email }, {}, "203.0.113.9")).statusCode).toBe(200);
    expect((await signIn({ email, password: wrong(0) }, {}, "203.0.113.9")).statusCode).toBe(401); // starts anew
  });

  test("counts the addresses of one IPv6 connection as one", async () => {
    email = await openAccount();
    const responses = [];
    for (let at = 1; at <= 5; at += 1)
      responses.push((await signIn({ email, password: wrong(at) }, {}, `2001:db8:0:1::${at}`)).statusCode);
    expect(responses).toEqual([401, 401, 401, 429, 429]);
    expect((await signIn({ email }, {}, "2001:db8:0:2::1")).statusCode).toBe(200);
  });
});

describe("a known device [T-06]", () => {
  test("has an HttpOnly cookie, of which the database stores only the hash", async () => {
    email = await openAccount();
    const response = await signIn({ email }, browserHeaders);
    const cookie = response.cookies.find(({ name }) => name === deviceCookieName);
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax", path: "/", maxAge: 34_560_000 });
    const rows = await kit.owner.query<{ row: string }>("select d::text as row from known_devices d");
    expect(JSON.stringify(rows.rows)).not.toContain(cookie?.value);
    expect(cookie?.value).not.toBe(response.cookies.find(({ name }) => name === sessionCookieName)?.value);
    expect(deviceIn(await signIn({ email }, from(cookie?.value ?? "")))).toBe(cookie?.value); // the token stays the same
    expect((await signIn({ email })).cookies).toEqual([]); // a client that is not a browser gets no cookies
    expect((await signIn({ email, password: wrong(1) }, browserHeaders)).cookies).toEqual([]);
  });

  test("has its own attempts, which are limited too", async () => {
    email = await openAccount();
    const owner = await knownBrowser();
    const responses = [];
    for (let at = 0; at < 14; at += 1)
      responses.push((await signIn({ email, password: wrong(at) }, owner, address(at))).statusCode);
    expect(responses).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)]);
    expect((await signIn({ email }, browserHeaders, "203.0.113.20")).statusCode).toBe(200);
  });

  test("is unknown to other accounts, as is a forged token", async () => {
    email = await openAccount();
    const mine = await knownBrowser();
    email = await openAccount();
    for (let at = 0; at < 10; at += 1) await signIn({ email, password: wrong(at) }, {}, address(at));
    for (const headers of [mine, from(kit.deps.ids.token()), from("x"), from("' or 1=1")])
      expect((await signIn({ email }, headers, "203.0.113.30")).statusCode).toBe(429);
  });

  test("is forgotten when the password is changed on another device [T-10]", async () => {
    email = await openAccount();
    const [one, other] = [await knownBrowser(), await knownBrowser()];
    const { jwtToken } = (await signIn({ email }, one)).json<{ jwtToken: string }>();
    const body = { oldPassword: password, newPassword: "Brown-goats-2", confirm_password: "Brown-goats-2" };
    const headers = { ...browserHeaders, cookie: `${one.cookie}; ${sessionCookieName}=${jwtToken}` };
    expect((await kit.post("/user/change/password", body, headers)).statusCode).toBe(200);
    for (let at = 0; at < 10; at += 1) await signIn({ email, password: wrong(at) }, {}, address(at));
    const attempts = [];
    for (const browser of [one, other])
      attempts.push((await signIn({ email, password: "Brown-goats-2" }, browser, "203.0.113.40")).statusCode);
    expect(attempts).toEqual([200, 429]);
  });

  test("is deleted after 400 days without a sign-in", async () => {
    email = await openAccount();
    await knownBrowser();
    const count = async () => (await kit.owner.query("select from known_devices")).rowCount;
    await kit.owner.query("delete from known_devices where last_at > product_now()"); // left by a test with a later clock
    await kit.setClockOffset(399 * 86_400_000);
    const before = await count();
    await accountJobs(kit.deps).forget_registrations();
    expect([await count(), before === 0]).toEqual([before, false]);
    await kit.setClockOffset(401 * 86_400_000);
    await accountJobs(kit.deps).forget_registrations();
    expect(await count()).toBe(0);
  });
});

test("ignores addresses claimed in headers and in the body for its limits [T-18]", async () => {
  email = await openAccount();
  const responses = [];
  for (let at = 0; at < 5; at += 1) {
    const headers = {
      "x-forwarded-for": address(at),
      "x-real-ip": address(at),
      forwarded: `for=${address(at)}`,
      "cf-connecting-ip": address(at),
      "true-client-ip": address(at),
    };
    const body = { email, password: wrong(at), ipAddress: address(at) };
    responses.push((await signIn(body, headers, "203.0.113.50")).statusCode);
  }
  expect(responses).toEqual([401, 401, 401, 429, 429]);
});

test("limits one address to 30 attempts in five minutes over 200 accounts [T-06]", async () => {
  evaluated = 0;
  const responses = [];
  for (let at = 0; at < 200; at += 1)
    responses.push((await signIn({ email: freshEmail() }, {}, "203.0.113.60")).statusCode);
  expect([evaluated, responses.filter((status) => status === 429).length]).toEqual([30, 170]);
});
