import type { Locator, Page } from "@playwright/test";

import { examples } from "./support/account.ts";
import { expect, test } from "./support/test.ts";
import { newestRow, paymentButton } from "./support/wizard.ts";

/** Goes on with the Tab key until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key does not reach ${target}`);
}

test("the keyboard alone signs in, asks and pays", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByText("Done: you are a person.")).toBeVisible();
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type(examples.ada.email);
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.type(examples.ada.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/main-dashboard$/);

  await tabTo(page, page.getByRole("banner").getByRole("link", { name: "Identity Verification", exact: true }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("checkbox", { name: "NIN" }));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByLabel("National ID number (NIN)"));
  await page.keyboard.type("75000011111");
  await tabTo(page, page.getByLabel("Why do you ask?"));
  await page.keyboard.type("Rent");
  await tabTo(page, page.getByRole("radio", { name: "Wallet" }));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("checkbox", { name: /I accept/ }));
  await page.keyboard.press("Space");
  await tabTo(page, paymentButton(page));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("dialog", { name: "Disclaimer" }).getByRole("button", { name: "Confirm" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/main-dashboard$/, { timeout: 25_000 });
  await tabTo(page, newestRow(page).getByRole("button", { name: "Awaiting Consent" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(newestRow(page).getByRole("button", { name: "Awaiting Consent" })).toBeFocused();
});
