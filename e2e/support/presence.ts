import type { Page } from "@playwright/test";

/** Somebody comes back to a page that was open all the time; it then asks the server at once. */
export const lookedAtAgain = (page: Page): Promise<void> =>
  page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
