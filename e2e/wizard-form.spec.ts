import { catalogueRowOf, searchTypes } from "@idanimo/contract/catalogue";
import { profiles } from "@idanimo/contract/checks/check-row";

import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { alertDialog, okButton } from "./support/dialogs.ts";
import { recordRequestBodies, expectFieldError, expectNoFieldError } from "./support/forms.ts";
import { expectHiddenFromScripts } from "./support/secrets.ts";
import { expect, test } from "./support/test.ts";
import {
  searchTypeCheckbox,
  chooseSearchType,
  paymentButton,
  allSourcesResponse,
  businessWith,
  walletOption,
} from "./support/wizard.ts";

const hauwa = makePerson("Hauwa");
const shop = makePerson("Emeka");

test.describe.configure({ mode: "serial" }); // a retried test needs the state of those before it
test.beforeAll(async () => {
  await Promise.all([createAccount(hauwa), createAccount(shop, { business: businessWith("RC 123988") })]);
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
  for (const [profile, { card }] of Object.entries(profiles)) {
    const rows = searchTypes.map(catalogueRowOf).filter((row) => row.profile === profile);
    const labels = rows.filter(({ audience }) => ["everyone", "business"].includes(audience)).map(({ label }) => label);
    const group = page.getByRole("group", { name: card });
    for (const label of labels) await expect(group.getByRole("checkbox", { name: label, exact: true })).toBeVisible();
    await expect(group.getByRole("checkbox")).toHaveCount(labels.length);
    const about = group.getByRole("button", { name: `About ${card}` });
    await about.focus();
    await expect(group.getByRole("tooltip")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(group.getByRole("tooltip")).toBeHidden();
  }
  const asking = page.getByRole("group").filter({ hasText: "The person must consent first." });
  await expect(asking, "the consent notice is shown before a choice").toHaveCount(2);
  await expect(asking.first()).toHaveAccessibleName("Person Identity Profile");
  await expect(asking.last()).toHaveAccessibleName("Financial Credit Profile");
  await expect(searchTypeCheckbox(page, "NIN")).toHaveAccessibleDescription("Usually 3 seconds");
  await expect(searchTypeCheckbox(page, "Phone Number")).toHaveAccessibleDescription("Slow now: 14 seconds");
  await expect(searchTypeCheckbox(page, "BVN")).toHaveAccessibleDescription("Down now and cannot be chosen, no charge");
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
  const requests = recordRequestBodies(page, /\/verification\/session$/);
  await expect(page.getByText("Kindly select a payment method", { exact: true })).toBeVisible();
  await chooseSearchType(page, "BVN");
  await chooseSearchType(page, "Registration Number (RC)");
  await expect(paymentButton(page)).toBeDisabled();
  for (const name of ["Wallet", "Instant payment"]) await expect(page.getByRole("radio", { name })).not.toBeChecked();
  await walletOption(page).check();
  await expect(paymentButton(page), "the terms are not accepted").toBeDisabled();
  await expect(page.getByText("Kindly select a payment method", { exact: true }), "a method is chosen").toHaveCount(0);
  await expect(page.getByText("Tick the box above to accept the terms.", { exact: true })).toBeVisible();
  await page.getByRole("checkbox", { name: /I accept/ }).check();
  await expect(page.getByText("Kindly select a payment method", { exact: true })).toHaveCount(0);
  await page.getByLabel("Bank verification number (BVN)").fill("22212345678");
  await page.getByLabel("Reason for this check").selectOption({ label: "Renting a home" });
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
  expect(requests).toEqual([]);
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
  await expect(page.getByRole("main")).toContainText(/Refunded to your wallet/);
  await expect(page.getByRole("main")).toContainText(/Not refunded/);

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

test("without prices the only link leads to the dashboard [ERR-49]", async ({ page, trouble }) => {
  trouble.allow(/\/transaction\/service-prices$/, 500);
  await signInByApi(page, hauwa);
  await page.route(/\/transaction\/service-prices$/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/dashboard");
  await expect(alertDialog(page, "Unable to get Service Prices")).toBeVisible();
  await okButton(page).click();
  await expect(page).toHaveURL(/\/main-dashboard$/);
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
  await page.getByLabel("Reason for this check").selectOption({ label: "Renting a home" });
  await next.click();
  await expect(page.getByRole("heading", { name: "Payment Summary" })).toBeFocused();
  await page.getByRole("radio", { name: "Instant payment" }).check();
  const [hint, amount] = [page.getByText("Tick the box above"), page.getByText("₦588").last()];
  const [hintBox, total] = await Promise.all([hint.last().boundingBox(), amount.boundingBox()]);
  expect(hintBox && total && hintBox.y + hintBox.height, "missing input is listed above the total").toBeLessThanOrEqual(
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
