import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { freshEmail, type Kit, openKit } from "./testing/kit.ts";

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

const forgot = async (mailbox: string, headers: Record<string, string> = {}, from = kit) =>
  from.post("/auth/fpassword", { email: mailbox, captcha: await from.solve("fpassword") }, headers);
const mails = async () => (await kit.messages(userId)).filter(({ kind }) => kind === "password_reset");
const linkOf = async () => /https?:\S+\/reset-password\/\S+/.exec((await mails()).at(-1)?.text ?? "")?.[0] ?? "none";

test("emails a link to a known address and reports an unknown one [PASSWORD-03 ERR-23]", async () => {
  expect((await forgot(email.toUpperCase())).json()).toEqual({ result: "success" });
  expect((await mails()).map(({ channel, to }) => [channel, to])).toEqual([["mail", email]]);
  expect(await linkOf()).toMatch(
    new RegExp(`^https://idanimo\\.test/reset-password/${encodeURIComponent(email)}/[\\w-]{43}$`),
  );
  const unknown = await forgot(freshEmail());
  expect([unknown.statusCode, unknown.json()]).toEqual([200, { result: "user does not exist" }]);
});

test("responds neutrally by setting, with the same statements for each address [T-04]", async () => {
  const neutral = await openKit({ forgotPasswordNeutral: true });
  const known = await neutral.openAccount();
  await forgot(freshEmail(), {}, neutral); // some statements are prepared once
  const calls = [];
  for (const mailbox of [known, freshEmail()]) {
    const body = { email: mailbox, captcha: await neutral.solve("fpassword") };
    const spy = vi.spyOn(pg.Client.prototype, "query");
    const response = await neutral.post("/auth/fpassword", body);
    calls.push([response.statusCode, response.body, spy.mock.calls.length]);
    spy.mockRestore();
  }
  expect(calls[0]).toEqual(calls[1]);
  expect(calls[0]?.[1]).toBe('{"result":"success"}');
  expect((await neutral.owner.query("select from outbox_messages where kind = 'password_reset'")).rowCount).toBe(1);
  expect((await neutral.owner.query("select from audit_log where action = 'password_reset_requested'")).rowCount).toBe(
    1,
  );
  await neutral.close();
});

test("requires a captcha for its own form, once [T-08]", async () => {
  const missing = await kit.post("/auth/fpassword", { email });
  expect([missing.statusCode, missing.json()]).toMatchObject([400, { code: "bad_input" }]);
  const foreign = await kit.post("/auth/fpassword", { email, captcha: await kit.solve("login") });
  expect(foreign.json()).toMatchObject({ code: "captcha_failed" });
  const captcha = await kit.solve("fpassword");
  expect((await kit.post("/auth/fpassword", { email, captcha })).statusCode).toBe(200);
  expect((await kit.post("/auth/fpassword", { email, captcha })).json()).toMatchObject({ code: "captcha_failed" });
});

test("accepts the GET form with a captcha, uncached [API-08]", async () => {
  const captcha = encodeURIComponent(await kit.solve("fpassword"));
  const response = await kit.get(`/auth/fpassword/${encodeURIComponent(email)}?captcha=${captcha}`);
  expect([response.statusCode, response.json()]).toEqual([200, { result: "success" }]);
  expect(response.headers["cache-control"]).toBe("no-store");
  expect((await kit.get(`/auth/fpassword/${encodeURIComponent(email)}`)).statusCode).toBe(400);
  expect(await mails()).toHaveLength(1);
});

test("limits an address, known or not, to five links an hour [T-05]", async () => {
  for (const mailbox of [email, freshEmail()]) {
    const responses = [];
    for (let at = 0; at < 7; at += 1) responses.push((await forgot(mailbox)).statusCode);
    expect(responses).toEqual([...Array<number>(5).fill(200), 429, 429]);
  }
  expect(await mails()).toHaveLength(5);
});

test("builds the link from the configured origin, whatever the Host header says [T-13]", async () => {
  const forged = {
    host: "evil.example",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "http",
    forwarded: "host=evil.example;proto=http",
  };
  expect((await forgot(email, forged)).statusCode).toBe(200);
  expect(await linkOf()).toMatch(/^https:\/\/idanimo\.test\//);
  expect((await mails()).at(-1)?.text).not.toContain("evil");
});
