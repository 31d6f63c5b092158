import type { Locator, Page } from "@playwright/test";

export const alertDialog = (page: Page, name: string) => page.getByRole("alertdialog", { name });

/** The OK button of the open alert dialog. */
export const okButton = (page: Page) => page.getByRole("alertdialog").getByRole("button", { name: "OK" });

/** Clicks a button that reloads the page, and waits until it has. */
export async function clickAndWaitForReload(page: Page, button: Locator): Promise<void> {
  const again = page.waitForEvent("load");
  await button.click();
  await again;
}
