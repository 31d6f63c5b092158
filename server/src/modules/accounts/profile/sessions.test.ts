import { randomIds } from "../../../kernel/ids.ts";
import { apiBase } from "@idanimo/contract/operation";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { tokenHash } from "../../../kernel/vault.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { describeDevice } from "./describe-device.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(async () => {
  await app.setClockOffset(0);
  await app.checkInvariants();
});
afterAll(() => app.close());

const phone =
  "Mozilla/5.0 (Linux; Android 14; SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";
const minutes = (count: number) => count * 60_000;

type Session = { readonly id: string; readonly device: string; readonly how: string; readonly current: boolean };
const list = async (user: TestUser) => (await user.get("/user/sessions")).json<{ sessions: Session[] }>().sessions;
const remove = (user: TestUser, path = "") =>
  app.app.inject({
    method: "DELETE",
    url: `${apiBase}/user/sessions${path}`,
    headers: { authorization: `Bearer ${user.token}` },
  });

/** Creates another session of a user, with a push subscription. */
async function elsewhere(user: TestUser, kind: "cookie" | "bearer" = "cookie") {
  const id = randomIds.publicId();
  const token = randomIds.token();
  await app.owner.query(
    `insert into sign_ins (id, user_id, token_hash, kind, device, ends_at, seen_at, created_at)
     values ($1, $2, $3, $4, $5, product_now() + interval '12 hours', product_now(), product_now())`,
    [id, user.id, tokenHash(token), kind, phone],
  );
  await app.owner.query(
    "insert into push_subscriptions (endpoint, owner_id, sign_in_id, p256dh, auth) values ($1, $2, $3, 'p', 'a')",
    [`https://push.example/${id}`, user.id, id],
  );
  const status = async () =>
    (await app.app.inject({ url: `${apiBase}/user/profile`, headers: { authorization: `Bearer ${token}` } }))
      .statusCode;
  return { id, token, status };
}
const devices = async (user: TestUser) =>
  (await app.owner.query("select 1 from push_subscriptions where owner_id = $1", [user.id])).rows.length;

test("lists usable sessions with their device, newest activity first", async () => {
  const user = await app.user();
  await app.owner.query("update sign_ins set seen_at = product_now() - interval '1 minute' where user_id = $1", [
    user.id,
  ]);
  const browser = await elsewhere(user);
  await elsewhere(await app.user()); // of another user
  const listed = await list(user);
  expect(listed).toMatchObject([
    { id: browser.id, device: "Chrome on Android", how: "browser", current: false },
    { device: "Another program", how: "other", current: true },
  ]);
  await app.setClockOffset(minutes(12)); // the browser session is idle by now
  expect(await list(user)).toMatchObject([{ current: true }]);
});

test("revokes a session at once, with its push subscription [T-10]", async () => {
  const user = await app.user();
  const [one, other] = [await elsewhere(user), await elsewhere(user, "bearer")];
  expect((await remove(user, `/${one.id}`)).json()).toEqual({ result: "success" });
  expect([await one.status(), await other.status()]).toEqual([401, 200]);
  expect((await list(user)).map(({ id }) => id)).not.toContain(one.id);
  expect(await devices(user)).toBe(1);
  const audit = await app.owner.query("select action from audit_log where actor_id = $1 and object_id = $2", [
    user.id,
    one.id,
  ]);
  expect(audit.rows).toEqual([{ action: "signed_out" }]);
});

test("responds alike to another user's, an ended and an unknown session [T-17]", async () => {
  const [user, stranger] = [await app.user(), await app.user()];
  const theirs = await elsewhere(stranger);
  const ended = await elsewhere(user);
  await remove(user, `/${ended.id}`);
  const responses = await Promise.all([theirs.id, ended.id, randomIds.publicId()].map((id) => remove(user, `/${id}`)));
  expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
  expect(responses[0]?.json()).toMatchObject({ code: "not_found" });
  expect(await theirs.status()).toBe(200);
  expect(await devices(stranger)).toBe(1);
});

test("revokes all other sessions and returns how many were still usable [T-10]", async () => {
  const [user, stranger] = [await app.user(), await app.user()];
  const theirs = await elsewhere(stranger);
  const idle = await elsewhere(user);
  await app.owner.query("update sign_ins set seen_at = product_now() - interval '12 minutes' where id = $1", [idle.id]);
  const open = [await elsewhere(user), await elsewhere(user, "bearer")];
  expect((await remove(user)).json()).toEqual({ result: "success", ended: 2 });
  expect(await Promise.all(open.map((session) => session.status()))).toEqual([401, 401]);
  expect((await user.get("/user/profile")).statusCode).toBe(200);
  expect([await theirs.status(), await devices(user), await devices(stranger)]).toEqual([200, 0, 1]);
});

test("revokes the current session", async () => {
  const user = await app.user();
  const [here] = await list(user);
  expect((await remove(user, `/${here?.id ?? ""}`)).statusCode).toBe(200);
  expect((await user.get("/user/profile")).statusCode).toBe(401);
});

test("does not count listing the sessions as activity", async () => {
  const user = await app.user();
  const browser = await elsewhere(user);
  await app.setClockOffset(minutes(6));
  const headers = { authorization: `Bearer ${browser.token}` };
  expect((await app.app.inject({ url: `${apiBase}/user/sessions`, headers })).statusCode).toBe(200);
  await app.setClockOffset(minutes(11.1));
  expect(await browser.status()).toBe(401);
});

test.each([
  [phone, "Chrome on Android"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
    "Microsoft Edge on Windows",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"],
  ["curl/8.5.0", "Another program"],
  ["Googlebot/2.1 (+http://www.google.com/bot.html)", "Another program"],
  ["", "Another program"],
  ["<script>alert(1)</script>", "Another program"],
  ["x".repeat(200), "Another program"],
])("describes the device %s", async (userAgent, words) => {
  expect(await describeDevice(userAgent)).toBe(words);
});
