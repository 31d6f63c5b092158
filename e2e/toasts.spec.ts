import * as texts from "@idanimo/contract/texts";
import type { Locator, Page } from "@playwright/test";

import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { expectVisibleInForcedColours } from "./support/forced-colours.ts";
import { waitForCaptcha } from "./support/forms.ts";
import { expect, test } from "./support/test.ts";
import { searchTypeCheckbox, chooseSearchType } from "./support/wizard.ts";

const sade = makePerson("Sade");
test.beforeAll(() => createAccount(sade));

const save = (page: Page) => page.getByRole("button", { name: "Save changes" });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const toast = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });

/** How far one element overlaps another, in pixels of height. */
async function overlapArea(one: Locator, other: Locator): Promise<number> {
  const [first, second] = [await one.boundingBox(), await other.boundingBox()];
  if (!first || !second) throw new Error("one of them is not rendered");
  return Math.min(first.y + first.height, second.y + second.height) - Math.max(first.y, second.y);
}

test("submitting a form closes the current toast, and a newer one replaces it [PROFILE-08]", async ({
  page,
  trouble,
}) => {
  trouble.allow(/\/user\/update$/, 500);
  await signInByApi(page, sade);
  await page.goto("/profile");
  await field(page, "First name").fill("Folasade");
  await save(page).click();
  await expect(toast(page, texts.profileUpdated)).toBeVisible();
  await page.route(/\/user\/update$/, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await field(page, "First name").fill("Sade");
  await save(page).click();
  await expect(page.getByRole("alert").getByText("Nothing was saved")).toBeVisible();
  expect(await toast(page, texts.profileUpdated).count(), "older toasts beside the newer one").toBe(0);
});

test("a toast never covers the main button of a screen [CONST-10]", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInByApi(page, sade);
  await page.goto("/profile");
  await save(page).click();
  const words = toast(page, "Nothing was changed yet.");
  await words.getByRole("button", { name: "Dismiss" }).focus(); // it stays as long as it has the focus
  const atFoot = (above: number) =>
    save(page).evaluate((button, room) => {
      scrollBy({ top: button.getBoundingClientRect().bottom - innerHeight + room, behavior: "instant" });
    }, above);
  // every position of the button around the toast
  for (let above = 0; above <= 160; above += 20) {
    await atFoot(above);
    await expect
      .poll(() => overlapArea(words.getByText("Nothing was changed yet."), save(page)), {
        message: `${above} px above the bottom`,
      })
      .toBeLessThanOrEqual(0);
  }
});

test("a sign-in that takes more than eight seconds says so and what to do [LOGIN-09]", async ({ page, trouble }) => {
  trouble.allow(/\/auth\/login$/, 401);
  await page.clock.install();
  await page.goto("/login");
  await waitForCaptcha(page);
  await field(page, "Email").fill(sade.email);
  await field(page, "Password").fill("Wrong-9-password");
  const release = Promise.withResolvers<void>();
  await page.route(/\/auth\/login$/, async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.clock.pauseAt(Date.now() + 10_000); // from here only the test moves the page's clock
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("button", { name: texts.loggingIn })).toBeVisible();
  await page.clock.runFor(7_900);
  await expect(page.getByText(texts.signInSlow)).toHaveCount(0);
  await page.clock.runFor(200);
  await expect(toast(page, texts.signInSlow)).toContainText(texts.signInSlowNext);
  await page.clock.resume();
  release.resolve();
  await expect(page.getByText(texts.incorrectCredentials).first()).toBeVisible();
  await expect(page.getByText(texts.signInSlow)).toHaveCount(0);
});

test("forced colours show the selected currency and the focus [CONST-10]", async ({ page }) => {
  await signInByApi(page, sade);
  await page.goto("/dashboard");
  await chooseSearchType(page, "NIN");
  await expect(searchTypeCheckbox(page, "NIN")).toBeChecked();
  await expect(page.getByRole("radio", { name: "₦ Naira" })).toBeChecked();
  await expectVisibleInForcedColours(page, "the form");
});
