import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Shows a theme without a reload: the product's own switch, and the system's wish for the pages that follow it. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await page.evaluate((wanted) => {
    document.documentElement.dataset["theme"] = wanted;
    // colours fade from one theme to the other, in what stands inside of something after that: what is looked at is the end of all
    const fades = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
    for (let depth = 0; depth < 20 && fades().length > 0; depth += 1) for (const fade of fades()) fade.finish();
  }, theme);
}

/** Tells what is wrong alone: to describe what is right as well takes as long as the looking. */
const violationsOnly = { resultTypes: ["violations" as const] };

/** Whether each document of a page has axe from an earlier look: to read it in again takes as long as to look with it. */
async function hasAxe(page: Page): Promise<boolean> {
  const asked = page.frames().map((frame) => frame.evaluate(() => Object.hasOwn(window, "axe")));
  return (await Promise.allSettled(asked)).every((frame) => frame.status === "fulfilled" && frame.value);
}

/** What axe finds wrong, a line each. */
async function axeFindings(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page, ...((await hasAxe(page)) && { axeSource: "0" }) });
  const { violations } = await axe.setLegacyMode().options(violationsOnly).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(" ")}: ${node.any[0]?.message ?? node.html}`),
  );
}

/** A title, and nothing that scrolls sideways. Holds for pages without script too. */
export async function expectFitsWidth(page: Page, what = page.url()): Promise<void> {
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
export async function expectNoAxeViolations(page: Page, what = page.url()): Promise<void> {
  await expectFitsWidth(page, what);
  expect.soft(await axeFindings(page), `axe on ${what}`).toEqual([]);
}
