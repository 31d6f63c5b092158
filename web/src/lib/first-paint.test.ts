import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { waitForFirstPaint } from "./first-paint.ts";

let tellPaint = () => {};
const window = new EventTarget();
const shown = { paints: 0, hidden: false, readyState: "interactive" };

beforeEach(() => {
  Object.assign(shown, { paints: 0, hidden: false, readyState: "interactive" });
  vi.stubGlobal("document", shown);
  vi.stubGlobal("performance", { getEntriesByName: () => Array.from({ length: shown.paints }) });
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal(
    "PerformanceObserver",
    class {
      constructor(heard: (entries: unknown, observer: unknown) => void) {
        tellPaint = () => heard([], this);
      }
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

/** Whether the wait is over by now. */
async function isOver(wait: Promise<void>): Promise<boolean> {
  const open = Symbol("open");
  return (await Promise.race([wait, Promise.resolve(open)])) !== open;
}

test("G-F5 a page that is being looked at is waited for until it is seen", async () => {
  const wait = waitForFirstPaint();
  expect(await isOver(wait)).toBe(false);
  tellPaint();
  await wait;
});

test("G-F5 nobody waits for a paint that does not come: all of the page is there, or was told of before", async () => {
  const wait = waitForFirstPaint();
  expect(await isOver(wait)).toBe(false);
  window.dispatchEvent(new Event("load"));
  await wait;
});

test.each([
  ["was seen already", { paints: 1 }],
  ["is in a tab behind another", { hidden: true }],
  ["is complete", { readyState: "complete" }],
])("G-F5 a page that %s is not waited for", async (_why, how) => {
  Object.assign(shown, how);
  expect(await isOver(waitForFirstPaint())).toBe(true);
});
