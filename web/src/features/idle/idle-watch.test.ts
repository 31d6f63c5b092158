import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Activity } from "../../lib/storage.ts";
import type { SharedActivity } from "./activity.ts";
import { watchExpiry, watchIdleness } from "./idle-watch.ts";

const minuteMs = 60_000;

beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) }));
afterEach(() => vi.useRealTimers());

/** The pages of one browser. A frozen page receives no messages, but reads the shared storage. */
function browser() {
  let stored: Activity | undefined;
  const listeners = new Map<object, (activity: Activity) => void>();
  const frozen = new Set<object>();
  function open() {
    const me = {};
    const pages: SharedActivity = {
      read: () => stored,
      write: (activity) => {
        stored = activity;
        for (const [page, heard] of listeners) if (page !== me && !frozen.has(page)) heard(activity);
      },
      subscribe: (heard) => {
        listeners.set(me, heard);
        return () => void listeners.delete(me);
      },
    };
    const seen = { secondsLeft: undefined as number | undefined, ended: 0, kept: 0 };
    const watch = watchIdleness({
      sharedActivity: pages,
      warnAfterMs: 9 * minuteMs,
      onChange: (secondsLeft) => (seen.secondsLeft = secondsLeft),
      keepAlive: async () => {
        seen.kept += 1;
        return true;
      },
      onExpired: () => (seen.ended += 1),
    });
    return { ...watch, seen, freeze: () => frozen.add(me) };
  }
  return { open };
}

/** The device sleeps: the clock advances, but no timer fires. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);

test("warns after nine idle minutes and counts down sixty seconds [SESSION-08 SESSION-09]", () => {
  const page = browser().open();
  vi.advanceTimersByTime(9 * minuteMs - 1);
  expect(page.seen.secondsLeft).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(page.seen.secondsLeft).toBe(60);
  vi.advanceTimersByTime(59_000);
  expect(page.seen).toMatchObject({ secondsLeft: 1, ended: 0 });
});

test("ends the session once, at the end of the countdown [SESSION-10]", () => {
  const page = browser().open();
  vi.advanceTimersByTime(10 * minuteMs);
  expect(page.seen).toMatchObject({ secondsLeft: undefined, ended: 1 });
  page.checkClock();
  page.recordActivity();
  vi.advanceTimersByTime(20 * minuteMs);
  expect(page.seen.ended).toBe(1);
});

test("the button extends the session here, on the server and in all other pages [SESSION-11]", async () => {
  const { open } = browser();
  const [one, other] = [open(), open()];
  await vi.advanceTimersByTimeAsync(9.5 * minuteMs);
  expect([one.seen.secondsLeft, other.seen.secondsLeft]).toEqual([30, 30]);
  const toldBefore = one.seen.kept;
  await one.stay();
  expect([one.seen.secondsLeft, other.seen.secondsLeft]).toEqual([undefined, undefined]);
  expect(one.seen.kept).toBe(toldBefore + 1);
  vi.advanceTimersByTime(8 * minuteMs);
  expect([one.seen.ended, other.seen.ended]).toEqual([0, 0]);
});

test("a key press or a touch does not dismiss the warning [SESSION-08]", () => {
  const page = browser().open();
  vi.advanceTimersByTime(9 * minuteMs);
  page.recordActivity();
  expect(page.seen.secondsLeft).toBe(60);
});

test("activity in one page prevents the warning in another, without a pause too [SESSION-08]", () => {
  const { open } = browser();
  const [one, other] = [open(), open()];
  for (let passed = 0; passed < 30 * minuteMs; passed += 500) {
    one.recordActivity();
    vi.advanceTimersByTime(500);
    expect(other.seen.secondsLeft).toBeUndefined();
  }
});

test("opening another page counts as activity [SESSION-08]", () => {
  const { open } = browser();
  const first = open();
  vi.advanceTimersByTime(9.5 * minuteMs);
  const second = open();
  expect([first.seen.secondsLeft, second.seen.secondsLeft]).toEqual([undefined, undefined]);
});

test("signs out on wake-up when the device slept past the end [SESSION-10]", () => {
  const pages = [browser().open(), browser().open()] as const;
  sleep(3 * 60 * minuteMs);
  pages[0].checkClock();
  pages[1].recordActivity();
  expect(pages.map((page) => page.seen.ended)).toEqual([1, 1]);
});

test("shows the remaining time when the device wakes up during the warning [SESSION-09]", () => {
  const page = browser().open();
  sleep(9 * minuteMs + 45_000);
  page.checkClock();
  expect(page.seen.secondsLeft).toBe(15);
});

test("a page that was frozen while another was used signs no one out when it resumes [SESSION-08]", () => {
  const { open } = browser();
  const [used, frozen] = [open(), open()];
  frozen.freeze();
  for (let passed = 0; passed < 20; passed += 1) {
    sleep(minuteMs);
    used.recordActivity();
  }
  frozen.checkClock();
  expect(frozen.seen).toMatchObject({ ended: 0, secondsLeft: undefined });
});

test("one of the pages reports activity to the server once in fifty seconds", async () => {
  const { open } = browser();
  const [one, other] = [open(), open()];
  for (let passed = 0; passed < 10 * minuteMs; passed += 1_000) {
    (passed % 2_000 ? one : other).recordActivity();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  const reported = one.seen.kept + other.seen.kept;
  expect(reported).toBeGreaterThanOrEqual(11);
  expect(reported).toBeLessThanOrEqual(13);
});

test("reports a page that is only read, so that the server keeps the session", () => {
  const page = browser().open();
  vi.advanceTimersByTime(minuteMs);
  expect(page.seen.kept).toBe(1);
});

test("notices the expiry on time and after sleep, and checks with the server [SESSION-07]", () => {
  const ask = vi.fn();
  const watch = watchExpiry(Date.now() + 12 * 60 * minuteMs, ask);
  vi.advanceTimersByTime(12 * 60 * minuteMs - 1);
  expect(ask).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ask).toHaveBeenCalledTimes(1);
  watch.stop();
  const slept = watchExpiry(Date.now() + minuteMs, ask);
  sleep(2 * minuteMs);
  slept.checkClock();
  expect(ask).toHaveBeenCalledTimes(2);
  slept.stop();
});
