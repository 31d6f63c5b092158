import type { Locator, Page } from "@playwright/test";

import * as texts from "@idanimo/contract/texts";

import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { recordRequestBodies, expectFieldError, expectNoFieldError } from "./support/forms.ts";
import { newNin } from "./support/identity-numbers.ts";
import { expectHiddenFromScripts } from "./support/secrets.ts";
import { expect, test } from "./support/test.ts";
import { endPayment, expectBalance, paymentDialog, paymentFrame, topUp } from "./support/wallet.ts";
import {
  searchTypeCheckbox,
  chooseSearchType,
  fillWizard,
  newestRow,
  pay,
  paymentButton,
  allSourcesResponse,
} from "./support/wizard.ts";

const hauwa = makePerson("Hauwa");
const shop = makePerson("Emeka");
const chosen = (page: Page) => page.getByRole("radio", { name: "Wallet" });
const failed = (page: Page, name: string) => page.getByRole("alertdialog", { name });
const payments = /\/transaction\/wallet-payment$/;
const submits = /\/verification\/submit$/;

/** Clicks a button that reloads the page, and waits until it has. */
async function reloads(page: Page, button: Locator): Promise<void> {
  const again = page.waitForEvent("load");
  await button.click();
  await again;
}
const ok = (page: Page) => page.getByRole("alertdialog").getByRole("button", { name: "OK" });

test.describe.configure({ mode: "serial" }); // a retried test needs the state of those before it
test.beforeAll(async () => {
  const business = {
    businessName: "Emeka Motors",
    rcNumber: "RC 123987",
    officeAddress: "1 Marina, Lagos",
    designation: "Owner",
    nin: "70123456789",
  };
  await Promise.all([createAccount(hauwa), createAccount(shop, { business })]);
});

