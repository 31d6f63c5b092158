import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { deviceCookieName, resetCookieName } from "../../http/cookies.ts";
import { openPasswordHasher } from "./index.ts";
import { freshEmail, browserHeaders, type Kit, openKit, password } from "./testing/kit.ts";

let kit: Kit;
let email: string;
let userId: string;
beforeAll(async () => {
  kit = await openKit();
});
beforeEach(async () => {
  email = await kit.openAccount();
  userId = (await kit.owner.query<{ id: string }>("select id from users where email = $1", [email])).rows[0]?.id ?? "";
});
afterEach(async () => {
  await kit.owner.query("delete from rate_limits");
  await kit.settle();
});
afterAll(() => kit.close());

const minutes = (count: number) => Math.round(count * 60_000);
const newPassword = "Brown-goats-2";
const forgot = async (mailbox: string, headers: Record<string, string> = {}, from = kit) =>
  from.post("/auth/fpassword", { email: mailbox, captcha: await from.solve("fpassword") }, headers);
const mails = async () => (await kit.messages(userId)).filter(({ kind }) => kind === "password_reset");
const linkOf = async () => /https?:\S+\/reset-password\/\S+/.exec((await mails()).at(-1)?.text ?? "")?.[0] ?? "none";
const tokenOf = async () => (await linkOf()).split("/").at(-1) ?? "none";
/** Requests a link. @returns its token */
const asked = async () => {
  await forgot(email);
  return tokenOf();
};
const reset = (mailbox: string, body: object, headers: Record<string, string> = {}) =>
  kit.post(`/form/reset-password/${encodeURIComponent(mailbox)}/password`, body, headers);
const open = (body: object, headers: Record<string, string> = browserHeaders) =>
  kit.post("/form/reset-password/open", body, headers);
const invalid = { code: "invalid_reset_link", message: "Invalid Reset Password Link" };

describe("a mailed link [T-12]", () => {
  test("is checked without being consumed, and moves its token to an HttpOnly cookie", async () => {
    const token = await asked();
    for (let at = 0; at < 10; at += 1) {
      const page = await kit.get(`/form/reset-password/${encodeURIComponent(email)}/${token}`);
      expect(page.statusCode).toBe(404); // there is no GET form: a scanner that follows links changes nothing
      expect((await open({ email, token })).json()).toEqual({ email });
    }
    const opened = await open({ email, token });
    expect(opened.cookies).toMatchObject([
      {
        name: resetCookieName,
        value: token,
        httpOnly: true,
        secure: true,
        sameSite: "Strict",
        path: "/",
        maxAge: 1_800,
      },
    ]);
    expect(opened.headers["cache-control"]).toBe("no-store");
    const cookie = `${resetCookieName}=${token}`;
    expect((await open({}, { ...browserHeaders, cookie })).json()).toEqual({ email }); // after a reload
    const done = await reset(email, { newPassword, confirmpassword: newPassword }, { ...browserHeaders, cookie });
    expect(done.json()).toEqual({ result: "success" });
    expect(done.cookies.find(({ name }) => name === resetCookieName)).toMatchObject({ value: "" });
    expect((await kit.signIn({ email, password: newPassword })).statusCode).toBe(200);
  });

  test("sets a password once, also with concurrent calls [API-09 ERR-26]", async () => {
    const token = await asked();
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, at) => reset(email, { token, newPassword: `${newPassword}${at}` })),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const rejected = responses.filter(({ statusCode }) => statusCode !== 200);
    expect(rejected.map((response) => response.json<object>())).toEqual(
      rejected.map(() => expect.objectContaining({ ...invalid, status: 400 })),
    );
    expect((await open({ email, token })).json()).toMatchObject(invalid);
  });

  test("expires after 30 minutes, and when a newer one is requested", async () => {
    const first = await asked();
    const second = await asked();
    expect((await reset(email, { token: first, newPassword })).json()).toMatchObject(invalid);
    await kit.setClockOffset(minutes(30) + 1_000);
    expect((await reset(email, { token: second, newPassword })).json()).toMatchObject(invalid);
    expect((await open({ email, token: second })).json()).toMatchObject(invalid);
    await kit.setClockOffset(0);
    expect((await reset(email, { token: second, newPassword })).statusCode).toBe(200);
  });

  test("compares both passwords and stays valid after a rejected form [PASSWORD-06 F-01]", async () => {
    const token = await asked();
    const rejected = [
      {
        body: { newPassword, confirmpassword: "Brown-goats-3" },
        field: "confirmpassword",
        says: "Passwords do not match",
      },
      {
        body: { newpassword: newPassword, newPassword: "Other-goats-9" },
        field: "confirmpassword",
        says: "Passwords do not match",
      },
      { body: { newPassword: "short" }, field: "newPassword", says: expect.stringContaining("8") },
      { body: { newPassword: "Password1!" }, field: "newPassword", says: expect.stringContaining("stolen") },
      { body: {}, field: "newPassword", says: expect.any(String) },
    ];
    for (const { body, field, says } of rejected) {
      const response = await reset(email, { token, ...body });
      expect([response.statusCode, response.json()]).toMatchObject([
        400,
        { code: "bad_input", fields: { [field]: says } },
      ]);
    }
    // both names of the field are accepted [C-02]
    expect((await reset(email, { token, newpassword: newPassword, confirmpassword: newPassword })).statusCode).toBe(
      200,
    );
  });

  test("is stored without its token, and an unknown token is rejected [T-03]", async () => {
    const token = await asked();
    const dump = await kit.owner.query<{ row: string }>(
      "select t::text as row from mailed_tokens t union all select o::text from outbox_messages o union all select a::text from audit_log a",
    );
    expect(JSON.stringify(dump.rows)).not.toContain(token);
    for (const body of [{}, { token: kit.deps.ids.token() }, { token: "" }, { token: "x".repeat(200) }])
      expect((await reset(email, { newPassword, ...body })).json()).toMatchObject(invalid);
  });
});

