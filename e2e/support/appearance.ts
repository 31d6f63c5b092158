import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Sets the theme without a reload, as the product does, and the device's setting for pages that follow it. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await page.evaluate((wanted) => {
    document.documentElement.dataset["theme"] = wanted;
    // colours fade between themes, and nested elements after their parents: wait until all transitions end
    const fades = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
    for (let depth = 0; depth < 20 && fades().length > 0; depth += 1) for (const fade of fades()) fade.finish();
  }, theme);
}

/** Reporting passed rules too would double the time. */
const violationsOnly = { resultTypes: ["violations" as const] };

/** Whether each document of a page has axe from an earlier check: injecting it takes as long as running it. */
async function hasAxe(page: Page): Promise<boolean> {
  const asked = page.frames().map((frame) => frame.evaluate(() => Object.hasOwn(window, "axe")));
  return (await Promise.allSettled(asked)).every((frame) => frame.status === "fulfilled" && frame.value);
}

/** axe violations, one per line. */
async function axeFindings(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page, ...((await hasAxe(page)) && { axeSource: "0" }) });
  const { violations } = await axe.setLegacyMode().options(violationsOnly).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(" ")}: ${node.any[0]?.message ?? node.html}`),
  );
}

/** Checks the title and that nothing scrolls sideways. Also for pages without script. */
export async function expectFitsWidth(page: Page, what = page.url()): Promise<void> {
  expect.soft(await page.title(), `title of ${what}`).not.toBe("");
  // polls: a frame of another site is laid out shortly after the window has its new size
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: `${what} scrolls sideways by so many pixels`,
    })
    .toBeLessThanOrEqual(0);
}

/** Checks the width and runs axe. */
export async function expectNoAxeViolations(page: Page, what = page.url()): Promise<void> {
  await expectFitsWidth(page, what);
  expect.soft(await axeFindings(page), `axe on ${what}`).toEqual([]);
}
