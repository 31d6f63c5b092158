import { readFile } from "node:fs/promises";

import * as texts from "@idanimo/contract/texts";
import type { Page } from "@playwright/test";

import { waitForCode, enterCode, exampleAccounts, signIn, signUp } from "./support/account.ts";
import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { expectFieldError } from "./support/forms.ts";
import { waitForMessage } from "./support/inbox.ts";
import { allWidths } from "./support/walk.ts";
import { expectNoAxeViolations, expectFitsWidth, setTheme } from "./support/appearance.ts";
import { runOperator } from "./support/operator.ts";
import { expectHiddenFromScripts } from "./support/secrets.ts";
import { expect, test } from "./support/test.ts";
import { topUp } from "./support/wallet.ts";

const begins = /\/user\/export\/begin$/;
const closes = /\/user\/close$/;

/** Checks the open dialog at every width and in the dark theme. */
async function look(page: Page, what: string): Promise<void> {
  for (const width of allWidths) {
    await page.setViewportSize({ width, height: width < 600 ? 740 : 900 });
    await (width === 360 ? expectNoAxeViolations(page, what) : expectFitsWidth(page, what));
    if (process.env["PICTURES"])
      for (const theme of ["light", "dark"] as const) {
        await setTheme(page, theme);
        await page.screenshot({ path: `${process.env["PICTURES"]}/${what}-${width}-${theme}.png` });
      }
  }
  await setTheme(page, "dark");
  await expectNoAxeViolations(page, `${what}, dark`);
  await setTheme(page, "light");
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function downloaded(page: Page, name: string): Promise<Buffer> {
  const coming = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("link", { name }).click();
  return readFile(await (await coming).path());
}

//
test("account data is exported, and closing the account pays out the balance [T-10 T-42 R-01]", async ({
  page,
  trouble,
}) => {
  trouble.allow(begins, 400);
  trouble.allow(closes, 400);
  trouble.allow(closes, 409);
  trouble.allow(/^\/api\/v2\//, 401); // calls sent after the account is closed
  trouble.allowLost(closes);
  const zainab = makePerson("Zainab");
  await createAccount(zainab);
  const firstCode = await waitForCode(zainab.email, "mail");
  await signInByApi(page, zainab);
  await page.goto("/main-dashboard");
  await topUp(page, "5000");
  await page.goto("/profile");

  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Download my data" }).click();
  await dialog.getByRole("button", { name: "Continue", exact: true }).click();
  await expectFieldError(dialog.getByLabel("Your password"), texts.passwordRequired);
  await dialog.getByLabel("Your password").fill("Not-the-1-password");
  await dialog.getByRole("button", { name: "Continue", exact: true }).click();
  await expectFieldError(dialog.getByLabel("Your password"), texts.incorrectPassword);
  await dialog.getByLabel("Your password").fill(zainab.password);
  await dialog.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(dialog.getByText("Your files are ready.")).toBeVisible();
  const file = JSON.parse((await downloaded(page, "For programs (JSON)")).toString()) as Record<string, unknown>;
  expect(file).toMatchObject({
    account: [{ email: zainab.email, firstName: "Zainab", waysToSignIn: { hasPassword: true } }],
    wallets: [{ currency: "NGN", balance: "5000" }, { currency: "USD" }],
    movements: [{ reason: "TOPUP", amount: "5000", currency: "NGN" }],
    payments: [{ state: "succeeded" }],
  });
  expect((await downloaded(page, "To read (PDF)")).subarray(0, 5).toString()).toBe("%PDF-");
  await dialog.getByRole("button", { name: "Done" }).click();

  await page.getByRole("button", { name: "Close my account" }).click();
  await expect(dialog.getByText("Deleted permanently:")).toBeVisible();
  await look(page, "close-what-goes");
  await dialog.getByRole("button", { name: "Continue", exact: true }).click();
  await dialog.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(dialog.getByText("Choose one.")).toBeVisible();
  await dialog.getByRole("radio", { name: /Send it to my bank/ }).check();
  await dialog.getByLabel("Bank name").fill("First Bank");
  await dialog.getByLabel("Account number").fill("01234567890123");
  await expect(dialog.getByLabel("Account number"), "never truncated to another number").toHaveValue("01234567890123");
  await expectFieldError(dialog.getByLabel("Account number"), texts.accountNumberInvalid);
  await dialog.getByLabel("Account number").fill("012345678");
  await dialog.getByLabel("Account name").fill("Zainab Account");
  await dialog.getByRole("button", { name: "Continue", exact: true }).click();
  await expectFieldError(dialog.getByLabel("Account number"), texts.accountNumberInvalid);
  await look(page, "close-balance");
  await dialog.getByLabel("Account number").fill("0123456789");
  await dialog.getByRole("button", { name: "Continue", exact: true }).click();

  await expect(dialog.getByText(/We send ₦5,000 to .* account ending in 6789\. This cannot be undone/)).toBeVisible();
  const close = dialog.getByRole("button", { name: "Close my account" });
  await dialog.getByLabel("Type CLOSE").fill("close");
  await dialog.getByLabel("Your password").fill("Not-the-1-password");
  await close.click();
  await expectFieldError(dialog.getByLabel("Type CLOSE"), texts.closeWordWrong);
  await dialog.getByLabel("Type CLOSE").fill("CLOSE");
  await close.click();
  await expectFieldError(dialog.getByLabel("Your password"), texts.incorrectPassword);
  const other = await page.context().newPage(); // a payment arrives while the dialog is open
  await other.goto("/main-dashboard");
  await topUp(other, "1000");
  await other.close();
  await dialog.getByLabel("Your password").fill(zainab.password);
  await close.click();
  await expect(dialog.getByRole("alert")).toContainText("Your balance has changed to ₦6,000");
  await dialog.getByRole("button", { name: "Back" }).click();
  await expect(dialog.getByText("Your balance is ₦6,000.")).toBeVisible();
  await dialog.getByRole("radio", { name: /Send it to my bank/ }).check();
  await dialog.getByLabel("Bank name").fill("First Bank");
  await dialog.getByLabel("Account number").fill("0123456789");
  await dialog.getByLabel("Account name").fill("Zainab Account");
  await dialog.getByRole("button", { name: "Continue", exact: true }).click();
  await dialog.getByLabel("Type CLOSE").fill("CLOSE");
  await dialog.getByLabel("Your password").fill(zainab.password);
  await page.route(closes, (route) => route.abort("connectionreset"), { times: 1 });
  await close.click();
  await expect(dialog.getByRole("alert")).toContainText("No answer came");
  await look(page, "close-confirm");
  await expectHiddenFromScripts(page, ["0123456789", zainab.password, "First Bank"]);
  await close.click();
  await expect(page).toHaveURL(/\/$/);

  const mail = await waitForMessage(/account was closed/, { to: zainab.email, channel: "mail" });
  expect(mail.text).not.toContain("6,000");
  expect((await runOperator("pay-outs")).words).toContain("₦6,000");
  await page.goto("/login");
  await page.getByLabel("Email").fill(zainab.email);
  await page.getByLabel("Password", { exact: true }).fill(zainab.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert").getByText(texts.incorrectCredentials)).toBeVisible();

  await signUp(page, { ...zainab, firstName: "Second" });
  await expect.poll(() => waitForCode(zainab.email, "mail")).not.toBe(firstCode);
  await enterCode(page, await waitForCode(zainab.email, "mail"));
  await signIn(page, zainab);
  await page.goto("/profile");
  await expect(page.getByLabel("First name")).toHaveValue("Second");
  await expect(page.getByRole("listitem").filter({ hasText: "Naira" })).toContainText("₦0");
});

test("a business in the register is shown as verified [T-46]", async ({ page }) => {
  await signInByApi(page, exampleAccounts.bright);
  await page.goto("/profile");
  await expect(page.getByRole("main").getByText("Verified", { exact: true })).toBeVisible();
  await expect(page.getByText("Not verified yet")).toHaveCount(0);
  await look(page, "profile-verified");
});