test("rejects another email address than the token's, without consuming it [T-13]", async () => {
  const victim = await kit.openAccount();
  const token = await asked();
  const response = await reset(victim, { token, newPassword });
  expect([response.statusCode, response.json()]).toMatchObject([400, invalid]);
  expect((await open({ email: victim, token })).json()).toMatchObject(invalid);
  expect((await open({ token })).json()).toMatchObject(invalid);
  expect((await kit.signIn({ email: victim })).statusCode).toBe(200);
  expect((await reset(email.toUpperCase(), { token, newPassword })).statusCode).toBe(200);
});

test("ends all sessions and pending second steps, and emails the owner [T-10]", async () => {
  const sessions = [await kit.signIn({ email }), await kit.signIn({ email }, browserHeaders)].map((response) => ({
    authorization: `Bearer ${response.json<{ jwtToken: string }>().jwtToken}`,
  }));
  await kit.owner.query(
    "insert into sign_in_tickets (token_hash, user_id, attempts_left, ends_at) values ('half', $1, 5, now() + interval '5 min')",
    [userId],
  );
  for (const headers of sessions) expect((await kit.get("/user/profile", headers)).statusCode).toBe(200);
  await reset(email, { token: await asked(), newPassword });
  for (const headers of sessions) expect((await kit.get("/user/profile", headers)).statusCode).toBe(401);
  expect((await kit.owner.query("select from sign_in_tickets where user_id = $1", [userId])).rowCount).toBe(0);
  expect((await kit.signIn({ email })).statusCode).toBe(401);
  const reported = (await kit.messages(userId)).at(-1);
  expect([reported?.kind, reported?.to]).toEqual(["sign_in_changed", email]);
  const audit = await kit.owner.query<{ action: string }>(
    "select action from audit_log where object_id = $1 and action like 'password%' order by at",
    [userId],
  );
  expect(audit.rows.map(({ action }) => action)).toEqual(["password_reset_requested", "password_changed"]);
});

test("rejects a sign-in with the old password that overlaps a reset [T-10]", async () => {
  const real = openPasswordHasher();
  let resume = () => {};
  const resumed = new Promise<void>((go) => (resume = go));
  const slow: typeof real = {
    hash: real.hash,
    matches: async (...asked) => {
      const right = await real.matches(...asked);
      await resumed; // correct when compared; then the password changes
      return right;
    },
  };
  const racing = await openKit({ passwords: slow });
  const target = await racing.openAccount();
  const id = (await racing.owner.query<{ id: string }>("select id from users where email = $1", [target])).rows[0]?.id;
  await forgot(target, {}, racing);
  const mail = (await racing.messages(id ?? "")).find(({ kind }) => kind === "password_reset");
  const token = /\/([\w-]{43})\n/.exec(mail?.text ?? "")?.[1];
  const underWay = racing.signIn({ email: target });
  await vi.waitFor(async () => {
    const counted = await racing.owner.query("select from rate_limits where key like 'login_account:%' and points > 0");
    expect(counted.rowCount).toBe(1);
  });
  const done = await racing.post(`/form/reset-password/${encodeURIComponent(target)}/password`, { token, newPassword });
  resume();
  const response = await underWay;
  expect([done.statusCode, response.statusCode]).toEqual([200, 401]);
  const open = await racing.owner.query("select from sign_ins where user_id = $1 and ended_at is null", [id]);
  expect(open.rowCount).toBe(0);
  await racing.close();
});

