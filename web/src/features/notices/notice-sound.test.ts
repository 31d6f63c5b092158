import { afterEach, beforeEach, expect, test, vi } from "vitest";

let tones = 0;
let touched: boolean;
const storedItems = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  tones = 0;
  touched = true;
  storedItems.clear();
  vi.stubGlobal("localStorage", { getItem: (key: string) => storedItems.get(key) ?? null });
  const parameter = { value: 0, setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined };
  const gain = { ...parameter, exponentialRampToValueAtTime: () => undefined };
  const node = <More extends object>(more: More) => ({ ...more, connect: <To>(to: To) => to });
  vi.stubGlobal(
    "AudioContext",
    class {
      currentTime = 0;
      destination = {};
      resume = async () => undefined;
      createGain = () => node({ gain });
      createOscillator = () => node({ frequency: parameter, start: () => (tones += 1), stop: () => undefined });
    },
  );
  let isLocked = false;
  const request = async (_name: string, _how: object, act: (lock: object | null) => Promise<void>) => {
    if (isLocked) return act(null);
    isLocked = true;
    await act({});
    isLocked = false;
  };
  vi.stubGlobal("navigator", {
    locks: { request },
    get userActivation() {
      return { hasBeenActive: touched };
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** One open page: its own copy of the module. */
async function page() {
  vi.resetModules();
  return import("./notice-sound.ts");
}
const aSound = 2;

test("plays one sound per notice, however many pages and channels report it [PUSH-02]", async () => {
  const [here, elsewhere] = [await page(), await page()];
  const all = [here.playNoticeSound(), elsewhere.playNoticeSound(), here.playNoticeSound()];
  await vi.runAllTimersAsync();
  await Promise.all(all);
  expect(tones).toBe(aSound);
});

test("plays a sound again for the next notice [PUSH-02]", async () => {
  const { playNoticeSound } = await page();
  for (let count = 0; count < 2; count += 1) {
    const sounding = playNoticeSound();
    await vi.advanceTimersByTimeAsync(2_000);
    await sounding;
  }
  expect(tones).toBe(2 * aSound);
});

test("is silent if the user turned the sound off, and before the first interaction", async () => {
  const { playNoticeSound: soundNotice } = await page();
  storedItems.set("quietNotices", "yes");
  await soundNotice();
  storedItems.clear();
  touched = false;
  await soundNotice();
  expect(tones).toBe(0);
});
