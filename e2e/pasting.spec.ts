import * as texts from "@idanimo/contract/texts";
import type { Locator, Page } from "@playwright/test";

import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { recordRequestBodies, expectFieldError, expectNoFieldError } from "./support/forms.ts";
import { expect, test } from "./support/test.ts";
import { chooseSearchType, allSourcesResponse } from "./support/wizard.ts";

const amaka = makePerson("Amaka");
test.beforeAll(() => createAccount(amaka));
test.beforeEach(({ context }) => context.grantPermissions(["clipboard-read", "clipboard-write"]));

/** Selects a field's content and pastes over it, as the keyboard does. */
async function pasteOver(field: Locator, text: string): Promise<void> {
  await field.press("ControlOrMeta+a");
  await field.page().evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await field.press("ControlOrMeta+v");
}

const pastes = [
  {
    choice: "NIN",
    label: "National ID number (NIN)",
    full: "11122223333",
    one: { text: "20261125 98765432109", shown: "987 6543 2109" },
    other: { text: "4445555666677", fault: "NIN must be exactly 11 digits." },
  },
  {
    choice: "BVN",
    label: "Bank verification number (BVN)",
    full: "22233334444",
    one: { text: "BVN: 555-6666-7777", shown: "555 6666 7777" },
    other: { text: "4445555666677", fault: "BVN must be exactly 11 digits." },
  },
  {
    choice: "Phone Number",
    label: "Phone number",
    full: "08031234567",
    one: { text: "+234 803 555 1122", shown: "0803 555 1122" },
    other: { text: "+44 7700 900123", fault: texts.phoneNotNigerian },
  },
  {
    choice: "Vehicle History (VIN)",
    label: "VIN",
    full: "1HGCM82633A004352",
    one: { text: "vin 2hgcm82633a004353", shown: "2HGCM82633A004353" },
    other: { text: "1HGCM82633A00435 22", fault: texts.vinLength },
  },
  {
    choice: "Vehicle Registration Number",
    label: "Registration number",
    full: "KJA123AB",
    one: { text: "lsd 456-xy", shown: "LSD456XY" },
    other: { text: "KJA/123/AB", fault: texts.plateRequired },
  },
  {
    choice: "Registration Number (RC)",
    label: "RC number",
    full: "RC 1234567",
    one: { text: "RC 7654321", shown: "RC 7654321" },
    other: { text: "1".repeat(41), fault: "Use at most 40 characters." },
  },
];

for (const { choice, label, full, one, other } of pastes)
  test(`replaces a full field by a pasted value, or shows the text: ${label} [WIZARD-20 WIZARD-23 WIZARD-24]`, async ({
    page,
  }) => {
    await openWizard(page);
    await chooseSearchType(page, choice);
    const field = page.getByLabel(label, { exact: true });
    await field.pressSequentially(full);
    await pasteOver(field, one.text);
    await expect(field).toHaveValue(one.shown);
    await expectNoFieldError(field);
    await pasteOver(field, other.text);
    await expect(field, "never an earlier value").toHaveValue(other.text);
    await expectFieldError(field, other.fault);
  });

test("sends 11 digits for any spelling of a phone number [WIZARD-23]", async ({ page }) => {
  await openWizard(page);
  await chooseSearchType(page, "Phone Number");
  const phone = page.getByLabel("Phone number", { exact: true });
  for (const spelling of ["2348035551122", "00234 803 555 1122", "0803-555-1122", "8035551122"]) {
    await phone.fill("");
    await phone.pressSequentially(spelling);
    await phone.blur();
    await expect(phone, spelling).toHaveValue("0803 555 1122");
    await expectNoFieldError(phone);
  }
  await phone.fill("");
  await phone.pressSequentially("+447700900123");
  await phone.blur();
  await expectFieldError(phone, texts.phoneNotNigerian);
});

test("suggests the digit that a letter in a VIN stands for [WIZARD-24]", async ({ page }) => {
  await openWizard(page);
  await chooseSearchType(page, "Vehicle History (VIN)");
  const vin = page.getByLabel("VIN", { exact: true });
  await vin.pressSequentially("1HGCM82633AOO4352");
  await vin.blur();
  await expectFieldError(vin, "A VIN has no letter O. Did you mean 0 (zero)?");
});

test("reads a decimal comma in the top-up amount, and shows invalid amounts [WALLET-05]", async ({ page }) => {
  await signInByApi(page, amaka);
  await page.goto("/main-dashboard");
  await page
    .getByRole("banner")
    .getByRole("button", { name: /Wallet balance/ })
    .click();
  const amount = page.getByRole("dialog", { name: "User Wallet" }).getByLabel("Amount to add");
  await amount.pressSequentially("1000,50");
  await amount.blur();
  await expect(amount).toHaveValue("1,000.50");
  await expectNoFieldError(amount);
  await pasteOver(amount, "NGN 25,000");
  await expect(amount).toHaveValue("25,000");
  await pasteOver(amount, "25.000,50");
  await expect(amount).toHaveValue("25,000.50");
  await pasteOver(amount, "25.000");
  await expect(amount).toHaveValue("25.000");
  await expectFieldError(amount, texts.amountInvalid);
  const sent = recordRequestBodies(page, /\/flexi-initiate$/);
  await amount.fill("");
  await amount.pressSequentially("1,250,50");
  await amount.press("Enter");
  await expect.poll(() => sent).toMatchObject([{ amount: "1250.50" }]);
});

async function openWizard(page: Page): Promise<void> {
  await signInByApi(page, amaka);
  const stub = structuredClone(allSourcesResponse);
  for (const source of stub.sources) source.state = "up";
  await page.route(/\/verification\/sources$/, (route) => route.fulfill({ json: stub }));
  await page.goto("/dashboard");
}