test("accepts the new password from the browser of the reset while others guess [T-06]", async () => {
  const narrow = await openKit({ wider: 1 });
  const target = await narrow.openAccount();
  const guess = (at: number) => narrow.signIn({ email: target, password: `Wrong-horse-${at}` }, {}, `203.0.113.${at}`);
  for (let at = 0; at < 12; at += 1) await guess(at);
  expect((await narrow.signIn({ email: target }, browserHeaders)).statusCode).toBe(429);
  await forgot(target, {}, narrow);
  const id = (await narrow.owner.query<{ id: string }>("select id from users where email = $1", [target])).rows[0]?.id;
  const token = /\/([\w-]{43})\n/.exec(
    (await narrow.messages(id ?? "")).find(({ kind }) => kind === "password_reset")?.text ?? "",
  )?.[1];
  const path = `/form/reset-password/${encodeURIComponent(target)}/password`;
  const done = await narrow.post(path, { token, newPassword }, browserHeaders);
  const device = done.cookies.find(({ name }) => name === deviceCookieName)?.value;
  for (let at = 20; at < 40; at += 1) await guess(at);
  const stranger = await narrow.signIn({ email: target, password: newPassword }, browserHeaders, "198.51.100.1");
  const owner = { ...browserHeaders, cookie: `${deviceCookieName}=${device}` };
  expect(stranger.statusCode).toBe(429);
  expect((await narrow.signIn({ email: target, password: newPassword }, owner, "198.51.100.2")).statusCode).toBe(200);
  await narrow.close();
});

test("removes what the opener left when the address's owner resets the password [T-15]", async () => {
  const mailbox = freshEmail();
  const id = await kit.signUp({ email: mailbox }); // the opener's phone gets its own code
  await kit.post("/auth/activation", { id, code: await kit.codeOf(id, "sms") });
  const stranger = {
    authorization: `Bearer ${(await kit.signIn({ email: mailbox })).json<{ jwtToken: string }>().jwtToken}`,
  };
  const found = await kit.owner.query<{ id: string }>("select id from users where email = $1", [mailbox]);
  userId = found.rows[0]?.id ?? "";
  await kit.owner.query("insert into external_identities values ('google', 'stranger', $1)", [userId]);
  await kit.owner.query("update users set totp_sealed = 'x', totp_on_at = now() where id = $1", [userId]);

  await forgot(mailbox);
  expect((await reset(mailbox, { token: await tokenOf(), newPassword })).statusCode).toBe(200);
  expect((await kit.get("/user/profile", stranger)).statusCode).toBe(401);
  expect((await kit.signIn({ email: mailbox, password })).statusCode).toBe(401);
  const owner = (await kit.signIn({ email: mailbox, password: newPassword })).json<{ jwtToken: string }>();
  expect((await kit.get("/user/profile", { authorization: `Bearer ${owner.jwtToken}` })).json()).toMatchObject({
    emailConfirmed: true,
    phoneNumber: null,
  });
  expect((await kit.owner.query("select from external_identities where user_id = $1", [userId])).rowCount).toBe(0);
  const audit = await kit.owner.query("select from audit_log where object_id = $1 and action = 'account_claimed'", [
    userId,
  ]);
  expect(audit.rowCount).toBe(1);
});

test("rejects a call from another site to open or use a link [T-11]", async () => {
  const token = await asked();
  const cookie = `${resetCookieName}=${token}`;
  const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example", cookie };
  expect((await open({}, foreign)).statusCode).toBe(403);
  expect((await reset(email, { newPassword }, foreign)).statusCode).toBe(403);
  expect(
    (await reset(email, { newPassword }, { ...browserHeaders, cookie, "content-type": "text/plain" })).statusCode,
  ).toBe(415);
  expect((await kit.signIn({ email })).statusCode).toBe(200);
});
