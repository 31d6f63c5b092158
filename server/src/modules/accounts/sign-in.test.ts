import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { deviceCookieName, sessionCookieName } from "../../http/cookies.ts";
import { fail } from "@idanimo/contract/problems";
import { tokenHash } from "../../kernel/vault.ts";
import { createAuthenticate } from "./index.ts";
import { openPasswordHasher } from "./password-hasher.ts";
import { freshEmail, browserHeaders, type Kit, openKit, password } from "./testing/kit.ts";

let kit: Kit;
let email: string;
beforeAll(async () => {
  kit = await openKit();
  email = await kit.openAccount();
});
afterEach(async () => {
  await kit.owner.query("delete from rate_limits");
  await kit.settle();
});
afterAll(() => kit.close());

const minutes = (count: number) => Math.round(count * 60_000);
const hours = (count: number) => minutes(count * 60);

type SignedIn = { jwtToken: string; expirationDate: string };
const bearer = async () => {
  const { jwtToken } = (await kit.signIn({ email })).json<SignedIn>();
  return { authorization: `Bearer ${jwtToken}` };
};
const browser = async () => {
  const response = await kit.signIn({ email }, browserHeaders);
  const token = response.cookies.find(({ name }) => name === sessionCookieName)?.value ?? "none";
  return { ...browserHeaders, cookie: `${sessionCookieName}=${token}` };
};
const statusOf = async (headers: Record<string, string>) => (await kit.get("/user/profile", headers)).statusCode;

test("returns the user with a token [API-02 LOGIN-08 SESSION-02]", async () => {
  const response = await kit.signIn({ email });
  expect(response.json()).toEqual({
    jwtToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    expirationDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    userType: "individual",
    email,
    firstName: "Ada",
    lastName: "Obi",
    phoneNumber: "+2348030000001",
    profileImageLocation: null,
    currency: "NGN",
    walletBalance: 0,
  });
  expect([response.headers["cache-control"], response.cookies]).toEqual(["no-store", []]);
});

describe("a rejected sign-in [LOGIN-10]", () => {
  test("responds alike to a wrong password and an unknown address [ERR-05 T-04]", async () => {
    let checks = 0;
    const { passwords } = kit.deps;
    const counting = {
      ...passwords,
      matches: (...asked: Parameters<typeof passwords.matches>) => ((checks += 1), passwords.matches(...asked)),
    };
    const counted = await openKit({ passwords: counting });
    const known = await counted.openAccount();
    const wrong = await counted.signIn({ email: known, password: "Wrong-horse-1" });
    const unknownUser = await counted.signIn({ email: freshEmail(), password: "Wrong-horse-1" });
    expect([wrong.statusCode, wrong.body]).toEqual([unknownUser.statusCode, unknownUser.body]);
    expect(wrong.json()).toMatchObject({ code: "incorrect_credentials", message: "Incorrect email or password" });
    expect([wrong.cookies, checks]).toEqual([[], 2]);
    await counted.close();
  });

  test("returns 406 without ipAddress; null and any address are accepted [ERR-06 T-18]", async () => {
    const absent = await kit.signIn({ email, ipAddress: undefined });
    expect([absent.statusCode, absent.json()]).toMatchObject([406, { code: "ip_address_missing" }]);
    expect((await kit.signIn({ email, ipAddress: null })).statusCode).toBe(200);
    expect((await kit.signIn({ email, ipAddress: "203.0.113.9" })).statusCode).toBe(200);
  });

  test("returns a pending sign-up's id and sends a code for its password only [OTP-01]", async () => {
    const waiting = freshEmail();
    const id = await kit.signUp({ email: waiting });
    expect((await kit.signIn({ email: waiting, password: "Wrong-horse-1" })).json()).toMatchObject({
      code: "incorrect_credentials",
    });
    await kit.setClockOffset(minutes(2));
    const rejected = await kit.signIn({ email: waiting });
    expect([rejected.statusCode, rejected.json()]).toMatchObject([
      403,
      { code: "account_not_activated", details: { id } },
    ]);
    const again = await kit.signIn({ email: waiting });
    expect([again.statusCode, again.cookies]).toEqual([403, []]);
    const mails = (await kit.messages(id)).filter(({ channel }) => channel === "mail");
    expect(mails).toHaveLength(2); // one new code, since the second call came too soon
    await kit.post("/auth/activation", { id, code: await kit.codeOf(id) });
    expect((await kit.signIn({ email: waiting })).statusCode).toBe(200);
  });

  test("sends a pending sign-up no more codes than a resend does [T-05]", async () => {
    const waiting = freshEmail();
    const id = await kit.signUp({ email: waiting, phoneNumber: undefined });
    for (let minute = 1; minute <= 9; minute += 1) {
      await kit.setClockOffset(minutes(minute * 1.5));
      await kit.signIn({ email: waiting });
    }
    expect(await kit.messages(id)).toHaveLength(5);
  });
});

