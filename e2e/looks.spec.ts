import type { Page } from "@playwright/test";

import { newAccount, type Person } from "./support/account.ts";
import { expectCalm, expectFits, paint } from "./support/looks.ts";
import { test } from "./support/test.ts";
import { allWidths, walkApplication, walkPublicPages, walkSignUp } from "./support/walk.ts";
import { walkAccount, walkWaysIn } from "./support/walk-account.ts";

test.describe.configure({ mode: "parallel", timeout: 240_000 });

const person = (firstName: string): Person => ({
  firstName,
  lastName: "Looks",
  email: `${firstName.toLowerCase()}.looks@example.test`,
  password: "Nine-2-lamps-lit",
});

/**
 * axe reads each layout and each theme once: contrast belongs to the theme, the rest to the layout, which changes at 960 px. A theme
 * changes colours alone, so widths are looked at in the light. Reading all eight would take four times as long and find the same.
 */
const looks = (widths: readonly number[]) => [
  ...widths.map((width) => ({ width, theme: "light", read: width === 360 ? expectCalm : expectFits }) as const),
  { width: widths.at(-1) ?? 1440, theme: "dark", read: expectCalm } as const,
];

/** A screen at every width and in both themes: a title, nothing that scrolls sideways, nothing that axe finds. */
async function look(name: string, page: Page, widths: readonly number[] = allWidths): Promise<void> {
  await test.step(name, async () => {
    const before = page.viewportSize();
    for (const { width, theme, read } of looks(widths)) {
      await page.setViewportSize({ width, height: width < 600 ? 740 : 900 });
      await paint(page, theme);
      await read(page, `${name}, ${width} px, ${theme}`);
    }
    await paint(page, "light");
    if (before) await page.setViewportSize(before);
  });
}

test("every public page fits, in both themes and at every width (CONST-10)", async ({ page }) => {
  await walkPublicPages(page, look);
});

test("every page before the sign-in fits, in both themes and at every width (CONST-10)", async ({ page, trouble }) => {
  trouble.allow(/\/auth\/login$/, 401);
  trouble.allow(/\/auth\/second-factor$/, 400);
  trouble.allow(/\/form\/reset-password\/open$/, 400);
  const aisha = person("Aisha");
  await walkSignUp(page, aisha, look);
  await walkWaysIn(page, aisha, look);
});

test("every screen behind the sign-in fits, in both themes and at every width (CONST-10)", async ({
  page,
  newPerson,
}) => {
  const aminu = person("Aminu");
  await newAccount(page, aminu);
  await walkApplication(page, aminu, newPerson, look);
});

test("every screen of an account fits, in both themes and at every width (CONST-10)", async ({ page }) => {
  const amara = person("Amara");
  await newAccount(page, amara);
  await walkAccount(page, amara, look);
});
