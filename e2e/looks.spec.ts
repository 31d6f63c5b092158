import type { Page } from "@playwright/test";

import { newAccount, type Person } from "./support/account.ts";
import { expectCalm, expectFits, paint, themes } from "./support/looks.ts";
import { test } from "./support/test.ts";
import { allWidths, walkApplication, walkPublicPages, walkSignUp } from "./support/walk.ts";

test.describe.configure({ mode: "parallel", timeout: 240_000 });

const person = (firstName: string): Person => ({
  firstName,
  lastName: "Looks",
  email: `${firstName.toLowerCase()}.looks@example.test`,
  password: "Nine-2-lamps-lit",
});

/**
 * axe reads each layout and each theme once: contrast belongs to the theme, the rest to the layout, which changes at 960 px.
 * Reading all eight would take four times as long and find the same.
 */
const readByAxe: readonly string[] = ["360 light", "1440 dark"];

/** A screen at every width and in both themes: a title, nothing that scrolls sideways, nothing that axe finds. */
async function look(name: string, page: Page, widths: readonly number[] = allWidths): Promise<void> {
  await test.step(name, async () => {
    const before = page.viewportSize();
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 600 ? 740 : 900 });
      for (const theme of themes) {
        await paint(page, theme);
        const read = readByAxe.includes(`${width} ${theme}`) ? expectCalm : expectFits;
        await read(page, `${name}, ${width} px, ${theme}`);
      }
    }
    await paint(page, "light");
    if (before) await page.setViewportSize(before);
  });
}

test("every page before the sign-in fits, in both themes and at every width (CONST-10)", async ({ page, trouble }) => {
  trouble.allow(/\/auth\/login$/, 401);
  await walkPublicPages(page, look);
  await walkSignUp(page, person("Aisha"), look);
});

test("every screen behind the sign-in fits, in both themes and at every width (CONST-10)", async ({
  page,
  newPerson,
}) => {
  const aminu = person("Aminu");
  await newAccount(page, aminu);
  await walkApplication(page, aminu, newPerson, look);
});
