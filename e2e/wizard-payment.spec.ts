import * as texts from "@idanimo/contract/texts";

import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { alertDialog, clickAndWaitForReload, okButton } from "./support/dialogs.ts";
import { recordRequestBodies } from "./support/forms.ts";
import { newNin } from "./support/identity-numbers.ts";
import { expect, test } from "./support/test.ts";
import { endPayment, expectBalance, paymentDialog, paymentFrame, topUp } from "./support/wallet.ts";
import {
  leaveWaitingScreen,
  searchTypeCheckbox,
  chooseSearchType,
  fillWizard,
  newestRow,
  pay,
  paymentButton,
  businessWith,
  walletOption,
} from "./support/wizard.ts";

const hauwa = makePerson("Hauwa");
const shop = makePerson("Emeka");
const payments = /\/transaction\/wallet-payment$/;
const submits = /\/verification\/submit$/;

test.describe.configure({ mode: "serial" }); // a retried test needs the state of those before it
test.beforeAll(async () => {
  await Promise.all([createAccount(hauwa), createAccount(shop, { business: businessWith("RC 123987") })]);
});

// Covers: ERR-44
test("Payment asks for the profile first, and rejects another wallet's currency [PAY-05 PAY-06 PAY-08]", async ({
  page,
}) => {
  await signInByApi(page, hauwa);
  await fillWizard(page, newNin());
  const requests: string[] = [];
  page.on("request", (request) => void requests.push(new URL(request.url()).pathname));
  await page.getByRole("radio", { name: "$ Dollar" }).check();
  await paymentButton(page).click();
  const mismatch = alertDialog(page, "Error");
  await expect(mismatch).toContainText(texts.currencyMismatch);
  expect(requests.filter((path) => /\/(profile|verification\/session)$/.test(path))).toEqual([
    expect.stringMatching(/\/user\/profile$/),
  ]);
  await mismatch.getByRole("button", { name: /my wallet's currency/ }).click();
  await page.getByRole("radio", { name: "Instant payment" }).check();
  await paymentButton(page).click();
  const disclaimer = page.getByRole("dialog", { name: "Disclaimer" });
  await expect(disclaimer).toContainText("₦588");
  await disclaimer.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(requests.filter((path) => path.endsWith("/verification/session"))).toEqual([]);
});

// Covers: PAY-10 PAY-16 PAY-17 PAY-19
test("the dialog of a running lookup can be closed, and the page continues [WIZARD-31 WIZARD-32 PAY-07]", async ({
  page,
}) => {
  await signInByApi(page, hauwa);
  await page.goto("/main-dashboard");
  await topUp(page, "20000");
  const [created, done] = [recordRequestBodies(page, /\/verification\/session$/), recordRequestBodies(page, submits)];
  await fillWizard(page, newNin("0004"));
  await pay(page);
  const dialog = page.getByRole("dialog", { name: "Verification in progress" });
  await expect(dialog).toContainText("Please Wait");
  await clickAndWaitForReload(page, dialog.getByRole("button", { name: "Close" }));
  await expect(page.getByRole("main")).toContainText("Verification in progress");
  await expect(page.getByRole("dialog"), "a closed dialog does not return").toHaveCount(0);
  await leaveWaitingScreen(page);
  await expectBalance(page, "₦19,412");
  expect(created).toHaveLength(1);
  for (const body of done) expect(body).toMatchObject({ sessionStatus: "COMPLETED" });
});

// Covers: ERR-51
test("a failed lookup shows the specified text, and OK starts again [PAY-18 PAY-20 ERR-37]", async ({ page }) => {
  await signInByApi(page, hauwa);
  for (const [nin, title, words] of [
    ["76000010000", "Oops!", /Sorry, No record found.*isn't refundable/s],
    [
      "76000010001",
      "Error",
      /An unexpected server error occurred. A refund has been initiated.*refunded to your wallet/s,
    ],
    ["76000010006", "Error", /under 18.*refunded to your wallet/s],
  ] as const) {
    await fillWizard(page, nin);
    await pay(page);
    await expect(alertDialog(page, title)).toContainText(words, { timeout: 60_000 });
    await clickAndWaitForReload(page, okButton(page));
    await expect(searchTypeCheckbox(page, "NIN")).not.toBeChecked();
  }
  await expectBalance(page, "₦18,824");
});

// Covers: PAY-14 PAY-15 ERR-39 ERR-40 ERR-52
test("a rejected or cancelled instant payment is reported, and OK restores the price [PAY-11 PAY-12 PAY-13]", async ({
  page,
}) => {
  await signInByApi(page, hauwa);
  await fillWizard(page, newNin(), "Instant payment");
  await pay(page);
  const shown = page.getByText(/^\d{3} \d{4} \d{4}$/);
  for (const [ending, title, words, notice] of [
    ["Decline", "Failed Payment", /Declined/i, "Your payment did not go through"],
    ["Cancel", "Error", "Payment Cancelled or Declined", "You were about to pay for this"],
  ] as const) {
    await endPayment(await paymentFrame(page), ending);
    await expect(alertDialog(page, title)).toContainText(words);
    await clickAndWaitForReload(page, okButton(page));
    const resumed = page.getByText(notice);
    await expect(shown, "the selected search").toBeVisible();
    await expect(page.getByRole("radio", { name: "Instant payment" }), "the selection is preserved").toBeChecked();
    await page.getByRole("button", { name: "Start again" }).click();
    await expect(resumed).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(resumed, "an abandoned purchase can be resumed").toBeVisible();
    await page.getByRole("radio", { name: "Instant payment" }).check();
    await page.getByRole("checkbox", { name: /I accept/ }).check();
    await pay(page);
  }
  await endPayment(await paymentFrame(page), "Approve");
  await leaveWaitingScreen(page);
  await expectBalance(page, "₦18,824");
});

test("a payment of another amount has its own heading, also after a reload [T-26 PAY-12]", async ({ page }) => {
  await signInByApi(page, hauwa);
  await fillWizard(page, newNin(), "Instant payment");
  await pay(page);
  await endPayment(await paymentFrame(page), "Approve with a wrong amount");
  const dialog = paymentDialog(page);
  await expect(dialog.getByText("We received a different amount", { exact: true })).toBeVisible();
  await expect(dialog).toContainText("this request is not paid yet");
  await expect(dialog).toContainText(/Don't pay again for now. Write to \S+ with reference EA\d{14}/);
  await expect(dialog).not.toContainText("Declined");
  await clickAndWaitForReload(page, dialog.getByRole("button", { name: "Close" }));
  const main = page.getByRole("main");
  await expect(main.getByText("We received a different amount", { exact: true })).toBeVisible();
  await expect(main).not.toContainText("We haven't received your payment yet");
});

test("a payment page without a link shows the specified text [ERR-30]", async ({ page, trouble }) => {
  trouble.allow(/\/payment\/flexi-initiate$/, 200);
  await signInByApi(page, hauwa);
  await fillWizard(page, newNin(), "Instant payment");
  await page.route(
    /\/payment\/flexi-initiate$/,
    (route) => route.fulfill({ json: { status: "success", data: { txRef: "EA00000000000001" } } }),
    { times: 1 },
  );
  await pay(page);
  await expect(alertDialog(page, "Error")).toContainText("Response data does not contain a link");
  await expect(alertDialog(page, "Error")).toContainText("Nothing was charged.");
});

test("after a rejected payment method and consent stay selected for that price [PAY-02 PAY-15 C-14]", async ({
  page,
}) => {
  await signInByApi(page, hauwa);
  const begun = recordRequestBodies(page, /\/payment\/flexi-initiate$/);
  await fillWizard(page, newNin(), "Instant payment");
  await pay(page);
  await endPayment(await paymentFrame(page), "Cancel");
  await expect(alertDialog(page, "Error")).toBeVisible();
  await clickAndWaitForReload(page, okButton(page));
  const [instant, tick] = [
    page.getByRole("radio", { name: "Instant payment" }),
    page.getByRole("checkbox", { name: /I accept/ }),
  ];
  await expect(instant).toBeChecked();
  await expect(tick).toBeChecked();
  await expect(paymentButton(page)).toBeEnabled();
  expect(begun).toHaveLength(1);

  const asks = /\/verification\/session\/[^/]+$/;
  await page.route(asks, async (route) => {
    const response = await route.fetch();
    const session = await response.json();
    await route.fulfill({ response: response, json: { ...session, quote: { ...session.quote, total: 999 } } });
  });
  await page.reload();
  await expect(paymentButton(page)).toContainText("₦999");
  await expect(instant).not.toBeChecked();
  await expect(tick).not.toBeChecked();

  await page.unroute(asks);
  await page.reload();
  await tick.uncheck();
  await page.reload();
  await expect(paymentButton(page)).toContainText("₦588");
  await expect(tick, "a different choice resets the consent").not.toBeChecked();
  await expect(instant).not.toBeChecked();
});

test("a delayed payment continues automatically, also after a reload [PAY-12 PAY-14]", async ({ page }) => {
  await signInByApi(page, hauwa);
  await fillWizard(page, newNin(), "Instant payment");
  await pay(page);
  await endPayment(await paymentFrame(page), "Approve but notify late");
  await expect(paymentDialog(page).getByText("Payment pending", { exact: true })).toBeVisible();
  await expect(paymentDialog(page)).toContainText("your check starts when the money arrives");
  await page.reload();
  await expect(page.getByText("You were about to pay for this")).toBeVisible();
  await expect(page).toHaveURL(/\/consent\?request=/, { timeout: 45_000 });
  await leaveWaitingScreen(page);
  await expect(newestRow(page)).toContainText("Awaiting Consent");
  await expectBalance(page, "₦18,824");
});

// Covers: ERR-52
test("an unknown wallet error or response reloads the page [ERR-41 ERR-42 ERR-50]", async ({ page, trouble }) => {
  trouble.allow(payments, 429);
  trouble.allow(payments, 500);
  trouble.allow(submits, 500);
  await signInByApi(page, hauwa);
  await fillWizard(page, newNin());
  const tooOften = { code: "too_many_requests", message: "Too many attempts." };
  await page.route(payments, (route) => route.fulfill({ status: 429, json: tooOften }), { times: 1 });
  await pay(page);
  await expect(alertDialog(page, "Payment failed")).toContainText("Too many attempts.");
  await clickAndWaitForReload(page, okButton(page));
  await expect(page.getByText("You were about to pay for this")).toBeVisible();
  await walletOption(page).check();
  await page.getByRole("checkbox", { name: /I accept/ }).check();
  await page.route(submits, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await page.route(
    payments,
    async (route) => {
      await route.fetch(); // the server charges, and then the response fails
      await route.fulfill({ status: 500, json: {} });
    },
    { times: 1 },
  );
  await pay(page);
  const unknown = alertDialog(page, "There was an issue making payment");
  await expect(unknown).toContainText("charged only once");
  await unknown.getByRole("button", { name: "Try again" }).click();
  await expect(alertDialog(page, "Error")).toContainText("An unexpected server error occurred.");
  await expect(alertDialog(page, "Error")).not.toContainText("A refund has been initiated");
  await clickAndWaitForReload(page, okButton(page));
  await leaveWaitingScreen(page);
  await expectBalance(page, "₦18,236");
});

// Covers: PAY-21 ERR-47
test("a company and a vehicle are bought together, and both texts are shown [WIZARD-08 WIZARD-29 PAY-19]", async ({
  page,
}) => {
  await signInByApi(page, hauwa);
  const sent = recordRequestBodies(page, /\/verification\/session$/);
  const ask = async (rc: string) => {
    await page.goto("/dashboard");
    await chooseSearchType(page, "Registration Number (RC)");
    await chooseSearchType(page, "Vehicle History (VIN)");
    await page.getByLabel("RC number").fill(rc);
    await page.getByLabel("VIN", { exact: true }).fill("1hgcm82633a004352");
    await walletOption(page).check();
    await page.getByRole("checkbox", { name: /I accept/ }).check();
    await pay(page);
  };
  await ask("1234567");
  await expect(page.getByText("Your business verification request was successful.")).toBeVisible({ timeout: 25_000 });
  await expect(page.getByText("Your vehicle verification request was successful.")).toBeVisible();
  await expect(page).toHaveURL(/\/main-dashboard$/);
  expect(sent[0]).toMatchObject({ rc: "1234567", vin: "1HGCM82633A004352" });
  await expectBalance(page, "₦11,901");
  await ask("1230000");
  await expect(alertDialog(page, "Request Error")).toContainText(/Business Profile\s*No record found/, {
    timeout: 25_000,
  });
  await expect(alertDialog(page, "Request Error")).toContainText("Your vehicle verification request was successful.");
});

// Covers: BULK-04 BULK-05
test("a bulk file is priced by its rows and ends at the dashboard [WIZARD-10 PRICE-15 BULK-02]", async ({ page }) => {
  await signInByApi(page, shop);
  await page.goto("/main-dashboard");
  await topUp(page, "5000");
  const sent = recordRequestBodies(page, /\/verification\/session$/);
  await page.goto("/dashboard");
  await chooseSearchType(page, "Bulk NIN");
  await expect(paymentButton(page)).toHaveText("Payment");
  const lines = Array.from({ length: 7 }, () => newNin());
  await page
    .getByLabel("CSV file", { exact: true })
    .setInputFiles({ name: "staff.csv", mimeType: "text/csv", buffer: Buffer.from(`${lines.join("\n")}\n\n`) });
  await expect(paymentButton(page)).toHaveText("Payment ₦4,116");
  await expect(page.getByRole("main")).toContainText("7 lines");
  await page.getByLabel("Reason for this check").selectOption({ label: "Renting a home" });
  await walletOption(page).check();
  await page.getByRole("checkbox", { name: /I accept/ }).check();
  await pay(page);
  await expect(page.getByText("Bulk verification completed")).toBeVisible({ timeout: 25_000 });
  await expect(page).toHaveURL(/\/main-dashboard$/);
  await expectBalance(page, "₦884");
  expect(sent).toEqual([expect.objectContaining({ bulkUploadId: expect.any(String) })]);
  for (const line of lines) expect(JSON.stringify(sent)).not.toContain(line);
});
