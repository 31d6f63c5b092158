import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { deviceCookieName, sessionCookieName } from "../../http/cookies.ts";
import { fail } from "@idanimo/contract/problems";
import { tokenHash } from "../../kernel/vault.ts";
import { collectGarbage } from "../../kernel/testing/collect-garbage.ts";
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
  const answer = await kit.signIn({ email }, browserHeaders);
  const token = answer.cookies.find(({ name }) => name === sessionCookieName)?.value ?? "none";
  return { ...browserHeaders, cookie: `${sessionCookieName}=${token}` };
};
const statusOf = async (headers: Record<string, string>) => (await kit.get("/user/profile", headers)).statusCode;

test("API-02 LOGIN-08 SESSION-02 a sign-in answers the source's user with its token", async () => {
  const answer = await kit.signIn({ email });
  expect(answer.json()).toEqual({
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
  expect([answer.headers["cache-control"], answer.cookies]).toEqual(["no-store", []]);
});

describe("LOGIN-10 a refused sign-in says one thing and gives no token", () => {
  test("ERR-05 T-04 a wrong password and a mailbox of nobody: the same bytes for one password check each", async () => {
    let checks = 0;
    const { passwords } = kit.deps;
    const counting = {
      ...passwords,
      matches: (...asked: Parameters<typeof passwords.matches>) => ((checks += 1), passwords.matches(...asked)),
    };
    const counted = await openKit({ passwords: counting });
    const known = await counted.openAccount();
    const wrong = await counted.signIn({ email: known, password: "Wrong-horse-1" });
    const nobody = await counted.signIn({ email: freshEmail(), password: "Wrong-horse-1" });
    expect([wrong.statusCode, wrong.body]).toEqual([nobody.statusCode, nobody.body]);
    expect(wrong.json()).toMatchObject({ code: "incorrect_credentials", message: "Incorrect email or password" });
    expect([wrong.cookies, checks]).toEqual([[], 2]);
    await counted.close();
  });

  test("ERR-06 T-18 without ipAddress 406 in the source's words; null will do, and a claimed one counts for nothing", async () => {
    const absent = await kit.signIn({ email, ipAddress: undefined });
    expect([absent.statusCode, absent.json()]).toMatchObject([406, { code: "ip_address_missing" }]);
    expect((await kit.signIn({ email, ipAddress: null })).statusCode).toBe(200);
    expect((await kit.signIn({ email, ipAddress: "203.0.113.9" })).statusCode).toBe(200);
  });

  test("OTP-01 the right password of a sign-up that waits gets its id and a new code; a wrong one learns nothing", async () => {
    const waiting = freshEmail();
    const id = await kit.signUp({ email: waiting });
    expect((await kit.signIn({ email: waiting, password: "Wrong-horse-1" })).json()).toMatchObject({
      code: "incorrect_credentials",
    });
    await kit.setClockOffset(minutes(2));
    const refused = await kit.signIn({ email: waiting });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { code: "account_not_activated", details: { id } },
    ]);
    const again = await kit.signIn({ email: waiting });
    expect([again.statusCode, again.cookies]).toEqual([403, []]);
    const mails = (await kit.messages(id)).filter(({ channel }) => channel === "mail");
    expect(mails).toHaveLength(2); // one new code, since the second came too soon
    await kit.post("/auth/activation", { id, code: await kit.codeOf(id) });
    expect((await kit.signIn({ email: waiting })).statusCode).toBe(200);
  });

  test("T-05 signing in again and again to a sign-up that waits sends no more codes than asking for them", async () => {
    const waiting = freshEmail();
    const id = await kit.signUp({ email: waiting, phoneNumber: undefined });
    for (let minute = 1; minute <= 9; minute += 1) {
      await kit.setClockOffset(minutes(minute * 1.5));
      await kit.signIn({ email: waiting });
    }
    expect(await kit.messages(id)).toHaveLength(5);
  });
});

test("T-06 the eleventh try at one account within a quarter of an hour is refused before anything is hashed", async () => {
  let checks = 0;
  const { passwords } = kit.deps;
  const counting = {
    ...passwords,
    matches: (...asked: Parameters<typeof passwords.matches>) => ((checks += 1), passwords.matches(...asked)),
  };
  const counted = await openKit({ passwords: counting });
  const target = freshEmail();
  const answers = [];
  for (let at = 0; at < 12; at += 1)
    answers.push(await counted.signIn({ email: target, password: `Wrong-horse-${at}` }));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array<number>(10).fill(401), 429, 429]);
  expect(answers[11]?.json<{ message: string }>().message).toMatch(/Wait \d+ minutes/);
  expect(checks).toBe(10);
  await counted.close();
});