test("rejects the eleventh attempt in 15 minutes before hashing [T-06]", async () => {
  let checks = 0;
  const { passwords } = kit.deps;
  const counting = {
    ...passwords,
    matches: (...asked: Parameters<typeof passwords.matches>) => ((checks += 1), passwords.matches(...asked)),
  };
  const counted = await openKit({ passwords: counting });
  const target = freshEmail();
  const responses = [];
  for (let at = 0; at < 12; at += 1)
    responses.push(await counted.signIn({ email: target, password: `Wrong-horse-${at}` }));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([...Array<number>(10).fill(401), 429, 429]);
  expect(responses[11]?.json<{ message: string }>().message).toMatch(/Wait \d+ minutes/);
  expect(checks).toBe(10);
  await counted.close();
});

test("limits attempts per address, whatever headers claim [T-02 T-06 T-18]", async () => {
  const narrow = await openKit({ wider: 1 });
  const responses = [];
  for (let at = 0; at < 32; at += 1)
    responses.push(
      (
        await narrow.post(
          "/auth/login",
          { email: freshEmail(), password, ipAddress: `203.0.113.${at}`, captcha: "none" },
          { "x-forwarded-for": `203.0.113.${at}`, forwarded: `for=203.0.113.${at}` },
        )
      ).statusCode,
    );
  expect(responses).toEqual([...Array<number>(30).fill(400), 429, 429]);
  await narrow.close();
});

test("rejects a password check at once when the queue is full [T-07]", async () => {
  const slow = openPasswordHasher({ atOnce: 1, queue: 1 });
  const hashed = await slow.hash(password);
  if (!hashed.ok) throw new Error("no hash");
  const results = await Promise.all(Array.from({ length: 4 }, () => slow.matches(hashed.value, password)));
  expect(results.filter((result) => result.ok && result.value)).toHaveLength(2);
  expect(results.filter((result) => !result.ok)).toHaveLength(2);
  expect(await slow.matches(hashed.value, password)).toEqual({ ok: true, value: true }); // the queue is free again

  const full = { hash: slow.hash, matches: () => Promise.resolve(fail("unavailable", {})) };
  const busy = await openKit({ passwords: full });
  const rejected = await busy.signIn({ email });
  expect([rejected.statusCode, rejected.json()]).toMatchObject([503, { code: "unavailable" }]);
  await busy.close();
});

test("compares passwords of up to 128 characters in full [T-07]", async () => {
  const long = `Aa1!${"\u00e9".repeat(123)}x`;
  const id = await kit.signUp({ email: "long@example.test", password: long });
  await kit.post("/auth/activation", { id, code: await kit.codeOf(id) });
  expect((await kit.signIn({ email: "long@example.test", password: long })).statusCode).toBe(200);
  expect((await kit.signIn({ email: "long@example.test", password: `${long.slice(0, -1)}y` })).statusCode).toBe(401);
  expect((await kit.signIn({ email: "long@example.test", password: `${long}x` })).statusCode).toBe(400);
});