// Covers: WIZARD-04 WIZARD-05 WIZARD-06 WIZARD-07 WIZARD-09 WIZARD-10 WIZARD-11 WIZARD-12 WIZARD-13 WIZARD-14 WIZARD-15 WIZARD-18
test("the wizard has three columns of four cards, with help and source status [WIZARD-01 WIZARD-02 WIZARD-03]", async ({
  page,
}) => {
  await signInByApi(page, shop);
  await page.route(/\/verification\/sources$/, (route) => route.fulfill({ json: allSourcesResponse }));
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Identity Verification Service" })).toBeVisible();
  const columns = ["Select Profile", "Details", "Payment Summary"].map((name) => page.getByRole("heading", { name }));
  const places = await Promise.all(columns.map(async (column) => (await column.boundingBox())?.x ?? 0));
  expect(places).toEqual([...places].sort((left, right) => left - right));
  expect(new Set(places).size).toBe(3);
  const cards = {
    "Person Identity Profile": ["NIN", "Phone Number", "Bulk NIN", "NIN + Face"],
    "Business Profile": ["Registration Number (RC)", "Business Name"],
    "Financial Credit Profile": ["BVN"],
    "Vehicle History Profile": ["Vehicle History (VIN)", "Vehicle Registration Number"],
  };
  for (const [card, labels] of Object.entries(cards)) {
    const group = page.getByRole("group", { name: card });
    for (const label of labels) await expect(group.getByRole("checkbox", { name: label, exact: true })).toBeVisible();
    await expect(group.getByRole("checkbox")).toHaveCount(labels.length);
    const about = group.getByRole("button", { name: `About ${card}` });
    await about.focus();
    await expect(group.getByRole("tooltip")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(group.getByRole("tooltip")).toBeHidden();
  }
  const asking = page.getByRole("group").filter({ hasText: "The person is asked first." });
  await expect(asking, "the consent notice is shown before a choice").toHaveCount(1);
  await expect(asking).toHaveAccessibleName("Person Identity Profile");
  await expect(searchTypeCheckbox(page, "NIN")).toHaveAccessibleDescription("Usually 3 seconds");
  await expect(searchTypeCheckbox(page, "Phone Number")).toHaveAccessibleDescription("Slow now: 14 seconds");
  await expect(searchTypeCheckbox(page, "BVN")).toHaveAccessibleDescription(
    "Not answering now and cannot be chosen, no charge",
  );
  await expect(searchTypeCheckbox(page, "NIN + Face")).toHaveAccessibleDescription("Not offered here");
  for (const label of ["BVN", "NIN + Face", "Business Name"])
    await expect(searchTypeCheckbox(page, label)).toBeDisabled();
  const how = page.getByRole("region", { name: "How to verify" }).getByRole("listitem");
  await expect(how).toHaveText([
    /^Choose one or more profiles/,
    /^Input the search information/,
    /^Make a payment/,
    /^View results/,
  ]);
  await chooseSearchType(page, "NIN");
  await chooseSearchType(page, "Vehicle History (VIN)");
  await expect(searchTypeCheckbox(page, "NIN"), "one of each profile").toBeChecked();
  await chooseSearchType(page, "Phone Number");
  await expect(searchTypeCheckbox(page, "NIN"), "another type of the profile is deselected").not.toBeChecked();
  await expect(page.getByLabel("VIN", { exact: true })).toBeVisible();
});

// Covers: WIZARD-21 WIZARD-22 WIZARD-23 WIZARD-24 WIZARD-25
test("a field accepts its format, validates on blur, and clears the error on input [WIZARD-16 WIZARD-19 WIZARD-20]", async ({
  page,
}) => {
  await signInByApi(page, hauwa);
  await page.route(/\/verification\/sources$/, (route) => route.fulfill({ json: allSourcesResponse }));
  await page.goto("/dashboard");
  await chooseSearchType(page, "NIN");
  await chooseSearchType(page, "Vehicle History (VIN)");
  const nin = page.getByLabel("National ID number (NIN)");
  const vin = page.getByLabel("VIN", { exact: true });
  await nin.pressSequentially("70a1-23456");
  await expect(nin).toHaveValue("701 2345 6");
  await expectNoFieldError(nin);
  await vin.focus();
  await expectFieldError(nin, "NIN must be exactly 11 digits.");
  await nin.fill("701234567899999");
  await expect(nin, "a pasted text is never truncated").toHaveValue("701234567899999");
  await expectFieldError(nin, "NIN must be exactly 11 digits.");
  await nin.fill("70123456789");
  await nin.press("End");
  await nin.pressSequentially("9");
  await expect(nin, "an extra digit is ignored").toHaveValue("701 2345 6789");
  await expectNoFieldError(nin);

  await expect(vin).toHaveAccessibleDescription(/without spaces or hyphens/);
  await vin.pressSequentially("1hg-cm 82633a00435");
  await expect(vin).toHaveValue("1HGCM82633A00435");
  // clicking the checkbox below blurs the field, and the click is not lost when the error appears above
  await page.getByRole("checkbox", { name: /reported stolen/ }).check();
  await expectFieldError(vin, "VIN must be exactly 17 characters.");
  await vin.press("End");
  await vin.pressSequentially("2XY");
  await expect(vin).toHaveValue("1HGCM82633A004352");
  await vin.blur();
  await expectNoFieldError(vin);

  await chooseSearchType(page, "Phone Number");
  const phone = page.getByLabel("Phone number", { exact: true });
  await phone.pressSequentially("+234-803-555-1122-9");
  await expect(phone).toHaveValue("0803 555 1122");
});

// Covers: ERR-45
test("errors appear at their fields with the first focused; no request is sent [WIZARD-22 WIZARD-26 PAY-04]", async ({
  page,
}) => {
  await signInByApi(page, hauwa);
  const stub = structuredClone(allSourcesResponse);
  for (const source of stub.sources) source.state = "up";
  await page.route(/\/verification\/sources$/, (route) => route.fulfill({ json: stub }));
  await page.goto("/dashboard");
  const asked = recordRequestBodies(page, /\/verification\/session$/);
  await expect(page.getByText("Kindly select a payment method", { exact: true })).toBeVisible();
  await chooseSearchType(page, "BVN");
  await chooseSearchType(page, "Registration Number (RC)");
  await expect(paymentButton(page)).toBeDisabled();
  for (const name of ["Wallet", "Instant payment"]) await expect(page.getByRole("radio", { name })).not.toBeChecked();
  await chosen(page).check();
  await expect(paymentButton(page), "the terms are not accepted").toBeDisabled();
  await expect(page.getByText("Kindly select a payment method", { exact: true }), "a method is chosen").toHaveCount(0);
  await expect(page.getByText("Tick the box above to accept the terms.", { exact: true })).toBeVisible();
  await page.getByRole("checkbox", { name: /I accept/ }).check();
  await expect(page.getByText("Kindly select a payment method", { exact: true })).toHaveCount(0);
  await page.getByLabel("Bank verification number (BVN)").fill("22212345678");
  await page.getByLabel("Why do you ask?").selectOption({ label: "Renting a home" });
  await paymentButton(page).click();
  await expect(page.getByLabel("RC number")).toBeFocused();
  await expectFieldError(page.getByLabel("RC number"), "Enter the RC number.");
  await page.getByLabel("RC number").fill("123");
  await paymentButton(page).click();
  const crc = page.getByRole("checkbox", { name: "CRC" });
  await expect(crc).toBeFocused();
  await expect(page.getByText("At least one Credit Bereau must be selected")).toBeVisible();
  await crc.check();
  await expect(page.getByText("At least one Credit Bereau must be selected")).toHaveCount(0);
  expect(asked).toEqual([]);
});

test("the wizard and the disclaimer name what the purpose can show before payment [CL-08 CL-06]", async ({ page }) => {
  await signInByApi(page, hauwa);
  await fillWizard(page, newNin(), "Instant payment");
  const purpose = page.getByLabel("Why do you ask?");
  const main = page.getByRole("main");
  const lists = main.getByText("This purpose can show:");
  await expect(lists, "in the details and in the summary").toHaveCount(2);
  for (const part of ["their photo", "their phone number and email", "their home address"])
    await expect(main.getByText(part, { exact: true })).toBeVisible();
  await expect(main).not.toContainText("religion");
  await purpose.selectOption({ label: "A family matter" });
  await expect(main.getByText("their religion", { exact: true })).toBeVisible();
  await paymentButton(page).click();
  const disclaimer = page.getByRole("dialog", { name: "Disclaimer" });
  await expect(disclaimer).toContainText("This purpose can show:");
  await expect(disclaimer.getByText("their religion", { exact: true })).toBeVisible();
  await disclaimer.getByRole("button", { name: "Cancel" }).click();
});

test("a purpose that a credit check does not allow is cleared with a message [CL-06]", async ({ page, trouble }) => {
  trouble.allow(/\/verification\/session$/, 400);
  await signInByApi(page, hauwa);
  await fillWizard(page, newNin(), "Instant payment");
  const purpose = page.getByLabel("Why do you ask?");
  await purpose.selectOption({ label: "A job" });
  await page.getByLabel("A few words to them").fill("For the shop");
  await chooseSearchType(page, "BVN");
  await expect(purpose).toHaveValue("");
  await expectFieldError(purpose, "“A job” is not available for a credit check. Choose another reason.");
  await expect(purpose.getByRole("option", { name: "A job (not available for a credit check)" })).toBeDisabled();
  await searchTypeCheckbox(page, "BVN").uncheck();
  await expect(purpose, "the check is removed").toHaveValue("employment");
  await expectNoFieldError(purpose);

  await page.route(/\/verification\/session$/, (route) =>
    route.fulfill({
      status: 400,
      json: { code: "purpose_not_allowed", message: "Not here", fields: { purpose: texts.purposeNotAllowed } },
    }),
  );
  await pay(page);
  await expectFieldError(purpose, texts.purposeNotAllowed);
  await expect(purpose).toBeFocused();
  await expect(page.getByLabel("National ID number (NIN)")).toHaveValue(/\d{3} \d{4} \d{4}/);
  await expect(page.getByLabel("A few words to them")).toHaveValue("For the shop");
});

// Covers: PRICE-11 PRICE-12 PRICE-13 PRICE-14 PRICE-20 PAY-02 PAY-03 T-19
test("the fee is shown from the start and stays correct in both currencies [PRICE-01 PRICE-09 PRICE-10]", async ({
  page,
}) => {
  await signInByApi(page, hauwa);
  const stub = structuredClone(allSourcesResponse);
  for (const source of stub.sources) source.state = "up";
  await page.route(/\/verification\/sources$/, (route) => route.fulfill({ json: stub }));
  await page.goto("/dashboard");
  await chooseSearchType(page, "NIN");
  const summary = page.locator("section", { has: page.getByRole("heading", { name: "Payment Summary" }) });
  const total = (amount: string) => expect(summary.getByRole("definition").last()).toHaveText(amount);
  await total("₦588");
  await expect(page.getByText("$1 USD to Naira ₦1,500")).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/Money back to your wallet/);
  await expect(page.getByRole("main")).toContainText(/No money back/);

  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    // source status, events, the keep-alive and prefetching run on timers, whatever is typed
    if (!/^\/assets\/|\/(sources|events|keep)$/.test(pathname)) calls.push(pathname);
  });
  await page.getByLabel("National ID number (NIN)").pressSequentially("70123456789");
  await total("₦588");
  await chooseSearchType(page, "Vehicle History (VIN)");
  await total("₦6,013");
  await page.getByRole("checkbox", { name: /reported stolen/ }).check();
  await total("₦7,138");
  await expect(summary).toContainText("with the stolen check");
  await page.getByRole("checkbox", { name: /reported stolen/ }).uncheck();
  await total("₦6,013");
  await chooseSearchType(page, "BVN");
  for (const [bureau, amount] of [
    ["CRC", "₦7,626"],
    ["First Central", "₦9,239"],
    ["Credit Registry", "₦10,852"],
  ] as const) {
    await page.getByRole("checkbox", { name: bureau }).check();
    await total(amount);
  }
  const dollar = page.getByRole("radio", { name: "$ Dollar" });
  await expect(dollar).toHaveValue("2");
  await expect(page.getByRole("radio", { name: "₦ Naira" })).toHaveValue("1");
  await dollar.check();
  await total("$14.84");
  await expect(page.getByRole("radio", { name: "Wallet" })).toHaveValue("1");
  await expect(page.getByRole("radio", { name: "Instant payment" })).toHaveValue("2");
  expect(calls, "calls while typing and ticking").toEqual([]);
  await expectHiddenFromScripts(page, ["70123456789", "701 2345 6789"]);
  await page.getByRole("radio", { name: "₦ Naira" }).check();
});

