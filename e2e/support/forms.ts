import type { Locator, Page } from "@playwright/test";

import { expect } from "./patient-expect.ts";

/** Checks the error message of a field. */
export async function expectFieldError(field: Locator, words: string): Promise<void> {
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(new RegExp(`${escapeRegExp(words)}$`));
}

export async function expectNoFieldError(field: Locator): Promise<void> {
  await expect(field).not.toHaveAttribute("aria-invalid", "true");
}

const escapeRegExp = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Waits until the form's captcha is solved. */
export async function waitForCaptcha(page: Page): Promise<void> {
  await expect(page.getByText("Security check passed")).toBeVisible();
}

/** Records the bodies of a page's requests to a path from now on, in order. */
export function recordRequestBodies(page: Page, path: RegExp): readonly Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && path.test(new URL(request.url()).pathname)) sent.push(request.postDataJSON());
  });
  return sent;
}

/** A value in the local storage; null if it is absent. */
export const readLocalStorage = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);
