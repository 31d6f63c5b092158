import { problems } from "@idanimo/contract/problems";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { captchaTimeoutMs, type CaptchaState, keepCaptchaSolved } from "./keep-captcha-solved.ts";

type Script = "solves" | "never comes" | "cannot be loaded" | "throws" | "finds nothing";
let script: Script;
let asked: (() => Promise<Response>)[];
const running = new Set<object>();
let seen: EventTarget & { hidden: boolean };

class FakeWorker extends EventTarget {
  constructor() {
    super();
    running.add(this);
  }
  postMessage() {
    const eventTarget = {
      solves: () => new MessageEvent("message", { data: { counter: 7 } }),
      "finds nothing": () => new MessageEvent("message", { data: undefined }),
      "cannot be loaded": () => new Event("error"),
      throws: () => Object.assign(new Event("error"), { message: "no such thing" }),
      "never comes": () => undefined,
    }[script]();
    if (eventTarget) queueMicrotask(() => this.dispatchEvent(eventTarget));
  }
  terminate() {
    running.delete(this);
  }
}

const challenge = { parameters: { nonce: "00" }, signature: "11" };
const responses = async () => Response.json(challenge);
const neverAnswers = (signal: AbortSignal) => () =>
  new Promise<Response>((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22) });
  script = "solves";
  asked = [];
  running.clear();
  seen = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("navigator", { hardwareConcurrency: 3 });
  vi.stubGlobal("document", seen);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Starts the captcha of a form; `reported` collects its states in order. */
function form(call: "answered" | "never answered" | Response = "answered") {
  const ended = new AbortController();
  const reported: CaptchaState[] = [];
  vi.stubGlobal("fetch", (_url: string, { signal }: { signal: AbortSignal }) => {
    const response =
      call === "answered" ? responses : call === "never answered" ? neverAnswers(signal) : async () => call.clone();
    asked.push(response);
    return response();
  });
  void keepCaptchaSolved("login", ended.signal, (state) => reported.push(state));
  return { reported, leave: () => ended.abort() };
}
const failed = (why: string) => [{ step: "failed", why }];

test.each([
  { call: "never answered", script: "solves", why: "the request never ends" },
  { call: "answered", script: "never comes", why: "the worker script never responds" },
] as const)("reports `late` after exactly one minute if $why [LOGIN-05]", async (each) => {
  script = each.script;
  const { reported } = form(each.call);
  await vi.advanceTimersByTimeAsync(captchaTimeoutMs - 1);
  expect(reported).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(reported).toEqual(failed("late"));
  expect(running.size, "no worker is left running").toBe(0);
  await vi.advanceTimersByTimeAsync(10 * captchaTimeoutMs);
  expect(asked, "does not retry without the user").toHaveLength(1);
});

test.each([
  { script: "cannot be loaded", why: "not_loaded" },
  { script: "throws", why: "unable" },
  { script: "finds nothing", why: "unable" },
] as const)("fails at once with $why if the worker script $script [LOGIN-05]", async (each) => {
  script = each.script;
  const { reported } = form();
  await vi.advanceTimersByTimeAsync(0);
  expect(reported).toEqual(failed(each.why));
  expect(running.size).toBe(0);
});

test("fails with `unable` in a browser that starts no workers [LOGIN-05]", async () => {
  vi.stubGlobal("Worker", function refuse() {
    throw new Error("not here");
  });
  const { reported } = form();
  await vi.advanceTimersByTimeAsync(0);
  expect(reported).toEqual(failed("unable"));
});

test("reports the server's problem for a rejected challenge [LOGIN-05]", async () => {
  const { title, text, status } = problems.too_many_requests;
  const { reported } = form(Response.json({ code: "too_many_requests", title, message: text, status }, { status }));
  await vi.advanceTimersByTimeAsync(0);
  expect(reported).toMatchObject([{ step: "failed", why: { code: "too_many_requests", message: text } }]);
});

test("restarts a check that failed while the page was hidden once it is visible [LOGIN-05]", async () => {
  const { reported } = form("never answered");
  seen.hidden = true;
  await vi.advanceTimersByTimeAsync(captchaTimeoutMs);
  expect(reported).toEqual([{ step: "working" }]);
  expect(asked).toHaveLength(1);
  seen.hidden = false;
  seen.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(2);
});

test.each([
  { call: "never answered", why: "takes too long" },
  { call: Response.error(), why: "is interrupted" },
] as const)("restarts a check that $why while the page was hidden, without an error [LOGIN-05]", async (each) => {
  const { reported } = form(each.call);
  for (const hidden of [true, false]) {
    seen.hidden = hidden;
    seen.dispatchEvent(new Event("visibilitychange"));
  }
  await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(each.call === "never answered" ? 2 * captchaTimeoutMs - 1 : 0);
  expect(asked).toHaveLength(2);
  expect(reported.map(({ step }) => step)).toEqual(each.call === "never answered" ? [] : ["failed"]);
});

test("renews an answer before it expires, until the form is closed [T-08 LOGIN-05]", async () => {
  const { reported, leave } = form();
  await vi.advanceTimersByTimeAsync(0);
  const answer = btoa(JSON.stringify({ challenge, solution: { counter: 7 } }));
  expect(reported).toEqual([{ step: "done", answer }]);
  await vi.advanceTimersByTimeAsync(95_000);
  expect(reported).toHaveLength(2);
  leave();
  await vi.advanceTimersByTimeAsync(10 * captchaTimeoutMs);
  expect(asked).toHaveLength(2);
  expect(running.size).toBe(0);
});
