import type { Page } from "@playwright/test";

import { createAccount, makePerson, signInByApi } from "./support/api.ts";
import { expectFitsWidth, expectNoAxeViolations, setTheme, themes } from "./support/appearance.ts";
import { fileFrom } from "./support/downloads.ts";
import { expectFieldError, expectNoFieldError, recordRequestBodies } from "./support/forms.ts";
import { at } from "./support/keyboard.ts";
import { lookupTimeout } from "./support/purchase.ts";
import { expect, test } from "./support/test.ts";
import { expectBalance, topUp } from "./support/wallet.ts";
import { chooseSearchType, newestRow, pay, paymentButton, searchTypeCheckbox, transactions } from "./support/wizard.ts";

const buyer = makePerson("Ngozi");
test.beforeAll(() => createAccount(buyer));
test.describe.configure({ mode: "serial" }); // each test starts with the balance of the one before

const accountNumber = (page: Page) => page.getByLabel("Account number");
const bank = (page: Page) => page.getByLabel("Bank", { exact: true });
const terms = (page: Page) => page.getByRole("checkbox", { name: /I accept/ });

async function expectBothThemesAndWidths(page: Page): Promise<void> {
  for (const theme of themes) {
    await setTheme(page, theme);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectFitsWidth(page);
    }
    await expectNoAxeViolations(page);
  }
}

// Covers: WIZARD-05 PAY-01 PRICE-01
test("a wrong digit is shown before payment, and a name is bought by keyboard [WIZARD-04 T-19]", async ({ page }) => {
  const sessions = recordRequestBodies(page, /\/verification\/session$/);
  await signInByApi(page, buyer);
  await page.goto("/dashboard");
  await topUp(page, "5000");
  await expect(searchTypeCheckbox(page, "Bank Account Name")).toHaveAccessibleDescription(/No consent needed/);
  await at(page, searchTypeCheckbox(page, "Bank Account Name"), { press: "Space" });
  await at(page, accountNumber(page), { type: "0690000033" });
  await at(page, bank(page), { type: "Access" });
  await expect(bank(page)).toHaveValue("044");
  const offered = (await bank(page).locator("option").allInnerTexts()).slice(1);
  expect(offered, "in the order of their names").toEqual(
    offered.toSorted((one, other) => one.localeCompare(other, "en")),
  );
  await expect(page.getByLabel("Reason for this check"), "the holder is not asked").toHaveCount(0);
  await at(page, page.getByRole("radio", { name: "Wallet" }), { press: "Space" });
  await expect(page.getByRole("radio", { name: "Wallet" })).toBeChecked();
  await at(page, terms(page), { press: "Space" });
  await expect(paymentButton(page)).toContainText("₦118");
  await at(page, paymentButton(page), { press: "Enter" });
  await expectFieldError(
    accountNumber(page),
    "Access Bank has no account with this number. Check the digits and the bank.",
  );
  await expect(accountNumber(page)).toBeFocused();
  await expectBothThemesAndWidths(page);
  expect(sessions, "nothing was sent").toEqual([]);

  await at(page, accountNumber(page), { press: "End" });
  await page.keyboard.press("Backspace");
  await page.keyboard.type("2");
  await expectNoFieldError(accountNumber(page));
  await at(page, paymentButton(page), { press: "Enter" });
  const disclaimer = page.getByRole("dialog", { name: "Disclaimer" });
  await at(page, disclaimer.getByRole("button", { name: "Confirm" }), { press: "Enter" });
  await expect(page).toHaveURL(/\/main-dashboard$/, lookupTimeout);
  expect(sessions).toMatchObject([{ account_number: "0690000032", bank_code: "044" }]);
  await expectBalance(page, "₦4,882");
});

// Covers: DASH-09 DASH-15 RESULT-COMMON-02
test("the name is in the history, on its page, in the PDF and in the CSV [DASH-10 RESULT-COMMON-01]", async ({
  page,
}) => {
  await signInByApi(page, buyer);
  await page.goto("/main-dashboard");
  const row = newestRow(page);
  await expect(row).toContainText("Financial Profile");
  await expect(row).toContainText("Bank Account");
  await expect(row).toContainText("0690000032");
  const csv = await fileFrom(page, () => page.getByRole("link", { name: "History as CSV" }).click());
  expect(csv.text.trim().split(/\r?\n/)).toHaveLength(2);
  expect(csv.text).toMatch(/Financial Profile.*Bank Account.*0690000032/);

  await row.getByRole("link", { name: "View Result" }).press("Enter");
  await expect(page).toHaveURL(/\/record\/[0-9a-f-]{36}$/);
  const record = page.getByRole("article");
  await expect(record.getByRole("heading", { level: 2 })).toContainText(/\p{Lu}[\p{L}\p{M}'-]* \p{Lu}/u);
  for (const shown of ["Bank Account Name", "0690000032", "Access Bank"]) await expect(record).toContainText(shown);
  const pdf = await fileFrom(page, () => page.getByRole("link", { name: "PDF of this result" }).click());
  expect(pdf.name).toMatch(/^Idanimo-report-.*\.pdf$/);
  expect(pdf.text).toMatch(/^%PDF-/);
  await expectBothThemesAndWidths(page);
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(page).toHaveURL(/\/main-dashboard$/);
});

/** Numbers at an operator without check digits; the sandbox decides by the ending. */
const failures = [
  { why: "no such account", number: "8031230000", row: "No Data Found", says: /isn't refundable/, balance: "₦4,764" },
  { why: "the bank fails", number: "8031230001", row: "Refunded", says: /refunded to your wallet/, balance: "₦4,764" },
] as const;

test("an unknown account is charged and a failed source is refunded [R-03 R-12]", async ({ page }) => {
  await signInByApi(page, buyer);
  for (const { why, number, row, says, balance } of failures)
    await test.step(why, async () => {
      await page.goto("/dashboard");
      await chooseSearchType(page, "Bank Account Name");
      await accountNumber(page).fill(number);
      await bank(page).selectOption("OPay");
      await page.getByRole("radio", { name: "Wallet" }).check();
      await terms(page).check();
      await pay(page);
      const failed = page.getByRole("alertdialog");
      await expect(failed).toContainText(says, lookupTimeout);
      await failed.getByRole("button", { name: "View in history" }).click();
      await expect(newestRow(page)).toContainText(row);
      await expectBalance(page, balance);
    });
  const moved = await transactions(page);
  expect(moved.filter((one) => /Verification[\s\S]*−₦118/.test(one))).toHaveLength(3);
  expect(moved.filter((one) => /Refund[\s\S]*\+₦118/.test(one))).toHaveLength(1);
});
