import type { Locator, Page } from "@playwright/test";

import { expect } from "./patient-expect.ts";

/** What a field says is wrong with it: the words that belong to it, marked as an error. */
export async function expectFieldError(field: Locator, words: string): Promise<void> {
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(new RegExp(`${escapeRegExp(words)}$`));
}

export async function expectNoFieldError(field: Locator): Promise<void> {
  await expect(field).not.toHaveAttribute("aria-invalid", "true");
}

const escapeRegExp = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Waits until the form's check of a person is done. */
export async function waitForCaptcha(page: Page): Promise<void> {
  await expect(page.getByText("Done: you are a person.")).toBeVisible();
}

/** The bodies that a page sends to a call from now on, in order. */
export function recordRequestBodies(page: Page, path: RegExp): readonly Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && path.test(new URL(request.url()).pathname)) sent.push(request.postDataJSON());
  });
  return sent;
}

/** A value in the browser's storage; null without one. */
export const readLocalStorage = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);
