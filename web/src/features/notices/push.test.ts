import { addPush, pushKey, removePush } from "@idanimo/contract/notices";
import { apiBase } from "@idanimo/contract/operation";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PushDevice } from "./push-device.ts";
import { readPushStatus, resumePush, turnOffPush, turnOnPush } from "./push.ts";

const storedItems = new Map<string, string>();
type Sent = { readonly method: string; readonly path: string; readonly body: unknown };
let sent: Sent[] = [];
let publicKey: string | null;
let refusesDevice: boolean;

beforeEach(() => {
  storedItems.clear();
  sent = [];
  publicKey = "key";
  refusesDevice = false;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: (key: string, value: string) => void storedItems.set(key, value),
    removeItem: (key: string) => void storedItems.delete(key),
  });
  vi.stubGlobal("fetch", async (url: string, { method = "", body }: RequestInit) => {
    const path = url.replace(apiBase, "");
    sent.push({ method, path, body: typeof body === "string" ? JSON.parse(body) : undefined });
    if (path === pushKey.path) return Response.json({ publicKey });
    if (method === "POST" && refusesDevice) return Response.json({ code: "push_refused" }, { status: 400 });
    return Response.json({ result: "success" });
  });
});
afterEach(() => vi.unstubAllGlobals());

type Made = { permission?: NotificationPermission; answers?: NotificationPermission; reachable?: boolean };

/** A browser whose push service gives each subscription its own address. */
function device({ permission = "default", answers = "granted", reachable = true }: Made = {}): PushDevice & {
  live: string[];
} {
  const live: string[] = [];
  let made = 0;
  const subscription = (endpoint: string) => ({
    content: { endpoint, keys: { p256dh: "p".repeat(87), auth: "a".repeat(22) } },
    label: `label-of-${endpoint.at(-1)}`,
    unsubscribe: async () => void live.splice(0),
  });
  return {
    live,
    permission: () => permission,
    requestPermission: async () => (permission = answers),
    subscription: async () => (live[0] === undefined ? undefined : subscription(live[0])),
    subscribe: async () => {
      if (!reachable) return undefined;
      made += 1;
      live.push(`https://push.example/send/${made}`);
      return subscription(`https://push.example/send/${made}`);
    },
  };
}
const reported = (operation: { readonly method: string; readonly path: string }) =>
  sent.filter(({ method, path }) => method === operation.method && path === operation.path);

test("uses the push service's token and sends only address and keys [PUSH-04]", async () => {
  const browser = device();
  expect(await turnOnPush(browser)).toEqual({ kind: "standing", standing: "on" });
  expect(reported(addPush).map(({ body }) => body)).toEqual([
    { endpoint: "https://push.example/send/1", keys: { p256dh: "p".repeat(87), auth: "a".repeat(22) } },
  ]);
  expect(storedItems.get("clientToken")).toBe("label-of-1");
  expect(await readPushStatus(browser)).toBe("on");
});

test.each([
  { why: "the user denies it", made: { answers: "denied" }, became: { kind: "standing", standing: "denied" } },
  { why: "the user does not decide", made: { answers: "default" }, became: { kind: "standing", standing: "off" } },
  { why: "the push service cannot be reached", made: { reachable: false }, became: { kind: "not_possible" } },
] as const)("turns push off without a token, and uses no other token: $why [PUSH-05]", async ({ made, became }) => {
  const browser = device(made);
  expect(await turnOnPush(browser)).toEqual(became);
  expect(reported(addPush)).toEqual([]);
  expect(storedItems.has("clientToken")).toBe(false);
});

test("offers no push in an installation without a key [PUSH-05]", async () => {
  publicKey = null;
  expect(await turnOnPush(device())).toEqual({ kind: "not_possible" });
  expect(reported(addPush)).toEqual([]);
});

test("unsubscribes a device that our server rejects", async () => {
  refusesDevice = true;
  const browser = device();
  expect(await turnOnPush(browser)).toMatchObject({ kind: "refused", problem: { code: "push_refused" } });
  expect(browser.live).toEqual([]);
  expect(await readPushStatus(browser)).toBe("off");
});

test("turning push off ends the subscription here and on the server [T-69]", async () => {
  const browser = device();
  await turnOnPush(browser);
  await turnOffPush(browser);
  expect(browser.live).toEqual([]);
  expect(reported(removePush)).toHaveLength(1);
  expect(await readPushStatus(browser)).toBe("off");
});

test("turning push on again uses a new address, so the old one is useless [T-69]", async () => {
  const browser = device();
  await turnOnPush(browser);
  await turnOnPush(browser);
  expect(browser.live).toEqual(["https://push.example/send/2"]);
});

test("assigns the device to the new session after a sign-in, if push is still allowed [T-69]", async () => {
  const browser = device();
  await turnOnPush(browser);
  storedItems.clear();
  expect(await readPushStatus(browser)).toBe("off");
  await resumePush(browser);
  expect(reported(addPush)).toHaveLength(2);
  expect(await readPushStatus(browser)).toBe("on");
  await resumePush(device());
  expect(reported(addPush)).toHaveLength(2);
});
