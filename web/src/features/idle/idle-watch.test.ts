import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Activity } from "../../lib/storage.ts";
import type { SharedActivity } from "./activity.ts";
import { watchExpiry, watchIdleness } from "./idle-watch.ts";

const minuteMs = 60_000;

beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) }));
afterEach(() => vi.useRealTimers());

/** The pages of one browser. A frozen page hears nothing, but reads what was written. */
function browser() {
  let kept: Activity | undefined;
  const listeners = new Map<object, (activity: Activity) => void>();
  const frozen = new Set<object>();
  function open() {
    const me = {};
    const pages: SharedActivity = {
      read: () => kept,
      write: (activity) => {
        kept = activity;
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

/** The device sleeps: the clock goes on, no timer does. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);

test("SESSION-08 SESSION-09 after nine quiet minutes a warning counts down sixty seconds", () => {
  const page = browser().open();
  vi.advanceTimersByTime(9 * minuteMs - 1);
  expect(page.seen.secondsLeft).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(page.seen.secondsLeft).toBe(60);
  vi.advanceTimersByTime(59_000);
  expect(page.seen).toMatchObject({ secondsLeft: 1, ended: 0 });
});

test("SESSION-10 the sign-in ends once when the countdown is over", () => {
  const page = browser().open();
  vi.advanceTimersByTime(10 * minuteMs);
  expect(page.seen).toMatchObject({ secondsLeft: undefined, ended: 1 });
  page.checkClock();
  page.recordActivity();
  vi.advanceTimersByTime(20 * minuteMs);
  expect(page.seen.ended).toBe(1);
});

test("SESSION-11 the button keeps the sign-in, here, at the server and in every other page", async () => {
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

test("SESSION-08 while the warning stands a key or a touch does not answer it", () => {
  const page = browser().open();
  vi.advanceTimersByTime(9 * minuteMs);
  page.recordActivity();
  expect(page.seen.secondsLeft).toBe(60);
});

test("SESSION-08 somebody busy in one page is not warned in another, however long they type without a pause", () => {
  const { open } = browser();
  const [one, other] = [open(), open()];
  for (let passed = 0; passed < 30 * minuteMs; passed += 500) {
    one.recordActivity();
    vi.advanceTimersByTime(500);
    expect(other.seen.secondsLeft).toBeUndefined();
  }
});

test("SESSION-08 a page opened after others counts as somebody being there", () => {
  const { open } = browser();
  const first = open();
  vi.advanceTimersByTime(9.5 * minuteMs);
  const second = open();
  expect([first.seen.secondsLeft, second.seen.secondsLeft]).toEqual([undefined, undefined]);
});

test("SESSION-10 a device that slept past the end is signed out when it wakes, by a look or by a touch", () => {
  const pages = [browser().open(), browser().open()] as const;
  sleep(3 * 60 * minuteMs);
  pages[0].checkClock();
  pages[1].recordActivity();
  expect(pages.map((page) => page.seen.ended)).toEqual([1, 1]);
});

test("SESSION-09 a device that slept into the warning shows what is really left", () => {
  const page = browser().open();
  sleep(9 * minuteMs + 45_000);
  page.checkClock();
  expect(page.seen.secondsLeft).toBe(15);
});

test("SESSION-08 a page that was frozen while another was used does not sign anybody out when it thaws", () => {
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

test("a busy person is told to the server once in fifty seconds, by whichever page", async () => {
  const { open } = browser();
  const [one, other] = [open(), open()];
  for (let passed = 0; passed < 10 * minuteMs; passed += 1_000) {
    (passed % 2_000 ? one : other).recordActivity();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  const told = one.seen.kept + other.seen.kept;
  expect(told).toBeGreaterThanOrEqual(11);
  expect(told).toBeLessThanOrEqual(13);
});

test("a page that is opened and only read is told to the server, which else would end the sign-in first", () => {
  const page = browser().open();
  vi.advanceTimersByTime(minuteMs);
  expect(page.seen.kept).toBe(1);
});

test("SESSION-07 the last moment of a sign-in is noticed on time and after sleep, and the server is asked", () => {
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
