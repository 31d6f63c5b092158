import { expect, type Page } from "@playwright/test";

/** Everything a script of the page could read: both storages, the cookies, the URL. */
async function readScriptVisibleData(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state]),
  );
}

/** Checks that scripts can read no secret [T-09 T-19]. */
export async function expectHiddenFromScripts(page: Page, secrets: readonly string[]): Promise<void> {
  const found = await readScriptVisibleData(page);
  for (const secret of secrets) expect(found, "readable by scripts").not.toContain(secret);
}
