import type { Locator, Page } from "@playwright/test";

import { expect } from "./patient-expect.ts";

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 300; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key does not reach ${target}`);
}

/** Moves the focus to a control, then types or presses a key. */
export async function at(page: Page, target: Locator, act: { readonly type: string } | { readonly press: string }) {
  await tabTo(page, target);
  if ("type" in act) await page.keyboard.type(act.type);
  else await page.keyboard.press(act.press);
}