test("sets an HttpOnly cookie and stores only the token's hash [T-09]", async () => {
  const response = await kit.signIn({ email }, browserHeaders);
  const { jwtToken, expirationDate } = response.json<SignedIn>();
  expect(response.cookies.filter(({ name }) => name === sessionCookieName)).toEqual([
    {
      name: "__Host-idanimo",
      value: jwtToken,
      path: "/",
      httpOnly: true,
      secure: true,
      sameSite: "Lax",
      expires: new Date(Math.floor(Date.parse(expirationDate) / 1000) * 1000),
    },
  ]);
  const rows = await kit.owner.query<{ row: string }>("select s::text as row from sign_ins s where token_hash = $1", [
    tokenHash(jwtToken),
  ]);
  expect(rows.rowCount).toBe(1);
  expect(rows.rows[0]?.row).not.toContain(jwtToken);
});

test("signs out on the server and in the browser, idempotently [API-26 T-10]", async () => {
  const headers = await browser();
  expect(await statusOf(headers)).toBe(200);
  const out = await kit.post("/auth/logout", {}, headers);
  expect([out.statusCode, out.json(), out.headers["clear-site-data"]]).toEqual([
    200,
    { result: "success" },
    '"storage"',
  ]);
  expect(out.cookies[0]).toMatchObject({ name: sessionCookieName, value: "" });
  expect(await statusOf(headers)).toBe(401); // the old cookie is rejected
  expect((await kit.post("/auth/logout", {}, headers)).statusCode).toBe(200);
  expect((await kit.post("/auth/logout", {})).statusCode).toBe(200);
});

test("issues a new token per sign-in and ends the browser's previous session [T-10]", async () => {
  const first = await browser();
  const response = await kit.signIn({ email }, first);
  const second = { ...browserHeaders, cookie: `${sessionCookieName}=${response.cookies[0]?.value}` };
  expect(second.cookie).not.toBe(first.cookie);
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
});

test("ends a browser session after eleven idle minutes, despite passive calls [T-10]", async () => {
  const headers = await browser();
  for (const minute of [3, 6, 9, 10.9]) {
    await kit.setClockOffset(minutes(minute));
    expect(await statusOf(headers)).toBe(200); // the profile is a passive call
  }
  await kit.setClockOffset(minutes(11.1));
  expect(await statusOf(headers)).toBe(401);
});

describe("a shared computer [T-19]", () => {
  const shared = { ...browserHeaders, cookie: "sharedComputer=yes" };

  test("limits the session to six idle minutes and two hours, and is not remembered", async () => {
    const devices = async () => (await kit.owner.query("select from known_devices")).rowCount;
    const before = await devices();
    const response = await kit.signIn({ email, deviceToken: "{}" }, shared);
    const { expirationDate, jwtToken } = response.json<SignedIn>();
    expect(response.cookies).toEqual([
      { name: sessionCookieName, value: jwtToken, path: "/", httpOnly: true, secure: true, sameSite: "Lax" },
    ]);
    expect(await devices()).toBe(before);
    expect(Math.round((Date.parse(expirationDate) - Date.now()) / minutes(1))).toBe(120);
    const headers = { ...shared, cookie: `${shared.cookie}; ${sessionCookieName}=${jwtToken}` };
    await kit.setClockOffset(minutes(5.9));
    expect(await statusOf(headers)).toBe(200);
    await kit.setClockOffset(minutes(6.1));
    expect([await statusOf(headers), await statusOf({ authorization: `Bearer ${jwtToken}` })]).toEqual([401, 401]);
  });

  test("keeps the shorter limits when its cookie is removed", async () => {
    const { jwtToken } = (await kit.signIn({ email }, shared)).json<SignedIn>();
    const headers = { ...browserHeaders, cookie: `${sessionCookieName}=${jwtToken}` };
    await kit.setClockOffset(minutes(6.1));
    expect(await statusOf(headers)).toBe(401);
  });

  test("clears cache, cookies and storage on sign-out [API-26]", async () => {
    const { jwtToken } = (await kit.signIn({ email }, shared)).json<SignedIn>();
    const headers = { ...shared, cookie: `${shared.cookie}; ${sessionCookieName}=${jwtToken}` };
    const out = await kit.post("/auth/logout", {}, headers);
    expect([out.statusCode, out.headers["clear-site-data"]]).toEqual([200, '"cache", "cookies", "storage"']);
  });
});

