import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, expect, type Page } from "@playwright/test";

export const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Shows a theme without a reload: the product's own switch, and the system's wish for the pages that follow it. */
export async function paint(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await page.evaluate((wanted) => {
    document.documentElement.dataset["theme"] = wanted;
    // colours fade from one theme to the other: what is looked at is the end of that
    for (const fade of document.getAnimations()) if (fade instanceof CSSTransition) fade.finish();
  }, theme);
}

/** What axe finds wrong, a line each. */
async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(" ")}: ${node.any[0]?.message ?? node.html}`),
  );
}

/** A title, and nothing that scrolls sideways. Holds for pages without script too. */
export async function expectFits(page: Page, what = page.url()): Promise<void> {
  expect.soft(await page.title(), `title of ${what}`).not.toBe("");
  // asked until it is true: a frame of another site is laid out a moment after the window has its new size
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: `${what} scrolls sideways by so many pixels`,
    })
    .toBeLessThanOrEqual(0);
}

/** Fits, and axe finds nothing. */
export async function expectCalm(page: Page, what = page.url()): Promise<void> {
  await expectFits(page, what);
  expect.soft(await axeFindings(page), `axe on ${what}`).toEqual([]);
}

/**
 * Has each page that is opened note what moves on it by itself: later than half a second after the last thing a person did, and after
 * what that asked of the server has come and is drawn.
 */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen: { value: number; what: string }[] = [];
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
    type Shift = PerformanceEntry & {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { readonly node: Node | null }[];
    };
    const note = (entries: readonly PerformanceEntry[]) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what this kind of entry is; the types do not know it yet
      for (const { value, hadRecentInput, startTime, sources } of entries as readonly Shift[])
        if (!hadRecentInput && asked === 0 && startTime - touched > 500)
          seen.push({
            value,
            what: sources.map(({ node }) => `${node?.nodeName}: ${(node?.textContent ?? "").slice(0, 40)}`).join(" | "),
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
export function takeShifts(page: Page): Promise<readonly { readonly value: number; readonly what: string }[]> {
  return page.evaluate(() => {
    const take: unknown = Reflect.get(globalThis, "takeShifts");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- put there by `watchShifts`
    return typeof take === "function" ? (take() as { value: number; what: string }[]) : [];
  });
}

/**
 * Nothing has moved by itself on the way to this screen: a layout shift of 0.00. Less than a hundredth is what the widths of letters
 * change when the page's own font takes over from the device's. Source: G-F4.
 */
export async function expectStill(page: Page, what: string): Promise<void> {
  const shifts = await takeShifts(page);
  const sum = shifts.reduce((before, { value }) => before + value, 0);
  const words = shifts.map(({ value, what: moved }) => `${value.toFixed(4)} ${moved}`);
  expect.soft(sum < 0.01 ? [] : words, `what moved on ${what}`).toEqual([]);
}
