import { createECDH, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { naira } from "@idanimo/contract/money";
import { apiBase } from "@idanimo/contract/operation";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { randomIds } from "../../kernel/ids.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { makeJobsDue } from "../../testing/queue.ts";
import { registerPushSubscription, notify } from "./index.ts";

let app: TestApp;
beforeAll(async () => void (app = await createTestApp()));
afterEach(() => app.setClockOffset(0));
afterAll(() => app.close());

/** A browser's push subscription. */
function device(endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(24).toString("base64url")}`) {
  const curve = createECDH("prime256v1");
  return {
    endpoint,
    keys: { p256dh: curve.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") },
  };
}
const add = (user: TestUser, what: object) => user.post("/user/push", what);
const remove = ({ token }: TestUser) =>
  app.app.inject({
    method: "DELETE",
    url: `${apiBase}/user/push`,
    headers: { authorization: `Bearer ${token}` },
  });
const tell = (user: TestUser) =>
  app.db.transaction("system", (tx) =>
    notify(
      tx,
      { ids: randomIds },
      { ownerId: user.id, key: randomIds.publicId(), kind: "password_changed", facts: {}, link: null },
    ),
  );
/** How many pushes each device gets for one new notice. */
async function ringing(user: TestUser, ...devices: readonly { readonly endpoint: string }[]) {
  const before = app.providers.push.sent.length;
  await tell(user);
  await app.drainQueue();
  const rang = app.providers.push.sent.slice(before).map(({ endpoint }) => endpoint);
  return devices.map(({ endpoint }) => rang.filter((one) => one === endpoint).length);
}
const signInOf = async ({ id }: TestUser) =>
  (await app.owner.query<{ id: string }>("select id from sign_ins where user_id = $1", [id])).rows[0]?.id ?? "";

describe("a device [T-69]", () => {
  test("belongs to the last user who signed in on it", async () => {
    const [first, last] = [await app.user(), await app.user()];
    const shared = device();
    for (const user of [first, last]) expect((await add(user, shared)).json()).toEqual({ result: "success" });
    expect(await ringing(first, shared)).toEqual([0]);
    expect(await ringing(last, shared)).toEqual([1]);
  });

  test("replaces the earlier device of its sign-in", async () => {
    const user = await app.user();
    const [old, fresh] = [device(), device()];
    for (const one of [old, fresh, fresh]) await add(user, one);
    expect(await ringing(user, old, fresh)).toEqual([0, 1]);
  });

  test.each([
    ["its owner removes it", remove],
    [
      "its sign-in ends without removing it",
      (user: TestUser) => app.owner.query("update sign_ins set ended_at = now() where user_id = $1", [user.id]),
    ],
    [
      "its sign-in expires",
      (user: TestUser) => app.owner.query("update sign_ins set ends_at = now() where user_id = $1", [user.id]),
    ],
  ])("gets no push after %s", async (_what, end) => {
    const user = await app.user();
    const own = device();
    await add(user, own);
    expect(await ringing(user, own)).toEqual([1]);
    await end(user);
    expect(await ringing(user, own)).toEqual([0]);
  });

  test("is deleted when its push service reports it gone", async () => {
    const user = await app.user();
    const own = device();
    await add(user, own);
    app.providers.push.respondTo(own.endpoint, { kind: "gone", why: "http_410" }, { kind: "sent" });
    expect(await ringing(user, own)).toEqual([0]);
    expect(await ringing(user, own)).toEqual([0]);
    expect(app.jobFailures()).toEqual([]);
  });

  test("is retried alone if its push service is unavailable, for one hour", async () => {
    const user = await app.user();
    const [well, away] = [device(), device()];
    await add(user, well);
    const second = randomIds.publicId();
    await app.owner.query(
      "insert into sign_ins (id, user_id, token_hash, kind, ends_at) values ($1, $2, $3, 'cookie', now() + interval '1 year')",
      [second, user.id, randomBytes(32)],
    );
    const readStored = (text: string) =>
      app.db.transaction("system", (tx) =>
        registerPushSubscription(tx, app.providers.push, { ownerId: user.id, signInId: second }, text),
      );
    expect(await readStored(JSON.stringify({ ...away, expirationTime: null }))).toBe(true);
    app.providers.push.respondTo(away.endpoint, { kind: "later", why: "http_503" }, { kind: "sent" });
    expect(await ringing(user, well, away)).toEqual([1, 0]);
    expect(app.jobFailures()).toMatchObject([{ job: "send_push" }]);
    const again = async () => {
      await makeJobsDue(app.owner);
      const before = app.providers.push.sent.length;
      await app.drainQueue();
      return app.providers.push.sent.slice(before).map(({ endpoint }) => endpoint);
    };
    expect(await again()).toEqual([away.endpoint]);
    app.providers.push.respondTo(away.endpoint, { kind: "later", why: "http_503" });
    await ringing(user, well, away);
    await app.setClockOffset(61 * 60_000);
    app.providers.push.respondTo(away.endpoint, { kind: "sent" });
    expect(await again()).toEqual([]);
    expect(app.jobFailures()).toHaveLength(1);
  });
});

describe("a push without a device [T-69 F-06 PUSH-05]", () => {
  test.each([
    "a placeholder token",
    "",
    "null",
    "[]",
    "{}",
    '{"endpoint":"https://fcm.googleapis.com/x"}',
    JSON.stringify({ endpoint: "https://fcm.googleapis.com/x", keys: { p256dh: "x", auth: "y" } }),
  ])("is not sent for the text %j of a sign-in", async (text) => {
    const user = await app.user();
    const signIn = { ownerId: user.id, signInId: await signInOf(user) };
    expect(
      await app.db.transaction("system", (tx) => registerPushSubscription(tx, app.providers.push, signIn, text)),
    ).toBe(false);
    await tell(user);
    const before = app.providers.push.sent.length;
    await app.drainQueue();
    expect(app.providers.push.sent.length).toBe(before);
  });

  test("has no hard-coded endpoint in our source code", async () => {
    const files = ["push-devices", "push-store", "send-push", "use-cases", "notify", "notice-copy"];
    const texts = await Promise.all(files.map((name) => readFile(new URL(`./${name}.ts`, import.meta.url), "utf8")));
    expect(texts.join("\n")).not.toMatch(/https?:\/\/|["'`][A-Za-z0-9_:-]{40,}["'`]/);
  });
});

