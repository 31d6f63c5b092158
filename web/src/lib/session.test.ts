import { profile } from "@idanimo/contract/accounts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const storedItems = new Map<string, string>();
const memory = {
  getItem: (key: string) => storedItems.get(key) ?? null,
  setItem: (key: string, value: string) => void storedItems.set(key, value),
  removeItem: (key: string) => void storedItems.delete(key),
  clear: () => storedItems.clear(),
};
const assign = vi.fn();
let window = new EventTarget();

beforeEach(() => {
  window = new EventTarget();
  storedItems.clear();
  assign.mockClear();
  vi.resetModules();
  vi.stubGlobal("localStorage", memory);
  vi.stubGlobal("sessionStorage", memory);
  vi.stubGlobal("location", { assign });
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
});
afterEach(() => vi.unstubAllGlobals());

/** One open page: its own copy of the module, as every page has. */
async function page() {
  vi.resetModules();
  return import("./session.ts");
}

const hint = (lastsMs: number) =>
  JSON.stringify({
    isAuthenticated: true,
    firstName: "Ada",
    lastName: "Obi",
    expirationDate: new Date(Date.now() + lastsMs).toISOString(),
  });

test("endSession clears all storage and loads the start page [SESSION-06]", async () => {
  storedItems.set("root", hint(60_000)).set("theme", "dark").set("a key of a later version", "x");
  const { endSession: leave } = await page();
  leave("/");
  expect([...storedItems]).toEqual([]);
  expect(assign).toHaveBeenCalledExactlyOnceWith("/");
  storedItems.set("scrolled", "120"); // written by the page while it unloads
  window.dispatchEvent(new Event("pagehide"));
  expect([...storedItems]).toEqual([]);
});

test("a logout in one page signs the user's other pages out [SESSION-06]", async () => {
  const [one, other] = [await page(), await page()];
  const stop = other.followSignOutOfOtherTabs();
  one.endSession("/login");
  await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(2));
  expect(assign.mock.calls).toEqual([["/login"], ["/login"]]);
  stop();
});

test("the back button after a logout does not restore the signed-in page [SESSION-06]", async () => {
  const { followSignOutOfOtherTabs: leaveWithOthers } = await page();
  const stop = leaveWithOthers();
  const shownAgain = () => window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  storedItems.set("root", hint(60_000));
  shownAgain();
  expect(assign).not.toHaveBeenCalled();
  storedItems.clear();
  shownAgain();
  expect(assign).toHaveBeenCalledExactlyOnceWith("/login");
  stop();
});

test.each([
  { lastsMs: -1, to: "/", why: "that has expired" },
  { lastsMs: 60_000, to: "/login", why: "that ended before it expired" },
])("a session $why leads to $to [SESSION-07 NAV-01]", async ({ lastsMs, to }) => {
  storedItems.set("root", hint(lastsMs));
  const body = JSON.stringify({ code: "not_signed_in" });
  vi.stubGlobal("fetch", async () => new Response(body, { status: 401 }));
  const { call } = await import("./call.ts");
  await Promise.all([call(profile, {}), call(profile, {})]);
  expect(assign).toHaveBeenCalledExactlyOnceWith(to);
});

test("a call that finds the session ended during a logout uses the logout's target [SESSION-06]", async () => {
  const { endSession: leave, setSignOutTarget: leaveTowards } = await page();
  leaveTowards("/");
  leave("/login");
  expect(assign).toHaveBeenCalledExactlyOnceWith("/");
});

test("the end of a session notifies mounted screens before the next document loads [T-51]", async () => {
  const { endSession: leave, onSessionEnd: whenLeaving } = await page();
  const [open, closed] = [vi.fn(() => expect(assign).not.toHaveBeenCalled()), vi.fn()];
  whenLeaving(open);
  whenLeaving(closed)();
  leave("/login");
  expect(open).toHaveBeenCalledOnce();
  expect(closed).not.toHaveBeenCalled();
});

describe("the notice for the sign-in page after a session ends", () => {
  const note = () => JSON.parse(storedItems.get("signedOut") ?? "null") as unknown;
  const email = "ada@example.test";

  test("says idle when another tab ends the session while this one warns [SESSION-10]", async () => {
    const body = JSON.stringify({ code: "not_signed_in" });
    vi.stubGlobal("fetch", async () => new Response(body, { status: 401 }));
    const { setCurrentEmail: knowEmail, setSignOutTarget: leaveTowards } = await page();
    const { call } = await import("./call.ts");
    knowEmail(email);
    leaveTowards("/login", "idle"); // the other tab has removed what says that this browser is signed in
    await call(profile, {});
    expect(note()).toEqual({ why: "idle", email });
  });

  test("forgets the target when the session goes on", async () => {
    const { clearSignOutTarget, endSession: leave, setSignOutTarget: leaveTowards } = await page();
    leaveTowards("/login", "idle");
    clearSignOutTarget();
    leave("/");
    expect(assign).toHaveBeenCalledExactlyOnceWith("/");
    expect(note()).toBeNull();
  });

  test("keeps the reason and the email after an idle timeout, also over later writes [SESSION-10]", async () => {
    storedItems.set("root", hint(60_000));
    const { setCurrentEmail: knowEmail, endSession: leave } = await page();
    knowEmail(email);
    leave("/login", "idle");
    storedItems.set("scrolled", "120");
    window.dispatchEvent(new Event("pagehide"));
    expect(note()).toEqual({ why: "idle", email });
    expect([...storedItems.keys()]).toEqual(["signedOut"]);
  });

  test("has no email on a shared computer [T-19]", async () => {
    const { setCurrentEmail: knowEmail, endSession: leave } = await page();
    const { sharedComputer } = await import("./storage.ts");
    vi.spyOn(sharedComputer, "get").mockReturnValue(true);
    knowEmail(email);
    leave("/login", "idle");
    expect(note()).toEqual({ why: "idle", email: "" });
  });

  test("gives other pages the reason, with their own email each [SESSION-10]", async () => {
    const [one, other] = [await page(), await page()];
    const stop = other.followSignOutOfOtherTabs();
    other.setCurrentEmail(email);
    one.endSession("/login", "idle");
    await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(2));
    expect(note()).toEqual({ why: "idle", email });
    stop();
  });

  test("says that a session has ended when a call finds out, without an email [NAV-01]", async () => {
    storedItems.set("root", hint(60_000));
    const body = JSON.stringify({ code: "not_signed_in" });
    vi.stubGlobal("fetch", async () => new Response(body, { status: 401 }));
    const { setCurrentEmail: knowEmail } = await page();
    const { call } = await import("./call.ts");
    knowEmail(email);
    await call(profile, {});
    expect(note()).toEqual({ why: "ended", email: "" });
  });

  test("is empty after a logout, or when no user was signed in [SESSION-06]", async () => {
    const { setCurrentEmail: knowEmail, endSession: leave } = await page();
    knowEmail(email);
    leave("/");
    expect([...storedItems]).toEqual([]);
  });
});
