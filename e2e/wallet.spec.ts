import type { Page, Request } from "@playwright/test";

import { uniqueEmail, type Person } from "./support/account.ts";
import { openDashboard, signInByApi, createAccountAndSignIn } from "./support/api.ts";
import { expect, test } from "./support/test.ts";
import { closePayment, endPayment, expectBalance, openTopUp, paymentDialog, paymentFrame } from "./support/wallet.ts";

const ngozi: Person = {
  firstName: "Ngozi",
  lastName: "Tin",
  email: uniqueEmail("ngozi.tin"),
  password: "Four-3-drums-beat",
};
const wallet = (page: Page) => page.getByRole("dialog", { name: "User Wallet" });
const askedFor = (path: string) => (request: Request) => new URL(request.url()).pathname === `/api/v2${path}`;

test.describe.configure({ mode: "serial" }); // the first test opens the account

test("the balance in the bar and View Wallet open the same dialog [WALLET-02 WALLET-04]", async ({ page }) => {
  await createAccountAndSignIn(page, ngozi);
  const ways = [
    page.getByRole("banner").getByRole("button", { name: /Wallet balance/ }),
    page.getByRole("main").getByRole("link", { name: "View Wallet" }),
  ];
  for (const way of ways) {
    await way.click();
    await expect(wallet(page).getByText("Balance", { exact: true })).toBeVisible();
    await expect(wallet(page).getByLabel("Amount to add")).toHaveValue("");
    await expect(wallet(page).getByRole("button", { name: "Proceed to Payment" })).toBeEnabled();
    await wallet(page).getByRole("button", { name: "Close" }).click();
    await expect(wallet(page)).toHaveCount(0);
  }
});

test("an amount below the minimum shows an error, and OK reloads the page [WALLET-06 WALLET-08 WALLET-13]", async ({
  page,
}) => {
  await signInByApi(page, ngozi);
  await page.goto("/main-dashboard#wallet");
  await wallet(page).getByLabel("Amount to add").fill("999.99");
  await wallet(page).getByRole("button", { name: "Proceed to Payment" }).click();
  const error = page.getByRole("alertdialog", { name: "Error" });
  await expect(error).toContainText("Minimum top-up amount is ₦1,000");
  const reloaded = page.waitForEvent("load");
  await error.getByRole("button", { name: "Change the amount" }).click();
  await reloaded;
  await expect(wallet(page).getByLabel("Amount to add")).toHaveValue("");
});

test("closing the frame asks for the payment by reference and refetches the user [WALLET-03 WALLET-10 WALLET-11]", async ({
  page,
  trouble,
}) => {
  trouble.allowLost(/\/payment\/check/);
  await openDashboard(page, ngozi);
  for (const answers of [true, false]) {
    if (!answers) await page.route(/\/payment\/check/, (route) => route.abort("connectionreset"));
    await openTopUp(page, "2000");
    const [check, profile] = [page.waitForRequest(/\/payment\/check/), page.waitForRequest(askedFor("/user/profile"))];
    await page.getByRole("dialog", { name: "Complete your payment" }).getByRole("button", { name: "Close" }).click();
    expect((await check).url()).toMatch(/\?transactionRef=EA\d{14}$/);
    await profile;
    await expect(page.locator("iframe")).toHaveCount(0);
    await expect(paymentDialog(page)).toContainText(
      answers ? "your balance updates when the money arrives" : "We couldn't check this payment",
    );
    if (!answers) await expect(paymentDialog(page)).toContainText("Don't pay again.");
    await closePayment(page);
  }
});

test("each wallet is topped up in its own currency and has a receipt at once [WALLET-01 WALLET-07 WALLET-14]", async ({
  page,
}) => {
  await signInByApi(page, ngozi);
  await page.goto("/main-dashboard#wallet");
  await wallet(page)
    .getByRole("radio", { name: /US dollars/ })
    .check();
  await expectBalance(page, "$0.00");
  await wallet(page).getByLabel("Amount to add").fill("9");
  await wallet(page).getByLabel("Amount to add").blur();
  await expect(wallet(page)).toContainText("Minimum top-up amount is $10");
  await wallet(page).getByLabel("Amount to add").fill("20");
  await wallet(page).getByRole("button", { name: "Proceed to Payment" }).click();
  await endPayment(await paymentFrame(page), "Approve");
  await expect(paymentDialog(page).getByText("$20.00 is in your wallet")).toBeVisible();
  const download = page.waitForEvent("download");
  await paymentDialog(page).getByRole("link", { name: "Receipt (PDF)" }).click();
  expect((await download).suggestedFilename()).toMatch(/EA\d{14}\.pdf$/);
  await closePayment(page);
  await expectBalance(page, "$20.00");
  const bell = page.getByRole("banner").getByRole("button", { name: /^Notices, \d+ unread$/ });
  await bell.click();
  await expect(page.getByRole("dialog", { name: "Notices" })).toContainText("Money received");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("banner").getByRole("button", { name: "Notices", exact: true })).toBeVisible();
});
