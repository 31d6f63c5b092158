import type { Page } from "@playwright/test";

import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { expect, test } from "./support/test.ts";
import { chooseSearchType, fillWizard, pay, paymentButton } from "./support/wizard.ts";

const kemi = makePerson("Kemi");
const undo = (page: Page) => page.getByRole("button", { name: "Undo" });
const undoNotice = (page: Page) => page.getByText("You were about to pay for this");

test.beforeAll(() => createAccount(kemi));

/** Starts again beside an unpaid request; the undo offer stays while the pointer rests on it. */
async function startAgain(page: Page): Promise<void> {
  await page.goto("/dashboard");
  await expect(undoNotice(page)).toBeVisible();
  await page.getByRole("button", { name: "Start again" }).click();
  await undo(page).dispatchEvent("pointerover");
}

test("an abandoned request can be resumed until its screen closes or the next request [F-14]", async ({ page }) => {
  await signInByApi(page, kemi);
  await fillWizard(page, "76000010077", "Instant payment");
  await pay(page);
  await expect(page.getByRole("dialog").locator("iframe")).toBeVisible();

  await startAgain(page);
  await undo(page).click();
  await expect(undoNotice(page)).toBeVisible();
  await expect(undo(page)).toBeHidden();

  await startAgain(page);
  await chooseSearchType(page, "NIN");
  await page.getByLabel("National ID number (NIN)").fill("76000010088");
  await page.getByLabel("Reason for this check").selectOption({ label: "Renting a home" });
  await page.getByRole("radio", { name: "Instant payment" }).check();
  await page.getByRole("checkbox", { name: /I accept/ }).check();
  await expect(undo(page)).toBeVisible();
  await pay(page);
  await expect(page.getByRole("dialog").locator("iframe")).toBeVisible();
  await expect(undo(page), "after the next request").toHaveCount(0);

  await startAgain(page);
  await expect(paymentButton(page)).toBeVisible();
  await expect(undo(page)).toBeVisible();
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await expect(undo(page), "after leaving the screen").toHaveCount(0);
});
