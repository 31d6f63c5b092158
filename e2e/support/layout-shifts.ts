import { type BrowserContext, expect, type Page } from "@playwright/test";

/** A layout shift: its score and its elements. */
export type ObservedShift = {
  readonly value: number;
  readonly what: string;
  /** Within half a second after the user's last action, or before the response to it has arrived and is rendered. */
  readonly isAsked: boolean;
};

/** Records layout shifts on each page that opens. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen: { value: number; what: string; isAsked: boolean }[] = [];
    const { fetch, performance, requestAnimationFrame } = globalThis; // real ones: tests may control the clock
    let touched = -Infinity;
    let requestCount = 0;
    // half a second counts from the next paint, which is late on a busy machine
    const touch = () => {
      touched = Infinity;
      requestAnimationFrame(() => requestAnimationFrame(() => (touched = performance.now())));
    };
    // a test may also fill a field at once, as a paste does
    for (const kind of ["pointerdown", "pointerup", "keydown", "input"])
      addEventListener(kind, touch, { capture: true });
    globalThis.fetch = async (...call) => {
      if (performance.now() - touched > 500) return fetch(...call);
      requestCount += 1;
      return fetch(...call).finally(() => {
        requestCount -= 1;
        touch();
      });
    };
    type Source = { readonly node: Node | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect };
    type Entry = PerformanceEntry & {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly Source[];
    };
    const place = ({ x, y }: DOMRect) => `${Math.round(x)},${Math.round(y)}`;
    const words = ({ node, previousRect, currentRect }: Source) =>
      `${node?.nodeName} "${node?.textContent?.slice(0, 40)}" ${place(previousRect)} to ${place(currentRect)}`;
    const note = (entries: readonly PerformanceEntry[]) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- layout-shift entries have no type yet
      for (const { value, hadRecentInput, startTime, sources } of entries as readonly Entry[])
        seen.push({
          value,
          what: sources.map(words).join(" | "),
          isAsked: hadRecentInput || requestCount > 0 || startTime - touched <= 500,
        });
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    Object.assign(globalThis, {
      takeShifts: () => {
        note(observer.takeRecords());
        return seen.splice(0);
      },
    });
  });
}

/** Layout shifts since the last call. Call it before changing a page in a way no user can, to discard them. */
export function takeShifts(page: Page): Promise<readonly ObservedShift[]> {
  return page.evaluate(() => {
    const take: unknown = Reflect.get(globalThis, "takeShifts");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- set by `watchShifts`
    return typeof take === "function" ? (take() as ObservedShift[]) : [];
  });
}

/**
 * Checks that nothing on this screen has moved without user action: a total shift below 0.01, which allows for the
 * width difference when the page's font replaces the fallback [G-F4].
 */
export async function expectNoUnpromptedShift(page: Page, what: string): Promise<void> {
  const shifts = (await takeShifts(page)).filter(({ isAsked }) => !isAsked);
  const sum = shifts.reduce((before, { value }) => before + value, 0);
  const words = shifts.map(({ value, what: moved }) => `${value.toFixed(4)} ${moved}`);
  expect.soft(sum < 0.01 ? [] : words, `layout shifts on ${what}`).toEqual([]);
}
