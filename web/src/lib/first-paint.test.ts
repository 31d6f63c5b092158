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

/** Whether the promise is settled by now. */
async function isOver(wait: Promise<void>): Promise<boolean> {
  const open = Symbol("open");
  return (await Promise.race([wait, Promise.resolve(open)])) !== open;
}

test("waits for the first paint of a visible page [G-F5]", async () => {
  const wait = waitForFirstPaint();
  expect(await isOver(wait)).toBe(false);
  tellPaint();
  await wait;
});

test("stops waiting at the load event if no paint is reported [G-F5]", async () => {
  const wait = waitForFirstPaint();
  expect(await isOver(wait)).toBe(false);
  window.dispatchEvent(new Event("load"));
  await wait;
});

test.each([
  ["has been painted", { paints: 1 }],
  ["is in a hidden tab", { hidden: true }],
  ["is complete", { readyState: "complete" }],
])("does not wait for a page that %s [G-F5]", async (_why, how) => {
  Object.assign(shown, how);
  expect(await isOver(waitForFirstPaint())).toBe(true);
});
