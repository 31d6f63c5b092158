import type { Page } from "@playwright/test";

import * as texts from "@idanimo/contract/texts";

import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { recordRequestBodies, expectFieldError, readLocalStorage } from "./support/forms.ts";
import { origins } from "./support/test-environment.ts";
import { expect, test } from "./support/test.ts";
import { closePayment, endPayment, expectBalance, openTopUp, paymentDialog, topUp } from "./support/wallet.ts";
import { fillWizard } from "./support/wizard.ts";

const starts = /\/payment\/flexi-initiate$/;
const checks = /\/payment\/check/;
const ladi = makePerson("Ladi");
const bar = (page: Page) => page.getByRole("banner");
const wallet = (page: Page) => page.getByRole("dialog", { name: texts.userWallet });
const amount = (page: Page) => wallet(page).getByLabel("Amount to add");
const proceed = (page: Page) => wallet(page).getByRole("button", { name: texts.proceedToPayment });
const fault = (page: Page) => page.getByRole("alertdialog", { name: texts.errorTitle });

test.describe.configure({ mode: "serial" }); // a retried test needs the state of those before it
test.beforeAll(() => createAccount(ladi));
test.beforeEach(({ page }) => signInByApi(page, ladi));

// Covers: WALLET-05 WALLET-06 WALLET-08 WALLET-09 WALLET-10 WALLET-13 WALLET-14 ERR-30 ERR-31 CONST-11 CONST-13 CONST-14
test("the wallet accepts valid amounts from the minimum and shows errors [WALLET-01 WALLET-02 WALLET-04]", async ({
  page,
  trouble,
}) => {
  trouble.allow(starts, 502);
  await page.goto("/main-dashboard");
  await expectBalance(page, "₦0");
  await page.getByRole("main").getByRole("link", { name: "View Wallet" }).click();
  await expect(wallet(page)).toContainText("₦0");
  await wallet(page).getByRole("button", { name: "Close" }).click();
  await expect(wallet(page)).toHaveCount(0);
  await bar(page)
    .getByRole("button", { name: /Wallet balance/ })
    .click();
  for (const [typed, shown] of [
    ["", ""],
    ["007", "7"],
    ["12a-3", "123"],
    ["1500.50", "1,500.50"],
    ["0", ""],
    ["20000", "20,000"],
  ] as const) {
    await amount(page).fill("");
    await amount(page).pressSequentially(typed);
    await expect(amount(page), `typed ${typed}`).toHaveValue(shown);
  }

  const sent = recordRequestBodies(page, starts);
  await amount(page).fill("999.99");
  await proceed(page).click();
  await expect(fault(page)).toContainText("Minimum top-up amount is ₦1,000");
  await expectFieldError(amount(page), "Minimum top-up amount is ₦1,000");
  expect(sent).toEqual([]);
  const confirmReads = async () => {
    const again = page.waitForEvent("load");
    await fault(page).getByRole("button").last().click();
    await again;
    await expect(amount(page)).toHaveValue("");
  };
  await confirmReads();

  for (const [response, words] of [
    [{ json: { status: "success", data: {} } }, texts.paymentWithoutLink],
    [
      { status: 502, json: { code: "payment_without_link", message: texts.paymentWithoutLink } },
      texts.paymentWithoutLink,
    ],
    [{ status: 502, json: { code: "payment_not_started", message: texts.paymentNotStarted } }, texts.paymentNotStarted],
  ] as const) {
    await page.route(starts, (route) => route.fulfill(response), { times: 1 });
    await amount(page).fill("5000");
    await proceed(page).click();
    await expect(fault(page)).toContainText(words);
    await confirmReads();
  }
  expect(sent[0]).toEqual({
    amount: "5000",
    currency: "NGN",
    country: "NG",
    description: "Wallet top up",
    type: "TOPUP",
    payment_method: "card,mobilemoney,ussd",
  });
  await expectBalance(page, "₦0");
});