describe("an endpoint's push service [T-60]", () => {
  test.each([
    "http://fcm.googleapis.com/fcm/send/x",
    "https://fcm.googleapis.com:8443/x",
    "https://user@fcm.googleapis.com/x",
    "https://fcm.googleapis.com.evil.example/x",
    "https://evil.example/fcm.googleapis.com",
    "https://notify.windows.com/x",
    "https://evilnotify.windows.com/x",
    "https://fcm.googleapis.com./x",
    "https://127.0.0.1/x",
    "https://2130706433/x",
    "https://[::ffff:127.0.0.1]/x",
    "https://169.254.169.254/latest/meta-data",
    "http://127.0.0.1:8090/inbox/messages",
    "http://127.0.0.1:8090/push/../__sandbox/reset",
    "http://localhost:8090/push/0123456789abcdef",
    "file:///etc/passwd",
    "javascript:alert(1)",
  ])("is rejected: %s", async (endpoint) => {
    const response = await add(await app.user(), device(endpoint));
    expect([400, "push_refused"]).toEqual([response.statusCode, response.json<{ code: string }>().code]);
  });

  test.each([
    "https://updates.push.services.mozilla.com/wpush/v2/x",
    "https://db5p.notify.windows.com/w/?token=x",
    "https://web.push.apple.com/x",
    "http://127.0.0.1:8090/push/0123456789abcdef",
  ])("is accepted: %s", async (endpoint) => {
    expect((await add(await app.user(), device(endpoint))).statusCode).toBe(200);
  });

  test.each([
    [
      "a point of the wrong size",
      { p256dh: Buffer.alloc(64, 4).toString("base64url"), auth: "AAAAAAAAAAAAAAAAAAAAAA" },
    ],
    ["a compressed point", { p256dh: Buffer.alloc(65, 3).toString("base64url"), auth: "AAAAAAAAAAAAAAAAAAAAAA" }],
    ["a short secret", { ...device().keys, auth: "AAAAAAAAAAAAAAAA" }],
  ])("is rejected with invalid keys: %s", async (_what, keys) => {
    expect((await add(await app.user(), { ...device(), keys })).json()).toMatchObject({ code: "push_refused" });
  });
});

test("repeats a push with the notice's own tag, so that devices show it once [R-13]", async () => {
  const user = await app.user();
  const own = device();
  await add(user, own);
  const notices = [await tell(user), await tell(user)];
  const again = "select graphile_worker.add_job('send_push', json_build_object('noticeId', $1::text))";
  await app.drainQueue();
  for (const id of notices) await app.owner.query(again, [id]); // as after a crash between sending and recording it
  await app.drainQueue();
  const sent = app.providers.push.sent.filter(({ endpoint }) => endpoint === own.endpoint);
  expect(sent.map(({ words }) => words.tag).sort()).toEqual([...notices, ...notices].sort());
});

test("sends a push about money without amount, reference or name [T-54 T-69 T-70]", async () => {
  const user = await app.user();
  const own = device();
  await add(user, own);
  const reference = await app.startPayment(user, naira(2_000_00n));
  app.providers.cardPayments.reportPaid(reference);
  await user.get(`/payment/check?transactionRef=${reference}`);
  await app.drainQueue();
  expect(app.providers.push.sent.filter(({ endpoint }) => endpoint === own.endpoint)).toEqual([
    {
      endpoint: own.endpoint,
      words: {
        title: "Idanimo: Money received",
        body: "Money was added to your wallet.",
        type: "PAYMENT_RECEIVED",
        tag: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    },
  ]);
});

test("serves the push key without a sign-in [PUSH-04]", async () => {
  const response = await app.app.inject({ url: `${apiBase}/push/key` });
  expect(response.json()).toEqual({ publicKey: app.providers.push.publicKey });
});
