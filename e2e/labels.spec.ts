import type { Page } from "@playwright/test";

import { createAccount, makePerson, signInByApi } from "./support/api.ts";
import { expectNoAxeViolations } from "./support/appearance.ts";
import { fileFrom } from "./support/downloads.ts";
import { formatNin, newNin } from "./support/identity-numbers.ts";
import { replyToSms, waitForConsentRequest } from "./support/inbox.ts";
import { lookupTimeout } from "./support/purchase.ts";
import { expect, test } from "./support/test.ts";
import { topUp } from "./support/wallet.ts";
import { fillWizard, leaveWaitingScreen, newestRow, pay } from "./support/wizard.ts";

/** The private label of a request, and repeating a request from its row and its result. */

const requester = makePerson("Simi", { lastName: "Recruiter" });
const nin = newNin();
let asked: Awaited<ReturnType<typeof waitForConsentRequest>> | undefined;
const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 900 };

test.describe.configure({ mode: "serial" }); // each test needs the request of the first one
test.beforeAll(() => createAccount(requester));
test.beforeEach(({ page }) => signInByApi(page, requester));

const rowMenu = (page: Page) => newestRow(page).getByRole("button", { name: /^More for/ });
const fact = (page: Page, name: string) => page.getByRole("term").filter({ hasText: name }).locator("+ dd");
const ninInput = (page: Page) => page.getByLabel("National ID number (NIN)");
const labelInput = (page: Page) => page.getByLabel("Private label");
const reasonSelect = (page: Page) => page.getByLabel("Reason for this check");

test("a private label goes from the wizard to the history, the result, the PDF and the CSV", async ({ page }) => {
  await page.goto("/main-dashboard");
  await topUp(page, "5000");
  await fillWizard(page, nin);
  await labelInput(page).fill("Candidate: Chinedu");
  await pay(page);
  await leaveWaitingScreen(page);
  await expect(newestRow(page)).toContainText("Candidate: Chinedu");
  await expect(newestRow(page)).toContainText("Awaiting Consent");

  asked = await waitForConsentRequest("Simi Recruiter", nin);
  const { sms, code } = asked;
  expect(sms.text, "the person never sees the label").not.toContain("Chinedu");
  await replyToSms(sms, `YES ${code}`);
  await newestRow(page).getByRole("link", { name: "View Result" }).click(lookupTimeout);
  await expect(fact(page, "Label")).toHaveText("Candidate: Chinedu", lookupTimeout);
  await expectNoAxeViolations(page);
  const pdf = await fileFrom(page, () => page.getByRole("link", { name: "PDF of this result" }).click());
  expect(pdf.text).toMatch(/^%PDF-/);

  await page.goto("/main-dashboard");
  const csv = await fileFrom(page, () => page.getByRole("link", { name: "History as CSV" }).click());
  const [header = "", line = ""] = csv.text.trim().split(/\r?\n/);
  expect(header).toContain("Label");
  expect(line).toContain("Candidate: Chinedu");
  expect(line).toContain("View Result");
});

test("a label is changed on a phone, and the history finds it by its new words only", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto("/main-dashboard");
  await rowMenu(page).click();
  await page.getByRole("menuitem", { name: "Edit label" }).click();
  const dialog = page.getByRole("dialog", { name: "Private label" });
  await expect(dialog.getByLabel("Label")).toHaveValue("Candidate: Chinedu");
  await expectNoAxeViolations(page);
  await dialog.getByLabel("Label").fill("Driver: Musa");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(newestRow(page)).toContainText("Driver: Musa");
  await expectNoAxeViolations(page);

  const search = page.getByRole("searchbox", { name: "Search all your requests" });
  await search.fill("musa");
  await expect(page.getByText("1 found", { exact: true })).toBeVisible();
  await search.fill("chinedu");
  await expect(page.getByText("No matches")).toBeVisible();
});

test("an open request is repeated with all its values, from its row and from its result", async ({ page }) => {
  await page.setViewportSize(desktop);
  await page.goto("/main-dashboard");
  const checkAgain = { name: "Check again" };
  for (const from of ["row", "result"] as const) {
    if (from === "row") {
      await rowMenu(page).click();
      await page.getByRole("menuitem", checkAgain).click();
    } else {
      await page.goto("/main-dashboard");
      await newestRow(page).getByRole("link", { name: "View Result" }).click();
      await page.getByRole("link", checkAgain).click();
    }
    await expect(page.getByText("is filled in from your earlier request")).toBeVisible();
    await expect(ninInput(page)).toHaveValue(new RegExp(`^(${nin}|${formatNin(nin)})$`));
    await expect(labelInput(page)).toHaveValue("Driver: Musa");
    await expect(reasonSelect(page).locator("option:checked")).toHaveText("Renting a home");
  }
});

test("a request whose number was deleted is repeated without it, from its status", async ({ page }) => {
  await page.goto("/main-dashboard");
  await newestRow(page).getByRole("link", { name: "View Result" }).click();
  await expect(page.getByRole("article")).toBeVisible(lookupTimeout);
  if (!asked) throw new Error("the first test has not run");
  await replyToSms(asked.sms, `NO ${asked.code}`);
  await expect(page.getByRole("article")).toBeHidden(lookupTimeout);
  await page.goto("/main-dashboard");
  await expect(newestRow(page)).toContainText("Expired");
  await newestRow(page).getByRole("button", { name: "Expired" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Check again" }).click();
  await expect(page.getByText("We deleted the number when the request ended.")).toBeVisible();
  await expect(ninInput(page)).toHaveValue("");
  await expect(labelInput(page)).toHaveValue("Driver: Musa");
  await expectNoAxeViolations(page);
});
