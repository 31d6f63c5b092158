import type { Locator, Page } from "@playwright/test";

import { expectAccessible } from "./accessibility.ts";
import { expectNoAxeViolations, setTheme, themes } from "./appearance.ts";
import { at, tabTo } from "./keyboard.ts";
import { runOperator } from "./operator.ts";
import { expect } from "./patient-expect.ts";
import { origins } from "./test-environment.ts";

/** Steps of operators in the console. */

const widths = [360, 1440] as const;

/** Checks a screen of the console at both widths, in both themes, and that it fits between them. */
export async function expectWellMade(page: Page): Promise<void> {
  await page.setViewportSize({ width: 960, height: 900 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(overflow, { message: `${page.url()} fits into 960 px` }).toBeLessThanOrEqual(0);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of themes) {
      await setTheme(page, theme);
      await expectNoAxeViolations(page, `${page.url()}, ${width} px, ${theme}`);
    }
    await expectAccessible(page);
  }
}

/** The card of what waits for a second operator; other tests request approvals at the same time. */
export const approvalOf = (page: Page, text: string): Locator => page.locator("section").filter({ hasText: text });

/** Signs in an example operator with password and authenticator, by keyboard alone. */
export async function signInOperator(page: Page, email: string): Promise<void> {
  await page.goto(origins.console);
  await at(page, page.getByLabel("Email address"), { type: email });
  await at(page, page.getByLabel("Password", { exact: true }), { type: "Example-1-password" });
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Code of your authenticator")).toBeFocused();
  const field = page.getByLabel("Code of your authenticator");
  const today = page.getByRole("heading", { level: 1, name: "Today" });
  // a code works once, and a test of another file may have used the present one
  await expect(async () => {
    await tabTo(page, field);
    await page.keyboard.press("ControlOrMeta+A");
    const { words: code } = await runOperator("code", email);
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
    await expect(today).toBeVisible({ timeout: 8_000 });
  }).toPass({ timeout: 120_000, intervals: [12_000] });
}
