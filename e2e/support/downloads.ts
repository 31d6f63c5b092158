import { readFile } from "node:fs/promises";

import type { Page } from "@playwright/test";

/** The file that a page downloads after an action; its text has one character per byte. */
export async function fileFrom(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "latin1") };
}
