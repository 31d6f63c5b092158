import type { FrameLocator, Page } from "@playwright/test";

import { expect } from "./patient-expect.ts";

/** How a person ends the provider's payment page. Source: design 5. */
export type PaymentEnding =
  | "Approve"
  | "Decline"
  | "Cancel"
  | "Approve but notify late"
  | "Approve and notify twice"
  | "Approve with a wrong amount";

const balanceButton = (page: Page) => page.getByRole("banner").getByRole("button", { name: /Wallet balance/ });

/** What the bar shows now, in whole naira. */
export async function balanceOf(page: Page): Promise<number> {
  await expect(balanceButton(page)).toHaveText(/₦[\d,]+$/);
  return Number((await balanceButton(page).innerText()).replace(/\D/g, ""));
}

/** The balance as the bar shows it, such as `₦20,000`. It changes by itself, so this waits. */
export async function expectBalance(page: Page, amount: string, timeout = 20_000): Promise<void> {
  await expect(balanceButton(page)).toHaveText(`Wallet balance ${amount}`, { timeout });
}

/** From the bar to the provider's page in its frame. */
export async function openTopUp(page: Page, amount: string): Promise<FrameLocator> {
  await balanceButton(page).click();
  const wallet = page.getByRole("dialog", { name: "User Wallet" });
  await wallet.getByLabel("Amount to add").fill(amount);
  await wallet.getByRole("button", { name: "Proceed to Payment" }).click();
  return paymentFrame(page);
}

/** The provider's page. */
export async function paymentFrame(page: Page): Promise<FrameLocator> {
  const frame = page.frameLocator('iframe[title="Payment page"]');
  await expect(frame.getByText("Pretend payment page.")).toBeVisible();
  return frame;
}

export async function endPayment(frame: FrameLocator, ending: PaymentEnding): Promise<void> {
  await frame.getByRole("button", { name: ending, exact: true }).click();
}

/** What the product says of the payment once the frame is gone. */
export const paymentDialog = (page: Page) => page.getByRole("dialog", { name: "Your payment" });

/** Closes the dialog of a payment. */
export async function closePayment(page: Page): Promise<void> {
  await paymentDialog(page).getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** Tops up in one go and sees the money counted. */
export async function topUp(page: Page, amount: string): Promise<void> {
  await endPayment(await openTopUp(page, amount), "Approve");
  await expect(paymentDialog(page).getByText(/is in your wallet/)).toBeVisible();
  await closePayment(page);
}