test("extends a session on request, up to twelve hours after the sign-in [SESSION-11]", async () => {
  const headers = await browser();
  for (let at = 10; at < 12 * 60; at += 10) {
    await kit.setClockOffset(minutes(at));
    const stored = await kit.post("/user/sessions/current/keep", {}, headers);
    expect([at, stored.statusCode]).toEqual([at, 200]);
  }
  await kit.setClockOffset(hours(12) + 1_000);
  expect((await kit.post("/user/sessions/current/keep", {}, headers)).statusCode).toBe(401);
});

test("returns the session's latest end when it is extended [SESSION-11]", async () => {
  const headers = await browser();
  const { expirationDate } = (await kit.get("/user/profile", headers)).json<SignedIn>();
  expect((await kit.post("/user/sessions/current/keep", {}, headers)).json()).toEqual({ expirationDate });
});

test("records activity at most every thirty seconds", async () => {
  const headers = await browser();
  const hash = tokenHash(headers.cookie.slice(sessionCookieName.length + 1));
  const read = "select seen_at as at from sign_ins where token_hash = $1";
  const seenAt = async () => (await kit.owner.query<{ at: Date }>(read, [hash])).rows[0]?.at.getTime() ?? 0;
  const choose = () => kit.post("/user/currency", { currency: "NGN" }, headers);
  const first = await seenAt();
  await choose();
  expect(await seenAt()).toBe(first);
  await kit.setClockOffset(31_000);
  await choose();
  await expect.poll(seenAt).toBeGreaterThan(first + 30_000); // no call waits for it
});

test("authenticates while nothing can be written [R-24 R-26]", async () => {
  const headers = await browser();
  await kit.setClockOffset(31_000);
  const holder = await kit.owner.connect();
  try {
    await holder.query("begin; lock table sign_ins in share mode"); // allows reads, blocks writes
    const began = performance.now();
    const token = headers.cookie.slice(sessionCookieName.length + 1);
    expect(await createAuthenticate(kit.deps)({ token, active: true, organisationId: undefined })).toMatchObject({
      kind: "cookie",
    }); // a call that counts as activity
    expect(performance.now() - began).toBeLessThan(3_000);
  } finally {
    await holder.query("rollback");
    holder.release();
  }
});

test("ends a bearer session after twelve hours, without an idle limit [T-10]", async () => {
  const headers = await bearer();
  await kit.setClockOffset(hours(11.9));
  expect(await statusOf(headers)).toBe(200);
  await kit.setClockOffset(hours(12) + 1_000);
  expect(await statusOf(headers)).toBe(401);
});

test("applies the idle limit to a browser's token that is sent as a bearer token", async () => {
  const { jwtToken } = (await kit.signIn({ email }, browserHeaders)).json<SignedIn>();
  await kit.setClockOffset(minutes(11.1));
  expect(await statusOf({ authorization: `Bearer ${jwtToken}` })).toBe(401);
});

test("rejects an unknown token and a missing one", async () => {
  expect(await statusOf({ authorization: `Bearer ${kit.deps.ids.token()}` })).toBe(401);
  expect(await statusOf({})).toBe(401);
});