// Covers: WALLET-12 PROFILE-09 T-28
test("closing the payment frame asks for the outcome of the payment [WALLET-03 WALLET-10 WALLET-11]", async ({
  page,
  trouble,
}) => {
  trouble.allow(checks, 500);
  await page.goto("/main-dashboard");
  const profiles: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/user/profile")) profiles.push(request.url());
  });
  const started = page.waitForResponse(starts);
  await openTopUp(page, "3000");
  const { link, txRef } = ((await (await started).json()) as { data: { link: string; txRef: string } }).data;
  const dialog = page.getByRole("dialog", { name: "Complete your payment" });
  await expect(dialog.locator("iframe")).toHaveAttribute("src", link);
  expect(new URL(link).origin).toBe(origins.sandbox);

  const before = profiles.length;
  const asked = page.waitForRequest(checks);
  await dialog.getByRole("button", { name: "Close" }).click();
  expect(new URL((await asked).url()).searchParams.get("transactionRef")).toBe(txRef);
  await expect(paymentDialog(page)).toContainText("Payment pending");
  await expect.poll(() => profiles.length, "the balance is refetched").toBeGreaterThan(before);
  await closePayment(page);
  await expectBalance(page, "₦0");

  await openTopUp(page, "3000");
  await page.route(checks, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  const beforeFailed = profiles.length;
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(paymentDialog(page)).toContainText("We couldn't check this payment");
  await expect.poll(() => profiles.length).toBeGreaterThan(beforeFailed);
  await paymentDialog(page).getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a received payment is announced at once, listed and has a receipt [WALLET-11 PROFILE-09]", async ({
  page,
  context,
}) => {
  await page.goto("/main-dashboard");
  const other = await context.newPage();
  await other.goto("/profile");
  await expectBalance(other, "₦0");
  await page.bringToFront();
  const frame = await openTopUp(page, "5000");
  await endPayment(frame, "Approve");
  const done = paymentDialog(page);
  await expect(done).toContainText("₦5,000 is in your wallet");
  await expectBalance(other, "₦5,000"); // another tab of the same user updates too

  const receipt = done.getByRole("link", { name: "Receipt (PDF)" });
  const address = (await receipt.getAttribute("href")) ?? "";
  const saved = page.waitForEvent("download");
  await receipt.click();
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
  const read = await page.evaluate(async (where) => {
    const response = await fetch(where);
    const head = new TextDecoder().decode((await response.arrayBuffer()).slice(0, 5));
    return { type: response.headers.get("content-type"), head };
  }, address);
  expect(read).toEqual({ type: "application/pdf", head: "%PDF-" });
  await closePayment(page);

  const bell = bar(page).getByRole("button", { name: /^Notices/ });
  await expect(bell).toHaveAccessibleName(/\d+ unread/);
  await bell.click();
  const list = page.getByRole("dialog", { name: "Notices" });
  const row = list.getByRole("listitem").filter({ hasText: "Money received" });
  await expect(row).toContainText("₦5,000 is in your wallet.");
  await expect(row).toContainText("New");
  await list.getByRole("button", { name: "Close" }).click();
  await expect(bell).toHaveAccessibleName("Notices");
  await page.close();
  // the notice survives a closed tab and is marked as read everywhere
  await other.reload();
  await expect(bar(other).getByRole("button", { name: /^Notices/ })).toHaveAccessibleName("Notices");
  await bar(other)
    .getByRole("button", { name: /^Notices/ })
    .click();
  await expect(other.getByRole("listitem").filter({ hasText: "Money received" })).not.toContainText("New");
});

// Covers: SESSION-14
test("switching to dollars moves no money and has its own minimum [WALLET-01 WALLET-07 WALLET-14]", async ({
  page,
}) => {
  await page.goto("/main-dashboard");
  await expectBalance(page, "₦5,000");
  await bar(page)
    .getByRole("button", { name: /Wallet balance/ })
    .click();
  await wallet(page)
    .getByRole("radio", { name: /US dollars/ })
    .check();
  await expectBalance(page, "$0.00");
  expect(await readLocalStorage(page, "currencyCheck")).toBe("USD");
  await amount(page).fill("9.99");
  await proceed(page).click();
  await expect(fault(page)).toContainText("Minimum top-up amount is $10");
  await fault(page).getByRole("button").last().click();
  await page.goto("/main-dashboard");
  await topUp(page, "25");
  await expectBalance(page, "$25.00");
  await page.goto("/profile");
  const wallets = page.getByRole("main").getByRole("listitem");
  await expect(wallets.filter({ hasText: "US dollars" })).toContainText("In use");
  await wallets.filter({ hasText: "Naira" }).getByRole("button", { name: "Use naira" }).click();
  await expectBalance(page, "₦5,000");
  await expect(wallets.filter({ hasText: "US dollars" })).toContainText("$25.00");
});

test("a profile that fails to load opens no dialog and ends no session [ERR-33 PROFILE-09]", async ({
  page,
  trouble,
}) => {
  trouble.allow(/\/user\/profile$/, 500);
  await page.route(/\/user\/profile$/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/main-dashboard");
  const again = bar(page).getByRole("button", { name: /could not be loaded/ });
  await expect(again).toBeVisible({ timeout: 20_000 });
  for (const role of ["dialog", "alertdialog"] as const) await expect(page.getByRole(role)).toHaveCount(0);
  await expect(page).toHaveURL(/\/main-dashboard$/);
  await page.unroute(/\/user\/profile$/);
  await expect(async () => {
    // the page may have retried already, so that the button is gone
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expectBalance(page, "₦5,000", 2_000);
  }).toPass({ timeout: 15_000 });
});

test("the browser stores INSTANT, and the payment method still starts empty [SESSION-15 CONST-14]", async ({
  page,
}) => {
  await page.goto("/dashboard");
  await page.getByRole("checkbox", { name: "NIN", exact: true }).check();
  for (const name of ["Wallet", "Instant payment"]) await expect(page.getByRole("radio", { name })).not.toBeChecked();
  expect(await readLocalStorage(page, "paymentType")).toBe("INSTANT");
  await fillWizard(page, "73000077777", "Wallet");
  expect(await readLocalStorage(page, "paymentType")).toBe("WALLET");
});
