import type { Locator, Page } from "@playwright/test";

import type { Business } from "./api.ts";
import { expect } from "./patient-expect.ts";

/** A response with a source for every kind. Only for tests of appearance: purchases need the real response. */
export const allSourcesResponse = {
  sources: [
    { searchType: "nin", state: "up", usualSeconds: 2.6 },
    { searchType: "phone", state: "slow", usualSeconds: 14 },
    { searchType: "rc", state: "up", usualSeconds: null },
    { searchType: "bvn", state: "down", usualSeconds: null },
    { searchType: "vin", state: "up", usualSeconds: 1 },
    { searchType: "license_number", state: "up", usualSeconds: 1 },
  ],
};

/** The checkbox of a search type in its card. */
export const searchTypeCheckbox = (page: Page, label: string): Locator =>
  page.getByRole("checkbox", { name: label, exact: true });

export const chooseSearchType = (page: Page, label: string): Promise<void> => searchTypeCheckbox(page, label).check();

/** Fills in the wizard for one NIN, up to the Payment button. */
export async function fillWizard(page: Page, nin: string, by: "Wallet" | "Instant payment" = "Wallet"): Promise<void> {
  await page.goto("/dashboard");
  await chooseSearchType(page, "NIN");
  await page.getByLabel("National ID number (NIN)").fill(nin);
  await page.getByLabel("Reason for this check").selectOption({ label: "Renting a home" });
  await page.getByRole("radio", { name: by }).check();
  await page.getByRole("checkbox", { name: /I accept/ }).check();
}

/** The payment method "Wallet" of the wizard. */
export const walletOption = (page: Page): Locator => page.getByRole("radio", { name: "Wallet" });

export const paymentButton = (page: Page) => page.getByRole("button", { name: /^Pay/ });

/** From the Payment button through the disclaimer. */
export async function pay(page: Page): Promise<void> {
  await paymentButton(page).click();
  await page.getByRole("dialog", { name: "Disclaimer" }).getByRole("button", { name: "Confirm" }).click();
}

/**
 * After a payment for one check that needs consent: the waiting screen opens, and its link leads to the dashboard.
 */
export async function leaveWaitingScreen(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/consent\?request=/, { timeout: 25_000 });
  await page.getByRole("link", { name: "Return to Dashboard" }).first().click();
  await expect(page).toHaveURL(/\/main-dashboard$/);
}

/** Requests one NIN, paid from the wallet, and waits for the dashboard, also through the dialog of a failed lookup. */
export async function requestNin(page: Page, nin: string): Promise<void> {
  await fillWizard(page, nin);
  await pay(page);
  const failed = page.getByRole("alertdialog").getByRole("button", { name: "View in history" });
  await expect(failed.or(page.getByRole("heading", { name: "Awaiting consent..." }))).toBeVisible({ timeout: 25_000 });
  if (await failed.isVisible()) {
    await failed.click();
    await expect(page).toHaveURL(/\/main-dashboard$/);
  } else await leaveWaitingScreen(page);
}

/** The newest row of the history. */
export const newestRow = (page: Page) =>
  page.getByRole("table", { name: "Your requests, newest first" }).getByRole("row").nth(1);

/** The rows of the transaction log as texts, newest first. */
export async function transactions(page: Page): Promise<readonly string[]> {
  await page.getByRole("tab", { name: "Transaction Logs" }).click();
  const table = page.getByRole("table", { name: "Your transactions, newest first" });
  await expect(table.getByRole("row").nth(1)).toBeVisible();
  return (await table.getByRole("row").allInnerTexts()).slice(1);
}

/** Business details for an account that may upload files. */
export const businessWith = (rcNumber: string): Business => ({
  businessName: "Emeka Motors",
  rcNumber,
  officeAddress: "1 Marina, Lagos",
  designation: "Owner",
  nin: "70123456789",
});