test("T-02 T-06 limits per address count over all calls and are not moved by forged headers (T-18)", async () => {
  const narrow = await openKit({ wider: 1 });
  const answers = [];
  for (let at = 0; at < 32; at += 1)
    answers.push(
      (
        await narrow.post(
          "/auth/login",
          { email: freshEmail(), password, ipAddress: `203.0.113.${at}`, captcha: "none" },
          { "x-forwarded-for": `203.0.113.${at}`, forwarded: `for=203.0.113.${at}` },
        )
      ).statusCode,
    );
  expect(answers).toEqual([...Array<number>(30).fill(400), 429, 429]);
  await narrow.close();
});

test("T-07 when too many passwords wait to be checked, the next caller is told so at once", async () => {
  const slow = openPasswordHasher({ atOnce: 1, queue: 1 });
  const hashed = await slow.hash(password);
  if (!hashed.ok) throw new Error("no hash");
  const answers = await Promise.all(Array.from({ length: 4 }, () => slow.matches(hashed.value, password)));
  expect(answers.filter((answer) => answer.ok && answer.value)).toHaveLength(2);
  expect(answers.filter((answer) => !answer.ok)).toHaveLength(2);
  expect(await slow.matches(hashed.value, password)).toEqual({ ok: true, value: true }); // the queue is free again

  const full = { hash: slow.hash, matches: () => Promise.resolve(fail("unavailable", {})) };
  const busy = await openKit({ passwords: full });
  const refused = await busy.signIn({ email });
  expect([refused.statusCode, refused.json()]).toMatchObject([503, { code: "unavailable" }]);
  await busy.close();
});

test("T-07 a password is neither cut nor changed: 128 signs count, the last one too", async () => {
  const long = `Aa1!${"\u00e9".repeat(123)}x`;
  const id = await kit.signUp({ email: "long@example.test", password: long });
  await kit.post("/auth/activation", { id, code: await kit.codeOf(id) });
  expect((await kit.signIn({ email: "long@example.test", password: long })).statusCode).toBe(200);
  expect((await kit.signIn({ email: "long@example.test", password: `${long.slice(0, -1)}y` })).statusCode).toBe(401);
  expect((await kit.signIn({ email: "long@example.test", password: `${long}x` })).statusCode).toBe(400);
});

