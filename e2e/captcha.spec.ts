import type { Page } from "@playwright/test";

import * as texts from "@idanimo/contract/texts";

import { createAccount, makePerson } from "./support/api.ts";
import { waitForCaptcha } from "./support/forms.ts";
import { expect, test } from "./support/test.ts";

const challenge = /\/captcha\/challenge/;
const script = /\/assets\/solver\.worker/;
const limitMs = 60_000;
const ella = makePerson("Ella");

const failure = (page: Page) => page.getByText("The security check did not finish.");
const signIn = (page: Page) => page.getByRole("button", { name: "Sign in", exact: true });

test.beforeAll(() => createAccount(ella));

async function type(page: Page): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(ella.email);
  await page.getByLabel("Password", { exact: true }).fill(ella.password);
}

/** The form still has its input, cannot be submitted, and offers a new check. */
async function expectSecondTry(page: Page, why: string): Promise<void> {
  await expect(failure(page)).toBeVisible();
  await expect(signIn(page)).toBeDisabled();
  await expect(signIn(page)).toHaveAccessibleDescription(new RegExp(`did not finish.*${why}`));
  await expect(page.getByLabel("Email")).toHaveValue(ella.email);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(ella.password);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Check again" }).click();
  await waitForCaptcha(page);
  await expect(failure(page)).toBeHidden();
}

for (const [what, pattern] of [
  ["call", challenge],
  ["script", script],
] as const)
  test(`a captcha whose ${what} never arrives is retried and lets the user sign in [LOGIN-05 T-08]`, async ({
    page,
  }) => {
    await page.clock.install();
    let requestCount = 0;
    await page.route(pattern, () => void (requestCount += 1));
    await type(page);
    await expect.poll(() => requestCount).toBeGreaterThan(0);
    await expect(page.getByText("You don't need to do anything.")).toBeVisible();
    await page.clock.fastForward(8_000);
    await expect(page.getByText("You can continue when it is done.")).toBeVisible();
    await page.clock.fastForward(limitMs - 8_000);
    await expectSecondTry(page, "It took too long");
    await signIn(page).click();
    await expect(page).toHaveURL(/\/main-dashboard$/);
  });

test("a captcha whose script or call fails says so at once [LOGIN-05 T-08]", async ({ page, trouble }) => {
  trouble.allowLost(script);
  trouble.allow(challenge, 500);
  await page.route(script, (route) => route.abort("connectionreset"));
  await type(page);
  await expectSecondTry(page, "Part of this page did not load");

  await page.route(challenge, (route) => route.fulfill({ status: 500, json: {} }));
  await type(page);
  await expectSecondTry(page, texts.unexpectedWithoutRequestId);
});
