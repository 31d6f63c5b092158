import type { Locator, Page } from "@playwright/test";

import { clickAndWaitForReload } from "./dialogs.ts";
import { expect } from "./patient-expect.ts";

/** Steps of journeys that buy the stakeholders of a company from its result. */

export const walletPayments = /\/transaction\/wallet-payment$/;
export const paymentStarts = /\/payment\/flexi-initiate$/;
export const stakeholderReads = /\/verification\/call-external-apis$/;
export const completions = /\/verification\/complete$/;

/** The result of a business search in this page, with the lookup of its stakeholders. */
export function createBusinessResult(page: Page) {
  const card = page.getByRole("article", { name: "Businesses" });
  const region = page.getByRole("region", { name: /^Stakeholders of/ });
  const lookUpButton = region.getByRole("button", { name: /^Lookup Stakeholder/ });
  const methodDialog = page.getByRole("dialog", { name: "Lookup Stakeholder" });
  return {
    card,
    region,
    lookUpButton,
    methodDialog,
    panel: (name: RegExp) => region.getByRole("region", { name }),
    async open(request: string): Promise<void> {
      await page.goto(`/businessName/${request}`);
      await expect(card).toBeVisible({ timeout: 60_000 });
    },
    /** From the button through the choice of a payment method to the payment. */
    async pay(by: "Payment from Wallet" | "Instant Payment"): Promise<void> {
      await lookUpButton.click();
      await methodDialog.getByRole("radio", { name: by }).check();
      await methodDialog.getByRole("button", { name: /^Pay/ }).click();
    },
    /** Clicks a button that reloads the page, and waits until the card is back. */
    async clickAndWaitForCard(button: Locator): Promise<void> {
      await clickAndWaitForReload(page, button);
      await expect(card).toBeVisible();
    },
  };
}