test("T-09 a browser gets its token where no script reads it, and the database holds only the hash", async () => {
  const answer = await kit.signIn({ email }, browserHeaders);
  const { jwtToken, expirationDate } = answer.json<SignedIn>();
  expect(answer.cookies.filter(({ name }) => name === sessionCookieName)).toEqual([
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

test("API-26 T-10 signing out ends the token on the server, clears the browser, and may be repeated", async () => {
  const headers = await browser();
  expect(await statusOf(headers)).toBe(200);
  const out = await kit.post("/auth/logout", {}, headers);
  expect([out.statusCode, out.json(), out.headers["clear-site-data"]]).toEqual([
    200,
    { result: "success" },
    '"storage"',
  ]);
  expect(out.cookies[0]).toMatchObject({ name: sessionCookieName, value: "" });
  expect(await statusOf(headers)).toBe(401); // the old cookie is worth nothing
  expect((await kit.post("/auth/logout", {}, headers)).statusCode).toBe(200);
  expect((await kit.post("/auth/logout", {})).statusCode).toBe(200);
});

test("T-10 every sign-in has a token of its own, and the browser's earlier one ends with it", async () => {
  const first = await browser();
  const answer = await kit.signIn({ email }, first);
  const second = { ...browserHeaders, cookie: `${sessionCookieName}=${answer.cookies[0]?.value}` };
  expect(second.cookie).not.toBe(first.cookie);
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
});

test("T-10 a browser's sign-in ends after eleven idle minutes, and polls and refreshes are not activity", async () => {
  const headers = await browser();
  for (const minute of [3, 6, 9, 10.9]) {
    await kit.setClockOffset(minutes(minute));
    expect(await statusOf(headers)).toBe(200); // the profile is a passive call
  }
  await kit.setClockOffset(minutes(11.1));
  expect(await statusOf(headers)).toBe(401);
});

describe("T-19 on a shared computer", () => {
  const shared = { ...browserHeaders, cookie: "sharedComputer=yes" };

  test("a sign-in ends with the browser, after six idle minutes and after two hours, and makes no browser known", async () => {
    const devices = async () => (await kit.owner.query("select from known_devices")).rowCount;
    const before = await devices();
    const answer = await kit.signIn({ email, deviceToken: "{}" }, shared);
    const { expirationDate, jwtToken } = answer.json<SignedIn>();
    expect(answer.cookies).toEqual([
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

  test("who forgets the browser's word does not make the sign-in last longer", async () => {
    const { jwtToken } = (await kit.signIn({ email }, shared)).json<SignedIn>();
    const headers = { ...browserHeaders, cookie: `${sessionCookieName}=${jwtToken}` };
    await kit.setClockOffset(minutes(6.1));
    expect(await statusOf(headers)).toBe(401);
  });

  test("API-26 signing out asks the browser to empty its cache, its cookies and its storage", async () => {
    const { jwtToken } = (await kit.signIn({ email }, shared)).json<SignedIn>();
    const headers = { ...shared, cookie: `${shared.cookie}; ${sessionCookieName}=${jwtToken}` };
    const out = await kit.post("/auth/logout", {}, headers);
    expect([out.statusCode, out.headers["clear-site-data"]]).toEqual([200, '"cache", "cookies", "storage"']);
  });
});

test("SESSION-11 staying logged in starts the eleven minutes anew, up to twelve hours after the sign-in", async () => {
  const headers = await browser();
  for (let at = 10; at < 12 * 60; at += 10) {
    await kit.setClockOffset(minutes(at));
    const kept = await kit.post("/user/sessions/current/keep", {}, headers);
    expect([at, kept.statusCode]).toEqual([at, 200]);
  }
  await kit.setClockOffset(hours(12) + 1_000);
  expect((await kit.post("/user/sessions/current/keep", {}, headers)).statusCode).toBe(401);
});

test("SESSION-11 the answer of staying logged in is when the sign-in ends at the latest", async () => {
  const headers = await browser();
  const { expirationDate } = (await kit.get("/user/profile", headers)).json<SignedIn>();
  expect((await kit.post("/user/sessions/current/keep", {}, headers)).json()).toEqual({ expirationDate });
});

test("activity is written down at most every thirty seconds", async () => {
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

test("R-24 R-26 whoever is signed in is known while nothing can be written", async () => {
  const headers = await browser();
  await kit.setClockOffset(31_000);
  const holder = await kit.owner.connect();
  try {
    await holder.query("begin; lock table sign_ins in share mode"); // reading goes on, writing waits
    const began = performance.now();
    const token = headers.cookie.slice(sessionCookieName.length + 1);
    expect(await createAuthenticate(kit.deps)(token, true)).toMatchObject({ kind: "cookie" }); // a call that is activity
    expect(performance.now() - began).toBeLessThan(3_000);
  } finally {
    await holder.query("rollback");
    holder.release();
  }
});

test("T-10 a bearer token has no idle end and lives twelve hours", async () => {
  const headers = await bearer();
  await kit.setClockOffset(hours(11.9));
  expect(await statusOf(headers)).toBe(200);
  await kit.setClockOffset(hours(12) + 1_000);
  expect(await statusOf(headers)).toBe(401);
});

test("a browser's token sent as a bearer is still a browser's: its idle end stays", async () => {
  const { jwtToken } = (await kit.signIn({ email }, browserHeaders)).json<SignedIn>();
  await kit.setClockOffset(minutes(11.1));
  expect(await statusOf({ authorization: `Bearer ${jwtToken}` })).toBe(401);
});

test("a token of nobody is nobody's", async () => {
  expect(await statusOf({ authorization: `Bearer ${kit.deps.ids.token()}` })).toBe(401);
  expect(await statusOf({})).toBe(401);
});

test("signing in and out leave their audit rows, of the user", async () => {
  const headers = await bearer();
  await kit.post("/auth/logout", {}, headers);
  const rows = await kit.owner.query<{ action: string; actor_id: string }>(
    "select action, actor_id from audit_log where object_id = (select id from sign_ins where token_hash = $1) order by at",
    [tokenHash(headers.authorization.slice("Bearer ".length))],
  );
  expect(rows.rows.map(({ action }) => action)).toEqual(["signed_in", "signed_out"]);
  expect(new Set(rows.rows.map(({ actor_id }) => actor_id)).size).toBe(1);
});

test("API-25 IP-01 IP-03 IP-04 a visitor learns the connection's own address, whatever it claims, and nulls when nobody knows", async () => {
  const known = await kit.get("/client-address", { "x-forwarded-for": "203.0.113.9" });
  expect(known.json()).toEqual({ ip: "127.0.0.1", country_name: "Nigeria" });
  const blind = await openKit({ ipLookup: { find: () => Promise.resolve(null) } });
  expect((await blind.get("/client-address")).json()).toEqual({ ip: null, country_name: null });
  await blind.close();
});

describe("T-10 a sign-in from a device that the account does not know leaves a notice", () => {
  const laptop = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
  let mine: string;
  beforeAll(async () => void (mine = await kit.openAccount()));
  const enter = async (headers: Record<string, string>) => {
    const answer = await kit.signIn({ email: mine }, headers);
    expect(answer.statusCode).toBe(200);
    return answer.cookies.find(({ name }) => name === deviceCookieName)?.value ?? "";
  };
  const told = async () => {
    const read = `select n.facts->>'device' as device from notices n join users u on u.id = n.owner_id
                  where u.email = $1 and n.kind = 'new_sign_in' order by n.created_at`;
    return (await kit.owner.query<{ device: string }>(read, [mine])).rows.map(({ device }) => device);
  };

  test("not the first one, not one from a browser or program that was there before, once for each other", async () => {
    const first = await enter(browserHeaders);
    expect(await told()).toEqual([]);
    await enter({ ...browserHeaders, cookie: `${deviceCookieName}=${first}` });
    expect(await told()).toEqual([]);
    const second = await enter({ ...browserHeaders, "user-agent": laptop });
    expect(await told()).toEqual(["Firefox on Linux"]);
    await enter({ ...browserHeaders, "user-agent": laptop, cookie: `${deviceCookieName}=${second}` });
    expect(await told()).toEqual(["Firefox on Linux"]);
    await enter({ "user-agent": "till/1.0" });
    await enter({ "user-agent": "till/1.0" });
    expect(await told()).toEqual(["Firefox on Linux", "Another program"]);
    await enter({ ...browserHeaders, cookie: `${deviceCookieName}=${kit.deps.ids.token()}` }); // a name made up
    expect(await told()).toHaveLength(3);
  });
});

describe("a profile that was read a moment ago", () => {
  afterEach(() => void vi.useRealTimers());
  /** Lets go of what only a turn of the program still holds, and of all that nobody holds. */
  const cleanUp = async () => {
    for (let times = 0; times < 3; times += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
    }
  };

  test("T-10 is not in this process any more a minute later, whether anybody calls or not", async () => {
    const token = (await bearer()).authorization.slice("Bearer ".length);
    vi.useFakeTimers({ toFake: ["setInterval"] });
    const identify = createAuthenticate(kit.deps);
    const read = async () => new WeakRef((await identify(token, true, "profile")) ?? {});
    const made = await read();
    await cleanUp();
    expect(made.deref()).toMatchObject({ profile: { email } });
    expect((await read()).deref()).toBe(made.deref());
    vi.advanceTimersByTime(minutes(1));
    await cleanUp();
    expect(made.deref()).toBeUndefined();
  });

  test("is made anew once the database says another word of it", async () => {
    const token = (await bearer()).authorization.slice("Bearer ".length);
    const identify = createAuthenticate(kit.deps);
    const before = await identify(token, true, "profile");
    await kit.owner.query("update users set address = '1 Marina, Lagos' where email = $1", [email]);
    const after = await identify(token, true, "profile");
    expect([before?.profile?.address, after?.profile?.address]).toEqual([null, "1 Marina, Lagos"]);
    expect(await identify(token, true, "profile")).toBe(after);
    const shared = [after, after?.profile, after?.profile?.wallets, ...(after?.profile?.wallets ?? [])];
    expect(shared.map((part) => Object.isFrozen(part))).toEqual([true, true, true, true, true]); // by every call that reads it
  });
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
