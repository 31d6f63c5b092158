import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { expectNoAxeViolations } from "./support/appearance.ts";
import { alertDialog, okButton } from "./support/dialogs.ts";
import { recordRequestBodies } from "./support/forms.ts";
import { buySearch } from "./support/purchase.ts";
import { expectHiddenFromScripts } from "./support/secrets.ts";
import {
  completions,
  createBusinessResult,
  paymentStarts,
  stakeholderReads,
  walletPayments,
} from "./support/stakeholders.ts";
import { expect, test } from "./support/test.ts";
import { closePayment, endPayment, expectBalance, paymentDialog, paymentFrame, topUp } from "./support/wallet.ts";
import { newestRow, transactions } from "./support/wizard.ts";

const amara = makePerson("Amara");
const tunde = makePerson("Tunde");

test.describe.configure({ mode: "serial" }); // a retried test needs the state of those before it
test.beforeAll(async () => {
  await createAccount(amara);
  await createAccount(tunde);
});

// Covers: RESULT-BUSINESS-12 RESULT-BUSINESS-16 PAY-25 PRICE-07 API-18 API-19 API-20 API-21 ERR-46 O-38 O-46
test("stakeholders are bought from the wallet by keyboard alone, and stay [RESULT-BUSINESS-08 RESULT-BUSINESS-09 RESULT-BUSINESS-11]", async ({
  page,
}) => {
  const result = createBusinessResult(page);
  await signInByApi(page, amara);
  await page.goto("/main-dashboard");
  await topUp(page, "20000");
  const request = await buySearch(page, { rc: "7654321" });
  const [read, paid, completed] = [
    recordRequestBodies(page, stakeholderReads),
    recordRequestBodies(page, walletPayments),
    recordRequestBodies(page, completions),
  ];
  await result.open(request);
  await expect(result.lookUpButton).toHaveText(/^Lookup Stakeholder₦1,125/);
  expect(read, "the page fetches paid lookups when it opens").toEqual([
    { business: { requestId: request, cacId: expect.any(String) } },
  ]);
  await expectNoAxeViolations(page);

  await result.lookUpButton.focus();
  await page.keyboard.press("Enter");
  await expect(result.methodDialog).toContainText(/Stakeholders₦1,000Tax and charges₦125Total due₦1,125/);
  await expect(result.methodDialog).toContainText(/Refunded to your wallet.*Not refunded/);
  const wallet = result.methodDialog.getByRole("radio", { name: "Payment from Wallet" });
  await expect(wallet).toBeFocused();
  for (const name of ["Payment from Wallet", "Instant Payment"])
    await expect(result.methodDialog.getByRole("radio", { name })).not.toBeChecked();
  await result.methodDialog.getByRole("button", { name: /^Pay/ }).click();
  await expect(result.methodDialog).toContainText("You must select a payment method");
  expect(paid).toEqual([]);
  await expectNoAxeViolations(page);
  await wallet.focus();
  await page.keyboard.press("Space");
  await expect(wallet).toBeChecked();
  await expect(result.methodDialog).not.toContainText("You must select");
  const order: string[] = [];
  page.on("request", (sent) => {
    const [, call] = /\/(user\/profile|transaction\/wallet-payment|verification\/complete)$/.exec(sent.url()) ?? [];
    if (call && !(sent.method() === "GET" && order.includes(call))) order.push(call);
  });
  await result.methodDialog.getByRole("button", { name: /^Pay/ }).focus();
  await page.keyboard.press("Enter");
  await expect(result.panel(/^Shareholders/)).toBeVisible({ timeout: 60_000 });
  await expect(result.panel(/^Directors/)).toBeVisible();
  expect(order).toEqual(["user/profile", "transaction/wallet-payment", "verification/complete"]);
  expect(paid).toHaveLength(1);
  expect(paid[0]).toMatchObject({
    type: "STAKEHOLDERS",
    stakeHolders: "STAKEHOLDERS",
    requestId: request,
    transactionID: expect.stringMatching(/^EA\d{14}$/),
    amount: "1125",
    userNIN: "",
  });
  expect(paid[0]).not.toHaveProperty("acceptWalletCurrency");
  expect(completed).toEqual([{ business: { requestId: request, cacId: paid[0]?.["cacId"] } }]);
  await expectBalance(page, "₦17,965");

  const person = result
    .panel(/^Shareholders/)
    .locator("details")
    .first();
  await expect(result.region.getByRole("heading", { name: "Stakeholders" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(person.getByText("Shares allotted")).toBeVisible();
  for (const part of ["Personal details", "Contact", "Their part in the company", "Where it is a body"])
    await expect(person.getByRole("heading", { name: part })).toBeVisible();
  const phone = (await person.locator("dd").allInnerTexts()).find((text) => /^0\d{3} \d{3} \d{4}$/.test(text)) ?? "?";
  await expectHiddenFromScripts(page, [phone]);
  await expectNoAxeViolations(page);

  await page.reload();
  await expect(result.panel(/^Shareholders/), "a paid lookup is shown at once").toBeVisible();
  expect(paid).toHaveLength(1);
  await page.goto(`/business/${request}`);
  await expect(result.card.getByText("Registration date")).toBeVisible();
  await expect(result.panel(/^Shareholders/), "the older page shows the people too").toBeVisible();
  await expect(result.lookUpButton).toHaveCount(0);

  await page.goto("/main-dashboard");
  await expect(newestRow(page)).toContainText(/Business Profile/);
  await newestRow(page)
    .getByRole("link", { name: /View Result/ })
    .click();
  await expect(result.panel(/^Directors/), "the lookup's own row shows its people").toBeVisible();
  await expect(result.lookUpButton).toHaveCount(0);
  await page.goto("/main-dashboard");
  expect((await transactions(page)).filter((row) => /Verification[\s\S]*−₦1,125/.test(row))).toHaveLength(1);
});

// Covers: F-02 O-22 ERR-42 ERR-43 R-30
test("a wallet in the other currency is topped up and pays its own amount once [RESULT-BUSINESS-13 RESULT-BUSINESS-14 C-13]", async ({
  page,
  trouble,
}) => {
  trouble.allowLost(walletPayments);
  const result = createBusinessResult(page);
  await signInByApi(page, tunde);
  await page.goto("/main-dashboard");
  await topUp(page, "5000");
  const request = await buySearch(page, { rc: "7654322" });
  await result.open(request);
  await page.goto(`/businessName/${request}#wallet`);
  const wallet = page.getByRole("dialog", { name: "User Wallet" });
  await wallet.getByRole("radio", { name: "US dollars" }).check();
  await expectBalance(page, "$0.00");
  await wallet.getByRole("button", { name: "Close" }).click();
  const paid = recordRequestBodies(page, walletPayments);

  await result.pay("Payment from Wallet");
  const mismatch = alertDialog(page, "Another currency");
  await expect(mismatch).toContainText(
    "Wallet currency doesn't match purchase currency. Do you want to pay with your wallet currency?",
  );
  await expect(mismatch).toContainText("$1.58 is taken from your wallet");
  await mismatch.getByRole("button", { name: "Cancel" }).click();
  await result.methodDialog.getByRole("button", { name: /^Pay/ }).click();
  await mismatch.getByRole("button", { name: "Continue" }).click();
  const low = alertDialog(page, "Wallet Balance Low");
  await expect(low).toContainText("Your wallet balance is low. Please recharge before making a payment.");
  await expect(low).toContainText("You need $1.58 more");
  expect(paid, "no payment request without enough money").toEqual([]);
  await low.getByRole("button", { name: "Top up the wallet" }).click();
  await wallet.getByLabel("Amount to add").fill("10");
  await wallet.getByRole("button", { name: "Proceed to Payment" }).click();
  await endPayment(await paymentFrame(page), "Approve");
  await expect(paymentDialog(page).getByText("$10.00 is in your wallet")).toBeVisible();
  await paymentDialog(page).getByRole("button", { name: "Close" }).click();

  await expect(
    result.methodDialog.getByRole("radio", { name: "Payment from Wallet" }),
    "the payment method is restored",
  ).toBeChecked();
  await page.route(
    walletPayments,
    async (route) => {
      await route.fetch(); // the server charges, and the response is lost
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  await result.methodDialog.getByRole("button", { name: /^Pay/ }).click();
  await mismatch.getByRole("button", { name: "Continue" }).click();
  const silent = alertDialog(page, "There was an issue making payment");
  await expect(silent).toContainText("No response received from the server");
  await silent.getByRole("button", { name: "Try again" }).click();
  await expect(result.panel(/^Shareholders/)).toBeVisible({ timeout: 60_000 });
  await expectBalance(page, "$8.42");
  expect(paid).toHaveLength(2);
  expect(paid[1]).toEqual(paid[0]);
  expect(paid[0]).toMatchObject({ amount: "1.58", acceptWalletCurrency: true });
});

// Covers: T-35
test("a rejected, cancelled or delayed instant payment resumes where the server is [RESULT-BUSINESS-15 API-14 ERR-40]", async ({
  page,
  context,
}) => {
  const result = createBusinessResult(page);
  await signInByApi(page, amara);
  await page.goto("/main-dashboard");
  await topUp(page, "5000");
  const request = await buySearch(page, { rc: "7654323" });
  const [started, completed] = [recordRequestBodies(page, paymentStarts), recordRequestBodies(page, completions)];
  await result.open(request);
  await result.pay("Instant Payment");
  for (const [ending, title, words] of [
    ["Decline", "Failed Payment", /Declined/i],
    ["Cancel", "Error", "Payment Cancelled or Declined"],
  ] as const) {
    await endPayment(await paymentFrame(page), ending);
    await expect(alertDialog(page, title)).toContainText(words);
    await expect(alertDialog(page, title)).toContainText("This check is not paid.");
    await result.clickAndWaitForCard(okButton(page));
    await result.lookUpButton.click();
    await expect(
      result.methodDialog.getByRole("radio", { name: "Instant Payment" }),
      "the selection is preserved",
    ).toBeChecked();
    await result.methodDialog.getByRole("button", { name: /^Pay/ }).click();
  }
  await endPayment(await paymentFrame(page), "Approve with a wrong amount");
  await expect(paymentDialog(page).getByText("We received a different amount", { exact: true })).toBeVisible();
  await closePayment(page);
  await expect(result.region).not.toContainText("Payment pending");
  await result.lookUpButton.click();
  await result.methodDialog.getByRole("button", { name: /^Pay/ }).click();
  await endPayment(await paymentFrame(page), "Approve but notify late");
  await expect(paymentDialog(page).getByText("Payment pending", { exact: true })).toBeVisible();
  await closePayment(page);
  await expect(result.region).toContainText("Payment pending");
  const other = await context.newPage();
  const otherResult = createBusinessResult(other);
  await otherResult.open(request);
  await expect(otherResult.lookUpButton).toBeVisible();
  await expect(result.panel(/^Shareholders/), "it continues automatically").toBeVisible({ timeout: 45_000 });
  await expect(otherResult.panel(/^Shareholders/), "also in a page that did not start it").toBeVisible();
  await other.close();
  expect(started[0]).toMatchObject({
    type: "STAKEHOLDERS",
    stakeHolders: "STAKEHOLDERS",
    requestId: request,
    amount: "1125",
    currency: "NGN",
    country: "NG",
    userEmail: amara.email,
  });

  const second = await buySearch(page, { rc: "7654324" });
  await result.open(second);
  await result.pay("Instant Payment");
  await endPayment(await paymentFrame(page), "Approve");
  await expect(result.panel(/^Shareholders/)).toBeVisible({ timeout: 60_000 });
  expect(
    completed.filter((body) => JSON.stringify(body).includes(second)),
    "the counted payment ends with its completion",
  ).toHaveLength(1);
});

test("two tabs that pay at once, by wallet and by provider, cost one charge [R-30 T-22]", async ({ page, context }) => {
  const result = createBusinessResult(page);
  await signInByApi(page, amara);
  await page.goto("/main-dashboard");
  await topUp(page, "5000");
  const request = await buySearch(page, { rc: "7654327" });
  const other = await context.newPage();
  const otherResult = createBusinessResult(other);
  await result.open(request);
  await otherResult.open(request);
  await otherResult.pay("Instant Payment");
  const frame = await paymentFrame(other);
  await result.lookUpButton.click();
  const wallet = result.methodDialog.locator("label").filter({ hasText: "Payment from Wallet" });
  await expect(wallet).toContainText("₦");
  const balances = Number((await wallet.innerText()).replaceAll(/[^\d]/g, ""));
  const naira = (amount: number) => `₦${amount.toLocaleString("en-NG")}`;
  await wallet.click();
  await result.methodDialog.getByRole("button", { name: /^Pay/ }).dblclick();
  await expect(result.panel(/^Shareholders/)).toBeVisible({ timeout: 60_000 });
  await expectBalance(page, naira(balances - 1_125));
  await endPayment(frame, "Approve");
  await expect(otherResult.panel(/^Shareholders/), "the later tab shows the result").toBeVisible({
    timeout: 60_000,
  });
  // the late payment is credited to the wallet
  await expectBalance(page, naira(balances), 60_000);
});
