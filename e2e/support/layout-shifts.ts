import { type BrowserContext, expect, type Page } from "@playwright/test";

/** Something that moved: how much of the window by how far, and what. */
export type ObservedShift = {
  readonly value: number;
  readonly what: string;
  /** Within half a second after the last thing a person did, or before what that asked of the server has come and is drawn. */
  readonly isAsked: boolean;
};

/** Has each page that is opened note what moves on it. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen: { value: number; what: string; isAsked: boolean }[] = [];
    const { fetch, performance, requestAnimationFrame } = globalThis; // the real ones: a journey may move its clock
    let touched = -Infinity;
    let asked = 0;
    // half a second counts from when it is drawn, which on a busy machine is late
    const touch = () => {
      touched = Infinity;
      requestAnimationFrame(() => requestAnimationFrame(() => (touched = performance.now())));
    };
    // a journey also fills a box at once, as a paste does
    for (const kind of ["pointerdown", "pointerup", "keydown", "input"])
      addEventListener(kind, touch, { capture: true });
    globalThis.fetch = async (...call) => {
      if (performance.now() - touched > 500) return fetch(...call);
      asked += 1;
      return fetch(...call).finally(() => {
        asked -= 1;
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
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what this kind of entry is; the types do not know it yet
      for (const { value, hadRecentInput, startTime, sources } of entries as readonly Entry[])
        seen.push({
          value,
          what: sources.map(words).join(" | "),
          isAsked: hadRecentInput || asked > 0 || startTime - touched <= 500,
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

/** What has moved since it was last asked. Asked before something is done to the page that no person does, it forgets. */
export function takeShifts(page: Page): Promise<readonly ObservedShift[]> {
  return page.evaluate(() => {
    const take: unknown = Reflect.get(globalThis, "takeShifts");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- put there by `watchShifts`
    return typeof take === "function" ? (take() as ObservedShift[]) : [];
  });
}

/**
 * Nothing has moved by itself on the way to this screen: a layout shift of 0.00. Less than a hundredth is what the widths of letters
 * change when the page's own font takes over from the device's. Source: G-F4.
 */
export async function expectNoUnpromptedShift(page: Page, what: string): Promise<void> {
  const shifts = (await takeShifts(page)).filter(({ isAsked }) => !isAsked);
  const sum = shifts.reduce((before, { value }) => before + value, 0);
  const words = shifts.map(({ value, what: moved }) => `${value.toFixed(4)} ${moved}`);
  expect.soft(sum < 0.01 ? [] : words, `what moved on ${what}`).toEqual([]);
}
