import type { Page } from "@playwright/test";

import { resetLinkMinutes } from "@idanimo/contract/limits";
import * as texts from "@idanimo/contract/texts";

import { signIn } from "./support/account.ts";
import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { recordRequestBodies, expectFieldError, waitForCaptcha } from "./support/forms.ts";
import { waitForMessage, extractFrom } from "./support/inbox.ts";
import { expectHiddenFromScripts } from "./support/secrets.ts";
import { expect, test } from "./support/test.ts";

const asks = /\/auth\/fpassword$/;
const resets = /\/form\/reset-password\/[^/]+\/password$/;
const changes = /\/user\/change\/password$/;
const dayo = makePerson("Dayo");
const alert = (page: Page) => page.getByRole("main").getByRole("alert");
const newPassword = (page: Page) => page.getByLabel("New password", { exact: true });
const confirmation = (page: Page) => page.getByLabel("Confirm password", { exact: true });

test.describe.configure({ mode: "serial" }); // a retried test needs the state of those before it
test.beforeAll(() => createAccount(dayo));

// Covers: ERR-22 ERR-23 ERR-24 ERR-25
test("a forgotten password is requested, with each possible outcome [PASSWORD-01 PASSWORD-02 PASSWORD-03]", async ({
  page,
  trouble,
}) => {
  trouble.allow(asks, 500);
  trouble.allowLost(asks);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  const email = page.getByLabel("Email");
  const reset = page.getByRole("button", { name: "Reset", exact: true });
  await waitForCaptcha(page);
  const sent = recordRequestBodies(page, asks);
  for (const wrong of ["", "dayo", "dayo@example"]) {
    await email.fill(wrong);
    await reset.click();
    await expectFieldError(email, texts.validEmailRequired);
  }
  expect(sent).toEqual([]);

  await email.fill("unknown.account@example.test");
  await reset.click();
  await expect(email).toHaveAccessibleDescription(/user does not exist/);

  await page.route(asks, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await email.fill(dayo.email);
  await waitForCaptcha(page);
  await reset.click();
  await expect(alert(page)).toContainText(texts.forgotFailed);
  await page.route(asks, (route) => route.abort("connectionreset"), { times: 1 });
  await waitForCaptcha(page);
  await reset.click();
  await expect(alert(page)).toContainText(texts.forgotFailedTryAgain);

  await waitForCaptcha(page);
  await reset.click();
  await expect(page).toHaveURL(/\/login$/);
  const sentNotice = page.getByRole("status").filter({ hasText: texts.resetSent });
  await expect(sentNotice).toContainText(`within ${resetLinkMinutes} minutes`);
});

// Covers: PASSWORD-07 PASSWORD-08 ERR-26 ERR-27 CONST-01 T-09 T-10 T-12
test("the emailed link sets a password once and ends every session [PASSWORD-04 PASSWORD-05 PASSWORD-06]", async ({
  page,
  newPerson,
  trouble,
}) => {
  trouble.allow(/^\/api\/v2\//, 401);
  trouble.allow(/\/form\/reset-password\/open$/, 400);
  trouble.allow(resets, 400);
  trouble.allow(resets, 500);
  const elsewhere = await (await newPerson()).newPage();
  await signInByApi(elsewhere, dayo);
  await elsewhere.goto("/profile");
  await expect(elsewhere.getByLabel("Email")).toHaveValue(dayo.email);

  const link = extractFrom(
    await waitForMessage(/Set a new password/, { to: dayo.email }),
    /(http:\S+\/reset-password\/\S+)/,
  );
  const token = link.split("/").at(-1) ?? "";
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Set a new password" })).toBeVisible();
  await expect(page.getByText(`For ${dayo.email}`)).toBeVisible();
  expect(new URL(page.url()).pathname, "the URL no longer contains the token").toBe("/reset-password");
  await expectHiddenFromScripts(page, [token]);
  await page.reload(); // the link was moved into a cookie
  await expect(page.getByText(`For ${dayo.email}`)).toBeVisible();

  const sent = recordRequestBodies(page, resets);
  const set = page.getByRole("button", { name: "Set new password" });
  await set.click();
  await expectFieldError(newPassword(page), texts.passwordRequired);
  await newPassword(page).fill("Short-1");
  await confirmation(page).fill("Short-1");
  await set.click();
  await expectFieldError(newPassword(page), texts.passwordTooShort);
  await newPassword(page).fill("Moon-over-9-hills");
  await confirmation(page).fill("Moon-over-9-hill");
  await set.click();
  await expectFieldError(confirmation(page), texts.passwordsDiffer);
  await expect(confirmation(page)).toBeFocused();
  expect(sent).toEqual([]);

  await confirmation(page).fill("Moon-over-9-hills");
  await page.route(resets, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await set.click();
  await expect(alert(page)).toContainText(texts.resetFailed);
  await set.click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("status").filter({ hasText: texts.resetSuccessful })).toBeVisible();
  expect(sent.at(-1)).toMatchObject({ newPassword: "Moon-over-9-hills" });
  await expect(page.getByLabel("Email")).toHaveValue(dayo.email);

  await expect(elsewhere, "the other session's page signs out automatically").toHaveURL(/\/login/);
  await elsewhere.goto("/profile");
  await expect(elsewhere, "and cannot return").toHaveURL(/\/login/);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: texts.resetLinkInvalid })).toBeVisible();
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await page.goto("/login");
  await signIn(page, { ...dayo, password: "Moon-over-9-hills" });
});