// Covers: ERR-44
test("Payment asks for the profile first, and rejects another wallet's currency [PAY-05 PAY-06 PAY-08]", async ({
  page,
}) => {
  await signInByApi(page, hauwa);
  await fillWizard(page, newNin());
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
  await page.getByRole("radio", { name: "$ Dollar" }).check();
  await paymentButton(page).click();
  const mismatch = failed(page, "Error");
  await expect(mismatch).toContainText(texts.currencyMismatch);
  expect(asked.filter((path) => /\/(profile|verification\/session)$/.test(path))).toEqual([
    expect.stringMatching(/\/user\/profile$/),
  ]);
  await mismatch.getByRole("button", { name: /my wallet's currency/ }).click();
  await page.getByRole("radio", { name: "Instant payment" }).check();
  await paymentButton(page).click();
  const disclaimer = page.getByRole("dialog", { name: "Disclaimer" });
  await expect(disclaimer).toContainText("₦588");
  await disclaimer.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(asked.filter((path) => path.endsWith("/verification/session"))).toEqual([]);
});

test("without prices the only link leads to the dashboard [ERR-49]", async ({ page, trouble }) => {
  trouble.allow(/\/transaction\/service-prices$/, 500);
  await signInByApi(page, hauwa);
  await page.route(/\/transaction\/service-prices$/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/dashboard");
  await expect(failed(page, "Unable to get Service Prices")).toBeVisible();
  await ok(page).click();
  await expect(page).toHaveURL(/\/main-dashboard$/);
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
  await reloads(page, dialog.getByRole("button", { name: "Close" }));
  await expect(page.getByRole("main")).toContainText("Verification in progress");
  await expect(page.getByRole("dialog"), "a closed dialog does not return").toHaveCount(0);
  await expect(page).toHaveURL(/\/main-dashboard$/, { timeout: 25_000 });
  await expectBalance(page, "₦19,412");
  expect(created).toHaveLength(1);
  for (const body of done) expect(body).toMatchObject({ sessionStatus: "COMPLETED" });
});

// Covers: ERR-51
test("a failed lookup shows the specified text, and OK starts again [PAY-18 PAY-20 ERR-37]", async ({ page }) => {
  await signInByApi(page, hauwa);
  for (const [nin, title, words] of [
    ["76000010000", "Oops!", /Sorry, No record found.*charge is kept/s],
    ["76000010001", "Error", /An unexpected server error occurred. A refund has been initiated.*back in your wallet/s],
    ["76000010006", "Error", /under 18.*back in your wallet/s],
  ] as const) {
    await fillWizard(page, nin);
    await pay(page);
    await expect(failed(page, title)).toContainText(words, { timeout: 60_000 });
    await reloads(page, ok(page));
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
    await expect(failed(page, title)).toContainText(words);
    await reloads(page, ok(page));
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
  await expect(page).toHaveURL(/\/main-dashboard$/, { timeout: 25_000 });
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
  await expect(dialog).toContainText(/Do not pay again for now. Write to \S+ and name EA\d{14}/);
  await expect(dialog).not.toContainText("Declined");
  await reloads(page, dialog.getByRole("button", { name: "Close" }));
  const main = page.getByRole("main");
  await expect(main.getByText("We received a different amount", { exact: true })).toBeVisible();
  await expect(main).not.toContainText("No payment for it has reached us");
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
  await expect(failed(page, "Error")).toContainText("Response data does not contain a link");
  await expect(failed(page, "Error")).toContainText("Nothing was charged.");
});

test("after a rejected payment method and consent stay selected for that price [PAY-02 PAY-15 C-14]", async ({
  page,
}) => {
  await signInByApi(page, hauwa);
  const begun = recordRequestBodies(page, /\/payment\/flexi-initiate$/);
  await fillWizard(page, newNin(), "Instant payment");
  await pay(page);
  await endPayment(await paymentFrame(page), "Cancel");
  await expect(failed(page, "Error")).toBeVisible();
  await reloads(page, ok(page));
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
    const answer = await route.fetch();
    const session = await answer.json();
    await route.fulfill({ response: answer, json: { ...session, quote: { ...session.quote, total: 999 } } });
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
  await expect(paymentDialog(page).getByText("Not decided yet", { exact: true })).toBeVisible();
  await expect(paymentDialog(page)).toContainText("your request goes on when the money comes");
  await page.reload();
  await expect(page.getByText("You were about to pay for this")).toBeVisible();
  await expect(page).toHaveURL(/\/main-dashboard$/, { timeout: 45_000 });
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
  const tooOften = { code: "too_many_requests", message: "That was too often." };
  await page.route(payments, (route) => route.fulfill({ status: 429, json: tooOften }), { times: 1 });
  await pay(page);
  await expect(failed(page, "Payment failed")).toContainText("That was too often.");
  await reloads(page, ok(page));
  await expect(page.getByText("You were about to pay for this")).toBeVisible();
  await chosen(page).check();
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
  const unknown = failed(page, "There was an issue making payment");
  await expect(unknown).toContainText("counted once at most");
  await unknown.getByRole("button", { name: "Try again" }).click();
  await expect(failed(page, "Error")).toContainText("An unexpected server error occurred.");
  await expect(failed(page, "Error")).not.toContainText("A refund has been initiated");
  await reloads(page, ok(page));
  await expect(page).toHaveURL(/\/main-dashboard$/, { timeout: 25_000 });
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
    await chosen(page).check();
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
  await expect(failed(page, "Request Error")).toContainText(/Business Profile\s*No record found/, {
    timeout: 25_000,
  });
  await expect(failed(page, "Request Error")).toContainText("Your vehicle verification request was successful.");
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
  await page.getByLabel("Why do you ask?").selectOption({ label: "Renting a home" });
  await chosen(page).check();
  await page.getByRole("checkbox", { name: /I accept/ }).check();
  await pay(page);
  await expect(page.getByText("Bulk verification completed")).toBeVisible({ timeout: 25_000 });
  await expect(page).toHaveURL(/\/main-dashboard$/);
  await expectBalance(page, "₦884");
  expect(sent).toEqual([expect.objectContaining({ bulkUploadId: expect.any(String) })]);
  for (const line of lines) expect(JSON.stringify(sent)).not.toContain(line);
});

test("on a phone back returns one step, and a reload discards the input [WIZARD-04 T-19]", async ({ page }) => {
  await signInByApi(page, hauwa);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/dashboard");
  const next = page.getByRole("button", { name: "Next" });
  await next.click();
  await expect(page.getByText("Choose what to check.", { exact: true })).toBeInViewport();
  await chooseSearchType(page, "NIN");
  await next.click();
  await next.click();
  const nin = page.getByLabel("National ID number (NIN)");
  await expect(nin).toBeFocused();
  await nin.fill("76000010055");
  await page.getByLabel("Why do you ask?").selectOption({ label: "Renting a home" });
  await next.click();
  await expect(page.getByRole("heading", { name: "Payment Summary" })).toBeFocused();
  await page.getByRole("radio", { name: "Instant payment" }).check();
  const [hint, amount] = [page.getByText("Tick the box above"), page.getByText("₦588").last()];
  const [said, total] = await Promise.all([hint.last().boundingBox(), amount.boundingBox()]);
  expect(said && total && said.y + said.height, "missing input is listed above the total").toBeLessThanOrEqual(
    total?.y ?? 0,
  );
  await page.goBack();
  await expect(nin).toHaveValue("760 0001 0055");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(searchTypeCheckbox(page, "NIN")).toBeChecked();
  await expectHiddenFromScripts(page, ["76000010055", "760 0001 0055"]);
  await page.reload();
  await expect(searchTypeCheckbox(page, "NIN")).not.toBeChecked();
  await chooseSearchType(page, "NIN");
  await expect(searchTypeCheckbox(page, "NIN"), "the first step again").toBeVisible();
});
