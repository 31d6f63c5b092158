import type { FrameLocator, Page } from "@playwright/test";

import { expect } from "./patient-expect.ts";

/** How a user ends the provider's payment page. */
export type PaymentEnding =
  | "Approve"
  | "Decline"
  | "Cancel"
  | "Approve but notify late"
  | "Approve and notify twice"
  | "Approve with a wrong amount";

const balanceButton = (page: Page) => page.getByRole("banner").getByRole("button", { name: /Wallet balance/ });

/** The balance in the navigation bar, in whole naira. */
export async function balanceOf(page: Page): Promise<number> {
  await expect(balanceButton(page)).toHaveText(/₦[\d,]+$/);
  return Number((await balanceButton(page).innerText()).replace(/\D/g, ""));
}

/** Waits for the balance in the navigation bar, such as `₦20,000`. */
export async function expectBalance(page: Page, amount: string, timeout = 20_000): Promise<void> {
  await expect(balanceButton(page)).toHaveText(`Wallet balance ${amount}`, { timeout });
}

/** From the navigation bar to the provider's page in its frame. */
export async function openTopUp(page: Page, amount: string): Promise<FrameLocator> {
  await balanceButton(page).click();
  const wallet = page.getByRole("dialog", { name: "User Wallet" });
  await wallet.getByLabel("Amount to add").fill(amount);
  await wallet.getByRole("button", { name: "Proceed to Payment" }).click();
  return paymentFrame(page);
}

export async function paymentFrame(page: Page): Promise<FrameLocator> {
  const frame = page.frameLocator('iframe[title="Payment page"]');
  await expect(frame.getByText("Pretend payment page.")).toBeVisible();
  return frame;
}

export async function endPayment(frame: FrameLocator, ending: PaymentEnding): Promise<void> {
  await frame.getByRole("button", { name: ending, exact: true }).click();
}

/** The product's dialog after the payment frame has closed. */
export const paymentDialog = (page: Page) => page.getByRole("dialog", { name: "Your payment" });

export async function closePayment(page: Page): Promise<void> {
  await paymentDialog(page).getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** Tops up and waits until the balance includes the money. */
export async function topUp(page: Page, amount: string): Promise<void> {
  await endPayment(await openTopUp(page, amount), "Approve");
  await expect(paymentDialog(page).getByText(/is in your wallet/)).toBeVisible();
  await closePayment(page);
}
