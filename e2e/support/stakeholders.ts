import type { Locator, Page } from "@playwright/test";

import { clickAndWaitForReload } from "./dialogs.ts";
import { expect } from "./patient-expect.ts";

/** Steps of journeys that buy the stakeholders of a company from its result. */

export const walletPayments = /\/transaction\/wallet-payment$/;
export const paymentStarts = /\/payment\/flexi-initiate$/;
export const stakeholderReads = /\/verification\/call-external-apis$/;
export const completions = /\/verification\/complete$/;

export const businessCard = (page: Page) => page.getByRole("article", { name: "Businesses" });
export const stakeholderRegion = (page: Page) => page.getByRole("region", { name: /^Stakeholders of/ });
export const lookUpButton = (page: Page) =>
  stakeholderRegion(page).getByRole("button", { name: /^Lookup Stakeholder/ });
export const stakeholderPanel = (page: Page, name: RegExp) => stakeholderRegion(page).getByRole("region", { name });
export const methodDialog = (page: Page) => page.getByRole("dialog", { name: "Lookup Stakeholder" });

export async function openBusinessResult(page: Page, request: string): Promise<void> {
  await page.goto(`/businessName/${request}`);
  await expect(businessCard(page)).toBeVisible({ timeout: 60_000 });
}

/** From the button through the choice of a payment method to the payment. */
export async function payForStakeholders(page: Page, by: "Payment from Wallet" | "Instant Payment"): Promise<void> {
  await lookUpButton(page).click();
  await methodDialog(page).getByRole("radio", { name: by }).check();
  await methodDialog(page).getByRole("button", { name: /^Pay/ }).click();
}

/** Clicks a button that reloads the page, and waits until the card is back. */
export async function clickAndWaitForCard(page: Page, button: Locator): Promise<void> {
  await clickAndWaitForReload(page, button);
  await expect(businessCard(page)).toBeVisible();
}
