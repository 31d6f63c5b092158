import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { expect, test } from "vitest";

const read = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), "utf8");
const origin = "https://idanimo.test";
const stored = { version: "v2", page: "/offline", files: ["/assets/page-1.css"] };
const first = `const kept = ${JSON.stringify(stored)};\n`;

type Listener = (event: object) => void;

/** The worker in a browser with these caches, online or offline. */
function worker(code: string, shelves: Record<string, string[]> = {}, online = true) {
  const listeners = new Map<string, Listener[]>();
  const requested: Request[] = [];
  const pathOf = (request: Request | string) =>
    new URL(typeof request === "string" ? request : request.url, origin).pathname;
  const network = async (request: Request) => {
    requested.push(request);
    if (!online) throw new TypeError("no network");
    return new Response(`network ${pathOf(request)}`);
  };
  const cacheOf = (name: string) => ({
    keys: async () => (shelves[name] ?? []).map((path) => ({ url: origin + path })),
    addAll: async (requests: Request[]) => {
      for (const request of requests) await network(request);
      (shelves[name] ??= []).push(...requests.map(pathOf));
    },
  });
  const caches = {
    open: async (name: string) => (shelves[name] ??= []) && cacheOf(name),
    keys: async () => Object.keys(shelves),
    delete: async (name: string) => delete shelves[name],
    match: async (request: Request | string, { cacheName = "" } = {}) =>
      shelves[cacheName]?.includes(pathOf(request)) ? new Response(`shelf ${pathOf(request)}`) : undefined,
  };
  const self = {
    location: new URL(origin),
    registration: {},
    addEventListener: (name: string, act: Listener) => void listeners.set(name, [...(listeners.get(name) ?? []), act]),
  };
  class Asked extends Request {
    constructor(address: string, options: RequestInit) {
      super(new URL(address, origin), options);
    }
  }
  runInContext(code, createContext({ self, caches, fetch: network, Request: Asked, Response, URL, Set, Promise }));
  const happens = async (name: string, event: object = {}) => {
    const work: unknown[] = [];
    let response: Promise<Response> | undefined;
    const given = {
      ...event,
      waitUntil: (one: unknown) => work.push(one),
      respondWith: (one: Promise<Response>) => (response = one),
    };
    for (const act of listeners.get(name) ?? []) act(given);
    await Promise.all(work);
    return (await response)?.text();
  };
  const opens = (path: string, more: object = {}) =>
    happens("fetch", {
      request: { url: new URL(path, origin).href, method: "GET", mode: "navigate", destination: "document", ...more },
      resultingClientId: "window",
      clientId: "",
    });
  return { shelves, asked: requested, happens, opens, listens: (name: string) => listeners.has(name) };
}
const code = first + read("offline.js");

test("caches the offline page and its files, and deletes old caches [T-51]", async () => {
  const { shelves, asked: requests, happens } = worker(code, { "offline-v1": ["/offline", "/assets/page-0.css"] });
  await happens("install");
  await happens("activate");
  expect(shelves).toEqual({ "offline-v2": ["/offline", "/assets/page-1.css"] });
  expect(requests.map(({ credentials }) => credentials)).toEqual(["omit", "omit"]);
});

test("caches no document; shows the offline page until the network is back [T-51]", async () => {
  const there = worker(code, { "offline-v2": ["/offline", "/assets/page-1.css"] });
  expect(await there.opens("/main-dashboard")).toBe("network /main-dashboard");
  expect(there.shelves).toEqual({ "offline-v2": ["/offline", "/assets/page-1.css"] });

  const pruned = worker(code, { "offline-v2": ["/offline", "/assets/page-1.css"] }, false);
  expect(await pruned.opens("/main-dashboard")).toBe("shelf /offline");
  const part = { mode: "no-cors", destination: "style" };
  expect(
    await pruned.happens("fetch", {
      request: { url: `${origin}/assets/page-1.css`, method: "GET", ...part },
      clientId: "window",
    }),
  ).toBe("shelf /assets/page-1.css");

  const empty = worker(code, {}, true);
  await empty.opens("/faq");
  expect(empty.shelves["offline-v2"], "files that failed to cache before").toEqual(["/offline", "/assets/page-1.css"]);
});

test("handles no API call, mailed token, frame, form or foreign request [T-12 T-51]", async () => {
  const { opens } = worker(code, { "offline-v2": ["/offline"] }, false);
  for (const path of [
    "/api/v2/user/profile",
    "/consent/AAAA",
    "/my-data",
    "/my-data/copy.json",
    "/verify/22222",
    "/reset-password/ada@example.test/token",
    "/payment/return",
    "https://pay.example/",
  ])
    expect([path, await opens(path)]).toEqual([path, undefined]);
  expect(await opens("/main-dashboard", { method: "POST" })).toBeUndefined();
  expect(await opens("/main-dashboard", { destination: "iframe" })).toBeUndefined();
  expect(await opens("/assets/app.js", { mode: "cors", destination: "script" })).toBeUndefined();
  expect(await opens("/consent?request=1"), "the waiting screen belongs to the requester").toBe("shelf /offline");
});

test("the disabled version deletes all caches, answers nothing and still shows notices", async () => {
  const retired = worker(read("retired.js") + read("push.js").replaceAll("self.skipWaiting()", "0"), {
    "offline-v2": ["/offline"],
  });
  await retired.happens("activate");
  expect(retired.shelves).toEqual({});
  expect([retired.listens("fetch"), retired.listens("push")]).toEqual([false, true]);
});
