import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { neverOpenRules, openProviders, type Providers } from "../index.ts";
import { type RunningSandbox, startSandbox } from "../testing/sandbox.ts";
import type { PushDevice } from "./port.ts";
import { vapidKeyFrom, vapidKeysOf } from "./vapid.ts";

/** The real adapter against the sandbox's push service, which decrypts and checks as a browser does. */

let sandbox: RunningSandbox;
let providers: Providers;
const privateKey = vapidKeyFrom("a secret that only tests know, 32+");

beforeAll(async () => {
  sandbox = await startSandbox("http://127.0.0.1:1");
  providers = open(privateKey);
});
afterAll(async () => {
  providers.close();
  await sandbox.stop();
});

function open(key: string | undefined): Providers {
  const { settings } = sandbox;
  return openProviders(
    { ...settings, push: { ...settings.push, privateKey: key } },
    { registry: new Registry(), breakerRules: neverOpenRules },
  );
}

const subscription = z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) });
async function device(order: object = {}): Promise<PushDevice> {
  const response = await fetch(`${sandbox.url}/push/devices`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(order),
  });
  const { endpoint, keys } = subscription.parse(await response.json());
  return { endpoint, ...keys };
}
const words = {
  title: "Idanimo: A result is ready",
  body: "You can see it now.",
  type: "RESULT_READY",
  tag: "01234567-89ab-4def-8123-456789abcdef",
};
const inbox = ({ endpoint }: PushDevice) => sandbox.get(`/inbox/messages?to=${endpoint.split("/").pop()}`);

test("encrypts a push for its device and signs it with the subscribed key [PUSH-01]", async () => {
  const own = await device({ applicationServerKey: providers.push.publicKey });
  expect(providers.push.accepts(own)).toBe(true);
  expect(await providers.push.send(own, words)).toEqual({ kind: "sent" });
  expect(await inbox(own)).toMatchObject([
    { channel: "push", subject: words.title, text: `${words.body}\ntype: RESULT_READY\ntag: ${words.tag}` },
  ]);
});

test.each([
  { ending: "0410", ends: { kind: "gone", why: "http_410" } },
  { ending: "0413", ends: { kind: "refused", why: "http_413" } },
  { ending: "0429", ends: { kind: "later", why: "http_429" } },
])("returns $ends.kind for a service that responds $ending", async ({ ending, ends }) => {
  expect(await providers.push.send(await device({ ending }), words)).toEqual(ends);
});

test("returns gone for an unknown device and for one with an invalid key [T-69]", async () => {
  const own = await device();
  const unknown = { ...own, endpoint: `${sandbox.url}/push/0123456789abcdef` };
  expect(await providers.push.send(unknown, words)).toEqual({ kind: "gone", why: "http_404" });
  const noPoint = { ...own, p256dh: Buffer.alloc(65, 4).toString("base64url") };
  expect(await providers.push.send(noPoint, words)).toEqual({ kind: "gone", why: "bad_keys" });
});

test("keeps a device and its push when the service rejects our key [T-69]", async () => {
  const other = vapidKeysOf(vapidKeyFrom("another secret that only tests know"));
  const own = await device({ applicationServerKey: other?.publicKey });
  expect(await providers.push.send(own, words)).toEqual({ kind: "later", why: "http_403" });
});

test.each([
  ["http_500", "later"],
  ["refuse", "later"],
  ["cut_mid_body", "sent"], // the response has no body
  ["answer_lost", "later"],
  ["http_502_html", "later"],
])("ends a push with the fault %s as %s [R-27]", async (kind, ends) => {
  const own = await device();
  await sandbox.post("/__sandbox/faults", { target: "push", kind, count: 1 });
  expect((await providers.push.send(own, words)).kind).toBe(ends);
  expect((await providers.push.send(own, words)).kind).toBe("sent");
});

test("sends nothing without a key, and accepts no device", async () => {
  const none = open(undefined);
  expect(none.push.publicKey).toBeNull();
  expect((await none.push.send(await device(), words)).kind).not.toBe("sent");
  none.close();
});

test("derives the same key from the same master secret, and none from an invalid text", () => {
  expect(vapidKeyFrom("one")).toBe(vapidKeyFrom("one"));
  expect(vapidKeysOf(vapidKeyFrom("one"))?.publicKey).not.toBe(vapidKeysOf(vapidKeyFrom("two"))?.publicKey);
  for (const text of ["", "short", Buffer.alloc(32).toString("base64url"), Buffer.alloc(33, 1).toString("base64url")])
    expect(vapidKeysOf(text)).toBeUndefined();
});
