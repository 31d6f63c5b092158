import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";

const source = readFileSync(fileURLToPath(new URL("push.js", import.meta.url)), "utf8");

type Page = { readonly visible?: boolean; readonly answers?: boolean };

/** The worker in a browser in which only these pages are open. */
function worker(pages: readonly Page[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const seen: { shown: unknown[]; heard: unknown[]; did: string[] } = { shown: [], heard: [], did: [] };
  const windows = pages.map(({ visible, answers }, at) => ({
    visibilityState: visible ? "visible" : "hidden",
    postMessage: (data: unknown, ports?: readonly MessagePort[]) => {
      seen.heard.push(data);
      if (answers) ports?.[0]?.postMessage("opened");
      else ports?.[0]?.close();
    },
    focus: () => void seen.did.push(`focused ${at}`),
  }));
  const self = {
    addEventListener: (name: string, act: (event: object) => void) => void listeners.set(name, act),
    skipWaiting: () => undefined,
    registration: { showNotification: (title: string, options: object) => void seen.shown.push({ title, ...options }) },
    clients: {
      matchAll: async () => windows,
      openWindow: (address: string) => void seen.did.push(`opened ${address}`),
    },
  };
  // no other globals: the worker has no network and no cache
  runInContext(source, createContext({ self, MessageChannel, setTimeout }));
  const happens = async (name: string, event: object) => {
    let done: unknown;
    listeners.get(name)?.({ ...event, waitUntil: (work: unknown) => (done = work) });
    await done;
    return seen;
  };
  return {
    listensTo: [...listeners.keys()],
    push: (text: string | undefined) =>
      happens("push", { data: text === undefined ? null : { json: () => JSON.parse(text) as unknown } }),
    press: () => happens("notificationclick", { notification: { close: () => undefined } }),
  };
}

test("shows a push with its title and body [PUSH-01]", async () => {
  const pushed = JSON.stringify({
    title: "Idanimo: A result is ready",
    body: "You can see it now.",
    type: "RESULT_READY",
  });
  const { shown } = await worker().push(pushed);
  expect(shown).toMatchObject([{ title: "Idanimo: A result is ready", body: "You can see it now.", silent: false }]);
});

test("sends push and kind to each open page, and is silent if one is visible [PUSH-02 PUSH-03]", async () => {
  const { shown, heard } = await worker([{ visible: true }, {}]).push(
    '{"title":"t","body":"b","type":"REFUND_INITIATED"}',
  );
  expect(heard).toEqual([
    { type: "idanimo:push", kind: "REFUND_INITIATED" },
    { type: "idanimo:push", kind: "REFUND_INITIATED" },
  ]);
  expect(shown).toMatchObject([{ silent: true }]);
});

test("shows a repeated notice under one tag and sounds once [R-13]", async () => {
  const device = worker();
  const pushed = (tag: string) => JSON.stringify({ title: "t", body: "b", type: "RESULT_READY", tag });
  for (const tag of ["first", "second", "first"]) await device.push(pushed(tag));
  const { shown } = await device.push(pushed("first"));
  expect(shown.map((one) => (one as { tag: string }).tag)).toEqual(["first", "second", "first", "first"]);
  expect(JSON.stringify(shown)).not.toContain("renotify");
});

test.each([
  undefined,
  "",
  "not json",
  "null",
  "[]",
  '"REFUND_INITIATED"',
  '{"title":1,"body":{"a":2},"type":["x"]}',
  JSON.stringify({
    title: "x".repeat(5_000),
    body: "y".repeat(5_000),
    type: "z".repeat(5_000),
    wallet: 1e9,
    url: "https://bad.example",
  }),
])("a forged push shows text and changes nothing: %s [T-70]", async (text) => {
  const { shown, heard, did } = await worker([{}]).push(text);
  expect(shown).toHaveLength(1);
  expect(JSON.stringify(shown).length).toBeLessThan(700);
  expect(heard.map((error) => Object.keys(error as object))).toEqual([["type", "kind"]]);
  expect(did).toEqual([]);
});

test("a click opens the notices in an open page, or else in a new one", async () => {
  expect((await worker([{}, { answers: true }]).press()).did).toEqual(["focused 1"]);
  expect((await worker([{}]).press()).did).toEqual(["opened /main-dashboard#notices"]);
  expect((await worker().press()).did).toEqual(["opened /main-dashboard#notices"]);
});

test("a notice has its own icons; the push part caches nothing and handles no request", async () => {
  const { shown } = await worker().push('{"title":"t","body":"b"}');
  expect(shown).toMatchObject([{ icon: "/icons/icon-192.png", badge: "/icons/badge-96.png" }]);
  expect(worker().listensTo.sort()).toEqual(["install", "notificationclick", "push"]);
  expect(source).not.toMatch(/caches|fetch|indexedDB|importScripts/);
});
