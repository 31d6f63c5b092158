import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { captchaTimeoutMs, type CaptchaState } from "./keep-captcha-solved.ts";
import { mountTurnstile, type Turnstile } from "./turnstile.ts";

const script = vi.hoisted(() => ({ loads: vi.fn<() => Promise<boolean>>() }));
vi.mock("../../lib/third-party-script.ts", () => ({ loadScriptWithTimeout: script.loads }));

type Settings = Parameters<Turnstile["render"]>[1];
let seen: EventTarget & { hidden: boolean; documentElement: { dataset: object } };
let widget: Settings;
const [reset, remove] = [vi.fn(), vi.fn()];

beforeEach(() => {
  vi.useFakeTimers();
  script.loads.mockReset().mockResolvedValue(true);
  reset.mockReset();
  remove.mockReset();
  seen = Object.assign(new EventTarget(), { hidden: false, documentElement: { dataset: {} } });
  vi.stubGlobal("document", seen);
  vi.stubGlobal("location", { origin: "https://idanimo.example" });
  const render: Turnstile["render"] = (_place, settings) => {
    widget = settings;
    return "w-1";
  };
  vi.stubGlobal("window", { turnstile: { render, reset, remove } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function show(isShown: boolean) {
  seen.hidden = !isShown;
  seen.dispatchEvent(new Event("visibilitychange"));
}

/** Mounts the hosted captcha; `last` returns its newest state. */
async function form() {
  const end = new AbortController();
  const reported: CaptchaState[] = [];
  const settings = { kind: "turnstile", siteKey: "key", scriptUrl: "https://check.example/api.js" } as const;
  const container = {} as unknown as HTMLElement;
  void mountTurnstile({
    settings,
    purpose: "login",
    container: container,
    signal: end.signal,
    onState: (state) => reported.push(state),
  });
  await vi.advanceTimersByTimeAsync(0);
  return { last: () => reported.at(-1), leave: () => end.abort() };
}
const working = { step: "working" };

test("reports `late` for an unfinished hosted check after exactly one minute [LOGIN-05]", async () => {
  const { last } = await form();
  await vi.advanceTimersByTimeAsync(captchaTimeoutMs - 1);
  expect(last()).toEqual(working);
  await vi.advanceTimersByTimeAsync(1);
  expect(last()).toEqual({ step: "failed", why: "late" });
  widget.callback("later");
  expect(last()).toEqual({ step: "done", answer: "later" });
  await vi.advanceTimersByTimeAsync(10 * captchaTimeoutMs);
  expect(last(), "an answer does not time out").toEqual({ step: "done", answer: "later" });
});

test("sets no time limit while the hosted check waits for the user [LOGIN-05]", async () => {
  const { last } = await form();
  widget["before-interactive-callback"]();
  await vi.advanceTimersByTimeAsync(10 * captchaTimeoutMs);
  expect(last()).toEqual(working);
  widget["after-interactive-callback"]();
  await vi.advanceTimersByTimeAsync(captchaTimeoutMs);
  expect(last()).toEqual({ step: "failed", why: "late" });
});

test("restarts a check that timed out while the page was hidden, without an error [LOGIN-05]", async () => {
  const { last, leave } = await form();
  show(false);
  show(true);
  await vi.advanceTimersByTimeAsync(captchaTimeoutMs);
  expect([last(), reset.mock.calls]).toEqual([working, [["w-1"]]]);
  show(false);
  await vi.advanceTimersByTimeAsync(10 * captchaTimeoutMs);
  expect([last(), reset.mock.calls.length]).toEqual([working, 1]);
  show(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(reset).toHaveBeenCalledTimes(2);
  leave();
  await vi.advanceTimersByTimeAsync(10 * captchaTimeoutMs);
  expect([last(), remove.mock.calls]).toEqual([working, [["w-1"]]]);
});

test("reports an interrupted check, and restarts it if the page was hidden [LOGIN-05]", async () => {
  const { last } = await form();
  show(false);
  widget["error-callback"]();
  await vi.advanceTimersByTimeAsync(0);
  expect([last(), reset.mock.calls.length]).toEqual([working, 0]);
  show(true);
  await vi.advanceTimersByTimeAsync(0);
  expect([last(), reset.mock.calls.length]).toEqual([working, 1]);
  widget["error-callback"]();
  expect(last()).toEqual({ step: "failed", why: "not_loaded" });
});

test("reports a script that does not load, and reloads it after a hidden page [LOGIN-05]", async () => {
  script.loads.mockImplementation(async () => {
    if (script.loads.mock.calls.length === 1) show(false);
    return false;
  });
  const { last } = await form();
  expect([last(), script.loads.mock.calls.length]).toEqual([working, 1]);
  show(true);
  await vi.advanceTimersByTimeAsync(0);
  expect([last(), script.loads.mock.calls.length]).toEqual([{ step: "failed", why: "not_loaded" }, 2]);
});
