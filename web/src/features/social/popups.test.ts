import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requestFacebookToken } from "./facebook.ts";
import { offerOneTap, requestGoogleToken } from "./google.ts";

/**
 * The minimal browser for these modules. Scripts load unless a test says otherwise; each test supplies the
 * provider's part.
 */
let scriptLoads = true;
let scripts = 0;
type Listener = (event: unknown) => void;
const heard = new Map<string, Listener>();

beforeEach(() => {
  scriptLoads = true;
  scripts += 1; // a script is loaded once per URL, so each test has its own
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

type TokenClient = { callback: (response: unknown) => void; error_callback: (error: unknown) => void };
function googleThat(ends: (client: TokenClient) => void) {
  const oauth2 = { initTokenClient: (client: TokenClient) => ({ requestAccessToken: () => ends(client) }) };
  vi.stubGlobal("window", { google: { accounts: { oauth2 } } });
}
function facebookThat(ends: (done: (response: unknown) => void) => void, open: () => unknown = () => ({})) {
  vi.stubGlobal("window", { open, FB: { init: () => undefined, login: ends } });
}

test.each([
  {
    title: "returns Google's access token [SOCIAL-01]",
    ends: (client: TokenClient) => client.callback({ access_token: "at", expires_in: 3599 }),
    given: { end: "token", token: "at" },
  },
  {
    title: "redirects to Google if its popup is blocked [SOCIAL-05]",
    ends: (client: TokenClient) => client.error_callback({ type: "popup_failed_to_open" }),
    given: { end: "no-window" },
  },
  {
    title: "reports closing Google's popup as a cancellation [ERR-08]",
    ends: (client: TokenClient) => client.error_callback({ type: "popup_closed" }),
    given: { end: "left" },
  },
  {
    title: "reports a denial at Google as a cancellation [ERR-08]",
    ends: (client: TokenClient) => client.callback({ error: "access_denied" }),
    given: { end: "left" },
  },
  {
    title: "rejects a malformed token response [T-14]",
    ends: (client: TokenClient) => client.callback({ access_token: { forged: true } }),
    given: { end: "left" },
  },
])("$title", async ({ ends, given }) => {
  googleThat(ends);
  expect(await requestGoogleToken(google())).toEqual(given);
});

test("redirects to the provider if its script does not load [SOCIAL-05]", async () => {
  scriptLoads = false;
  vi.stubGlobal("window", {});
  expect(await requestGoogleToken(google())).toEqual({ end: "no-window" });
  expect(await requestFacebookToken(facebook())).toEqual({ end: "no-window" });
});

test("returns Facebook's access token [SOCIAL-01]", async () => {
  facebookThat((done) => done({ status: "connected", authResponse: { accessToken: "ft" } }));
  expect(await requestFacebookToken(facebook())).toEqual({ end: "token", token: "ft" });
});

test("reports closing Facebook's popup as a cancellation [ERR-12]", async () => {
  facebookThat((done) => done({ status: "unknown", authResponse: null }));
  expect(await requestFacebookToken(facebook())).toEqual({ end: "left" });
});

test("detects a blocked Facebook popup, whatever the script reports [SOCIAL-05]", async () => {
  const blocked = () => null;
  facebookThat((done) => window.open("https://facebook.test") ?? done({ status: "unknown" }), blocked);
  expect(await requestFacebookToken(facebook())).toEqual({ end: "no-window" });
  facebookThat(() => void window.open("https://facebook.test"), blocked);
  expect(await requestFacebookToken(facebook())).toEqual({ end: "no-window" });
  expect(window.open, "window.open is restored").toBe(blocked);
});

test("shows One Tap within 100 ms, bound to the nonce, until the user types [SOCIAL-04 T-14]", () => {
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