// Covers: PASSWORD-12 PASSWORD-13 PASSWORD-14 ERR-28 ERR-29 T-09 T-10
test("changing the password ends every other session [PASSWORD-09 PASSWORD-10 PASSWORD-11]", async ({
  page,
  newPerson,
  trouble,
}) => {
  trouble.allow(/^\/api\/v2\//, 401);
  trouble.allow(changes, 400);
  const rita = makePerson("Rita");
  const next = "Eleven-11-lamps";
  await createAccount(rita);
  const elsewhere = await (await newPerson()).newPage();
  await signInByApi(elsewhere, rita);
  await elsewhere.goto("/profile");
  await signInByApi(page, rita);
  await page.goto("/profile");
  await page.getByRole("link", { name: texts.changePassword }).click();
  await expect(page).toHaveURL(/\/set-new-password$/);

  const old = page.getByLabel("Old password", { exact: true });
  const change = page.getByRole("button", { name: texts.changePassword });
  const sent = recordRequestBodies(page, changes);
  await old.fill(rita.password);
  await newPassword(page).fill(rita.password);
  await confirmation(page).fill(rita.password);
  await change.click();
  await expectFieldError(newPassword(page), texts.samePassword);
  await newPassword(page).fill(next);
  await confirmation(page).fill("Eleven-11-lamp");
  await change.click();
  await expectFieldError(confirmation(page), texts.newPasswordsDiffer);
  expect(sent).toEqual([]);
  await old.fill("Not-her-password-1");
  await confirmation(page).fill(next);
  await change.click();
  await expectFieldError(old, texts.incorrectOldPassword);
  await old.fill(rita.password);
  await change.click();

  await expect(page).toHaveURL(/\/password-confirm$/);
  expect(sent.at(-1)).toEqual({ oldPassword: rita.password, newPassword: next, confirm_password: next });
  await expect(page.getByRole("heading", { level: 1, name: texts.resetSuccessful })).toBeVisible();
  await expect(page.getByText(texts.passwordUpdated)).toBeVisible();
  await expectHiddenFromScripts(page, [rita.password, next]);
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto("/profile");
  await expect(page.getByLabel("Email")).toHaveValue(rita.email);

  await expect(elsewhere, "the other session's page signs out").toHaveURL(/\/login$/);
  await signIn(elsewhere, { ...rita, password: next });
});
