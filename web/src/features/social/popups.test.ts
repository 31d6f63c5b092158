import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requestFacebookToken } from "./facebook.ts";
import { offerOneTap, requestGoogleToken } from "./google.ts";

/** A browser with as much as these files touch. Scripts load unless said otherwise; each test brings the provider's side. */
let scriptLoads = true;
let scripts = 0;
type Listener = (event: unknown) => void;
const heard = new Map<string, Listener>();

beforeEach(() => {
  scriptLoads = true;
  scripts += 1; // a script is loaded once an address, so each test has its own
  vi.stubGlobal("document", {
    createElement: () => ({ remove: () => undefined }),
    head: {
      append: (script: { onload: () => void; onerror: () => void }) =>
        queueMicrotask(() => (scriptLoads ? script.onload() : script.onerror())),
    },
  });
  vi.stubGlobal("addEventListener", (name: string, listener: Listener) => heard.set(name, listener));
  vi.stubGlobal("removeEventListener", (name: string) => heard.delete(name));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const google = () => ({ clientId: "client", nonce: "nonce", scriptUrl: `https://accounts.test/${scripts}` });
const facebook = () => ({ appId: "app", version: "v25.0", scriptUrl: `https://connect.test/${scripts}` });

type TokenClient = { callback: (answer: unknown) => void; error_callback: (error: unknown) => void };
function googleThat(ends: (client: TokenClient) => void) {
  const oauth2 = { initTokenClient: (client: TokenClient) => ({ requestAccessToken: () => ends(client) }) };
  vi.stubGlobal("window", { google: { accounts: { oauth2 } } });
}
function facebookThat(ends: (done: (answer: unknown) => void) => void, open: () => unknown = () => ({})) {
  vi.stubGlobal("window", { open, FB: { init: () => undefined, login: ends } });
}

test.each([
  {
    law: "SOCIAL-01 Google's access token is handed on",
    ends: (client: TokenClient) => client.callback({ access_token: "at", expires_in: 3599 }),
    given: { end: "token", token: "at" },
  },
  {
    law: "SOCIAL-05 a window of Google's that the browser blocks leads to its own page",
    ends: (client: TokenClient) => client.error_callback({ type: "popup_failed_to_open" }),
    given: { end: "no-window" },
  },
  {
    law: "ERR-08 closing Google's window is leaving",
    ends: (client: TokenClient) => client.error_callback({ type: "popup_closed" }),
    given: { end: "left" },
  },
  {
    law: "ERR-08 saying no to Google is leaving",
    ends: (client: TokenClient) => client.callback({ error: "access_denied" }),
    given: { end: "left" },
  },
  {
    law: "T-14 an answer of another shape is no token",
    ends: (client: TokenClient) => client.callback({ access_token: { forged: true } }),
    given: { end: "left" },
  },
])("$law", async ({ ends, given }) => {
  googleThat(ends);
  expect(await requestGoogleToken(google())).toEqual(given);
});

test("SOCIAL-05 a provider whose script does not load is asked on its own page", async () => {
  scriptLoads = false;
  vi.stubGlobal("window", {});
  expect(await requestGoogleToken(google())).toEqual({ end: "no-window" });
  expect(await requestFacebookToken(facebook())).toEqual({ end: "no-window" });
});

test("SOCIAL-01 Facebook's access token is handed on", async () => {
  facebookThat((done) => done({ status: "connected", authResponse: { accessToken: "ft" } }));
  expect(await requestFacebookToken(facebook())).toEqual({ end: "token", token: "ft" });
});

test("ERR-12 closing Facebook's window is leaving", async () => {
  facebookThat((done) => done({ status: "unknown", authResponse: null }));
  expect(await requestFacebookToken(facebook())).toEqual({ end: "left" });
});

test("SOCIAL-05 a blocked window of Facebook's is seen, though its script tells it as leaving or not at all", async () => {
  const blocked = () => null;
  facebookThat((done) => window.open("https://facebook.test") ?? done({ status: "unknown" }), blocked);
  expect(await requestFacebookToken(facebook())).toEqual({ end: "no-window" });
  facebookThat(() => void window.open("https://facebook.test"), blocked);
  expect(await requestFacebookToken(facebook())).toEqual({ end: "no-window" });
  expect(window.open, "the page's own way to open windows is put back").toBe(blocked);
});

test("SOCIAL-04 T-14 one-tap appears within 100 ms of its script, bound to this browser's nonce, and goes when one types", () => {
  vi.useFakeTimers();
  const card = { initialize: vi.fn(), prompt: vi.fn(), cancel: vi.fn() };
  vi.stubGlobal("window", {});
  const given: string[] = [];
  offerOneTap(google(), (token) => given.push(token));
  vi.advanceTimersByTime(1_000);
  vi.stubGlobal("window", { google: { accounts: { id: card } } });
  vi.advanceTimersByTime(100);
  expect(card.prompt).toHaveBeenCalledTimes(1);
  const [settings] = card.initialize.mock.calls[0] ?? [];
  expect(settings).toMatchObject({ client_id: "client", nonce: "nonce" });
  settings.callback({ credential: "a.b.c" });
  settings.callback({ credential: 7 });
  expect(given).toEqual(["a.b.c"]);
  heard.get("input")?.({});
  expect(card.cancel).toHaveBeenCalledTimes(1);
});