test("writes audit rows of the user for signing in and out", async () => {
  const headers = await bearer();
  await kit.post("/auth/logout", {}, headers);
  const rows = await kit.owner.query<{ action: string; actor_id: string }>(
    "select action, actor_id from audit_log where object_id = (select id from sign_ins where token_hash = $1) order by at",
    [tokenHash(headers.authorization.slice("Bearer ".length))],
  );
  expect(rows.rows.map(({ action }) => action)).toEqual(["signed_in", "signed_out"]);
  expect(new Set(rows.rows.map(({ actor_id }) => actor_id)).size).toBe(1);
});

// Covers: IP-04
test("returns the connection's own address, or nulls if no lookup works [API-25 IP-01 IP-03]", async () => {
  const known = await kit.get("/client-address", { "x-forwarded-for": "203.0.113.9" });
  expect(known.json()).toEqual({ ip: "127.0.0.1", country_name: "Nigeria" });
  const blind = await openKit({ ipLookup: { find: () => Promise.resolve(null) } });
  expect((await blind.get("/client-address")).json()).toEqual({ ip: null, country_name: null });
  await blind.close();
});

describe("a sign-in from an unknown device [T-10]", () => {
  const laptop = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
  let mine: string;
  beforeAll(async () => void (mine = await kit.openAccount()));
  const enter = async (headers: Record<string, string>) => {
    const response = await kit.signIn({ email: mine }, headers);
    expect(response.statusCode).toBe(200);
    return response.cookies.find(({ name }) => name === deviceCookieName)?.value ?? "";
  };
  const reported = async () => {
    const read = `select n.facts->>'device' as device from notices n join users u on u.id = n.owner_id
                  where u.email = $1 and n.kind = 'new_sign_in' order by n.created_at`;
    return (await kit.owner.query<{ device: string }>(read, [mine])).rows.map(({ device }) => device);
  };

  test("creates one notice per new browser or program, except for the first one", async () => {
    const first = await enter(browserHeaders);
    expect(await reported()).toEqual([]);
    await enter({ ...browserHeaders, cookie: `${deviceCookieName}=${first}` });
    expect(await reported()).toEqual([]);
    const second = await enter({ ...browserHeaders, "user-agent": laptop });
    expect(await reported()).toEqual(["Firefox on Linux"]);
    await enter({ ...browserHeaders, "user-agent": laptop, cookie: `${deviceCookieName}=${second}` });
    expect(await reported()).toEqual(["Firefox on Linux"]);
    await enter({ "user-agent": "till/1.0" });
    await enter({ "user-agent": "till/1.0" });
    expect(await reported()).toEqual(["Firefox on Linux", "Another program"]);
    await enter({ ...browserHeaders, cookie: `${deviceCookieName}=${kit.deps.ids.token()}` }); // a forged token
    expect(await reported()).toHaveLength(3);
  });
});

test("the profile contains a change from its next read on [T-10]", async () => {
  const token = (await bearer()).authorization.slice("Bearer ".length);
  const identify = createAuthenticate(kit.deps);
  const read = { token, active: true, organisationId: undefined, reads: "profile" } as const;
  const addressNow = async () => {
    const caller = await identify(read);
    return caller === null || caller === "outsider" ? undefined : caller.profile?.address;
  };
  const before = await addressNow();
  await kit.owner.query("update users set address = '1 Marina, Lagos' where email = $1", [email]);
  expect([before, await addressNow()]).toEqual([null, "1 Marina, Lagos"]);
});

test("stores a device's name without control and invisible characters [T-71]", async () => {
  const email = await kit.openAccount();
  await kit.signIn({ email }, { "user-agent": `Mozilla/5.0\u0085(X11;\u00AD Linux)\u009B31m ${"x".repeat(300)}` });
  const row = await kit.owner.query<{ device: string }>(
    "select s.device from sign_ins s join users u on u.id = s.user_id where u.email = $1",
    [email],
  );
  expect(row.rows[0]?.device).toMatch(/^Mozilla\/5\.0 \(X11; Linux\) 31m x+$/);
  expect(row.rows[0]?.device).toHaveLength(200);
});
