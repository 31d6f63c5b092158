import { problemOf } from "./support/problem.ts";
import type { Locator } from "@playwright/test";

import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { recordRequestBodies, waitForCaptcha } from "./support/forms.ts";
import { expect, test } from "./support/test.ts";
import { chooseSearchType, paymentButton } from "./support/wizard.ts";

const rotimi = makePerson("Rotimi");
test.beforeAll(() => createAccount(rotimi));

/** The focused element is on the screen, and nothing in the dialog is scrolled. */
async function expectStartInView(dialog: Locator): Promise<void> {
  const focused = dialog.locator(":focus");
  await expect(focused).toHaveCount(1);
  await expect(focused).toBeInViewport({ ratio: 0.9 });
  expect(
    await dialog.evaluate(
      (element) => [element, ...element.querySelectorAll("*")].filter((part) => part.scrollTop > 0).length,
    ),
    "scrolled parts",
  ).toBe(0);
}

for (const [name, viewport] of [
  ["a phone", { width: 360, height: 640 }],
  ["a desktop", { width: 1440, height: 900 }],
] as const)
  test.describe(`on ${name}`, () => {
    test.use({ viewport });

    for (const policy of ["Privacy policy", "Terms of Service"])
      test(`the dialog of the ${policy} opens at its title [LAND-08 SIGNUP-27]`, async ({ page }) => {
        await page.goto("/individual/sign-up/1");
        await waitForCaptcha(page);
        await page.getByRole("main").getByRole("link", { name: policy }).first().click();
        const dialog = page.getByRole("dialog", { name: policy });
        await expect(dialog.getByRole("heading", { level: 1 })).toBeFocused();
        await expectStartInView(dialog);
      });

    test("each dialog of the account opens with its start in view [PROFILE-01]", async ({ page }) => {
      await signInByApi(page, rotimi);
      await page.goto("/profile");
      const dialog = page.getByRole("dialog");
      for (const button of ["Set up", "Add a passkey", "Download my data", "Close my account"]) {
        await page.getByRole("button", { name: button, exact: true }).click();
        await expectStartInView(dialog);
        await page.keyboard.press("Escape");
        await expect(dialog).toHaveCount(0);
      }
      await page.goto("/main-dashboard#notices");
      await expectStartInView(dialog);
      await page.goto("/main-dashboard#wallet");
      await expectStartInView(page.getByRole("dialog", { name: "User Wallet" }));
    });

    test("a dialog reserves no space for an error that has not happened", async ({ page }) => {
      await signInByApi(page, rotimi);
      await page.goto("/profile");
      const dialog = page.getByRole("dialog");
      for (const button of ["Set up", "Download my data"]) {
        await page.getByRole("button", { name: button, exact: true }).click();
        const words = await boxOf(dialog.getByRole("paragraph").first());
        const label = await boxOf(dialog.getByText("Your password", { exact: true }));
        expect(label.y - (words.y + words.height), `below the explanation of ${button}`).toBeLessThanOrEqual(32);
        await page.keyboard.press("Escape");
      }
    });

    test("a problem replaces a dialog's content until it is dismissed", async ({ page, trouble }) => {
      trouble.allow(/\/user\/totp$/, 500);
      await signInByApi(page, rotimi);
      await page.goto("/profile");
      await page.route(/\/user\/totp$/, (route) => route.fulfill({ status: 500, json: problemOf("unexpected") }));
      const sent = recordRequestBodies(page, /\/user\/totp$/);
      await page.getByRole("button", { name: "Set up", exact: true }).click();
      const dialog = page.getByRole("dialog");
      const password = dialog.getByLabel("Your password");
      const height = () => dialog.evaluate((element: HTMLElement) => element.offsetHeight);
      const before = await height();
      await password.fill(rotimi.password);
      await password.press("Enter");
      await expect(dialog.getByRole("alert")).toContainText("Nothing was changed");
      await expect(password).toBeHidden();
      expect(await height(), "same height as before").toBe(before);
      await expect(dialog.locator(":focus"), "a hidden field has no focus").toContainText("Nothing was changed");
      await dialog.getByRole("button", { name: "Continue", exact: true }).click();
      await expect.poll(() => sent.length, "resubmitted without new input").toBe(2);
      await dialog.getByRole("button", { name: "Dismiss" }).click();
      await expect(password).toHaveValue(rotimi.password);
    });
  });

test("a disabled button has no hover style [PAY-04]", async ({ page }) => {
  await signInByApi(page, rotimi);
  await page.goto("/dashboard");
  await chooseSearchType(page, "NIN");
  const button = paymentButton(page);
  await expect(button).toBeDisabled();
  const looks = () =>
    button.evaluate((element) => {
      const { color, backgroundColor, borderColor } = getComputedStyle(element);
      return { color, backgroundColor, borderColor };
    });
  const before = await looks();
  await button.hover({ force: true });
  expect(await looks()).toEqual(before);
});

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error("the element is not on the screen");
  return box;
}
