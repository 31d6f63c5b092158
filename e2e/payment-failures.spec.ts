import { uniqueEmail, type Person } from "./support/account.ts";
import { openDashboard, createAccountAndSignIn } from "./support/api.ts";
import { newNin, formatNin } from "./support/identity-numbers.ts";
import { expect, test } from "./support/test.ts";
import { closePayment, endPayment, expectBalance, openTopUp, paymentDialog, paymentFrame } from "./support/wallet.ts";
import { leaveWaitingScreen, fillWizard, pay, paymentButton, transactions } from "./support/wizard.ts";

const chidi: Person = {
  firstName: "Chidi",
  lastName: "Purse",
  email: uniqueEmail("chidi.purse"),
  password: "Two-6-goats-home",
};

test.describe.configure({ mode: "serial" }); // each test starts with the balance of the one before

test("a low wallet offers a top-up in place and preserves the input [ERR-43 PAY-09]", async ({ page }) => {
  await createAccountAndSignIn(page, chidi);
  const nin = newNin();
  await fillWizard(page, nin);
  await expect(page.getByText("Your wallet balance is not enough. You need ₦588 more.").first()).toBeVisible();
  await expect(paymentButton(page)).toHaveAccessibleDescription(/You need ₦588 more/);
  await paymentButton(page).click();
  const low = page.getByRole("alertdialog", { name: "Wallet Balance Low" });
  await expect(low).toContainText("You need ₦588 more");
  await low.getByRole("button", { name: "Top up the wallet" }).click();
  const wallet = page.getByRole("dialog", { name: "User Wallet" });
  await expect(wallet.getByLabel("Amount to add"), "the minimum top-up").toHaveValue("1,000");
  await wallet.getByLabel("Amount to add").fill("10");
  await wallet.getByRole("button", { name: "Proceed to Payment" }).click();
  await page.getByRole("alertdialog", { name: "Error" }).getByRole("button", { name: "Change the amount" }).click();
  await expect(wallet).toContainText("Minimum top-up amount is ₦1,000");
  await wallet.getByLabel("Amount to add").fill("1000");
  await wallet.getByRole("button", { name: "Proceed to Payment" }).click();
  await endPayment(await paymentFrame(page), "Approve");
  await expect(paymentDialog(page).getByText("₦1,000 is in your wallet")).toBeVisible();
  await closePayment(page);
  await expect(page.getByLabel("National ID number (NIN)")).toHaveValue(formatNin(nin));
  await pay(page);
  await leaveWaitingScreen(page);
  await expectBalance(page, "₦412");
});

test("an unconfirmed payment does not count, and a repeated one counts once [T-24 T-28]", async ({ page }) => {
  await openDashboard(page, chidi);
  const frame = await openTopUp(page, "5000");
  await page.evaluate(() => {
    for (const status of ["successful", "completed"])
      postMessage({ type: "idanimo:payment-return", txRef: "made-up", status }, location.origin);
  });
  await expect(frame.getByText("Pretend payment page.")).toBeVisible(); // a posted message is not trusted
  await endPayment(frame, "Approve and notify twice");
  await expect(paymentDialog(page).getByText("₦5,000 is in your wallet")).toBeVisible();
  await closePayment(page);
  await expectBalance(page, "₦5,412");

  await endPayment(await openTopUp(page, "2000"), "Approve with a wrong amount");
  await expect(paymentDialog(page).getByText("We received a different amount", { exact: true })).toBeVisible();
  await expect(paymentDialog(page)).toContainText("We asked for ₦2,000");
  await expect(paymentDialog(page)).not.toContainText("Declined");
  await closePayment(page);
  await expectBalance(page, "₦5,412");

  await openTopUp(page, "2000");
  for (const ending of ["Decline", "Cancel"] as const) {
    await endPayment(await paymentFrame(page), ending);
    await expect(paymentDialog(page).getByText("Payment Cancelled or Declined")).toBeVisible();
    await paymentDialog(page).getByRole("button", { name: "Try again" }).click();
    const wallet = page.getByRole("dialog", { name: "User Wallet" });
    await expect(wallet.getByLabel("Amount to add"), "the amount is preserved").toHaveValue("2,000");
    await wallet.getByRole("button", { name: "Proceed to Payment" }).click();
  }
  await endPayment(await paymentFrame(page), "Cancel");
  await expect(paymentDialog(page).getByText("Payment Cancelled or Declined")).toBeVisible();
  await closePayment(page);
  await expectBalance(page, "₦5,412");

  await page.goto("/main-dashboard");
  await expectBalance(page, "₦5,412");
  const counted = (await transactions(page)).filter((row) => /Top-up[\s\S]*Successful[\s\S]*\+/.test(row));
  expect(counted).toHaveLength(2);
});

test("a lost response and a second click cost one charge [R-30]", async ({ page, trouble }) => {
  trouble.allowLost(/\/transaction\/wallet-payment$/);
  await openDashboard(page, chidi);
  await fillWizard(page, newNin());
  await page.route(
    /\/transaction\/wallet-payment$/,
    async (route) => {
      await route.fetch(); // the server charges, and the response is lost
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  await pay(page);
  const silent = page.getByRole("alertdialog", { name: "There was an issue making payment" });
  await silent.getByRole("button", { name: "Try again" }).dblclick();
  await leaveWaitingScreen(page);
  await expectBalance(page, "₦4,824");
});

test("a reload during a payment continues the purchase at the same price [R-30]", async ({ page }) => {
  await openDashboard(page, chidi);
  await fillWizard(page, newNin(), "Instant payment");
  await pay(page);
  await paymentFrame(page);
  await page.reload();
  await expect(page.getByText("You were about to pay for this")).toBeVisible();
  await page.getByRole("radio", { name: "Instant payment" }).check();
  await page.getByRole("checkbox", { name: /I accept/ }).check();
  await pay(page);
  await endPayment(await paymentFrame(page), "Approve");
  await leaveWaitingScreen(page);
  await expectBalance(page, "₦4,824");
  expect((await transactions(page)).filter((row) => /Verification[\s\S]*−₦588/.test(row))).toHaveLength(3);
});
