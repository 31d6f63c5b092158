import type { Page } from "@playwright/test";

import { createAccount, makePerson, signInByApi } from "./support/api.ts";
import { expectNoAxeViolations } from "./support/appearance.ts";
import { newNin } from "./support/identity-numbers.ts";
import { buySearch } from "./support/purchase.ts";
import { expect, test } from "./support/test.ts";
import { topUp } from "./support/wallet.ts";
import { leaveWaitingScreen, fillWizard, newestRow, pay } from "./support/wizard.ts";

const auditor = makePerson("Ireti");
test.beforeAll(() => createAccount(auditor));

const rows = (page: Page) =>
  page.getByRole("table", { name: "Your requests, newest first" }).locator("tbody").getByRole("row");
const filters = (page: Page) => page.getByRole("dialog", { name: "Filters" });
const openFilters = (page: Page) => page.getByRole("button", { name: "Filters", exact: true }).click();

test("filters are saved as a view, opened from another device, and removed [DASH-05]", async ({
  page,
  newPerson,
  trouble,
}) => {
  trouble.allow(/\/user\/history-views$/, 400);
  await signInByApi(page, auditor);
  await page.goto("/main-dashboard");
  await topUp(page, "10000");
  const purpose = { code: "tenancy" };
  await buySearch(page, { nin: newNin("0000"), purpose });
  await buySearch(page, { nin: newNin("0005"), purpose });
  await fillWizard(page, newNin());
  await pay(page);

  await test.step("a request that the requester cancels reads as cancelled", async () => {
    await expect(page).toHaveURL(/\/consent\?request=/, { timeout: 25_000 });
    await page.getByRole("button", { name: "Cancel request" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel this request?" });
    await expect(dialog).toContainText("This check isn't refundable");
    await dialog.getByRole("button", { name: "Cancel request" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You cancelled this request");
    await leaveWaitingScreen(page);
    await newestRow(page).getByRole("button", { name: "Cancelled" }).click();
    await expect(page.getByRole("dialog", { name: "Cancelled" })).toContainText("You cancelled this request");
    await page.keyboard.press("Escape");
  });

  await test.step("the status filter narrows the rows, and the address has it", async () => {
    for (const [status, count] of [
      ["Cancelled", 1],
      ["Refunded", 1],
      ["No Data Found", 1],
      ["Consent Denied", 0],
    ] as const) {
      await openFilters(page);
      await filters(page).getByLabel("Status").selectOption(status);
      await filters(page).getByRole("button", { name: "Show results" }).click();
      await expect(page).toHaveURL(new RegExp(`status=${status.replaceAll(" ", "\\+")}`));
      if (count === 0) await expect(page.getByText("No request matches these filters.")).toBeVisible();
      await expect(rows(page)).toHaveCount(count);
      if (count > 0) await expect(rows(page).first()).toContainText(status);
    }
  });

  await test.step("a view without a name is rejected, then saved", async () => {
    await openFilters(page);
    await filters(page).getByLabel("Status").selectOption("Refunded");
    await filters(page).getByRole("button", { name: "Save view" }).click();
    await expect(filters(page).getByLabel("Save these filters as")).toHaveAttribute("aria-invalid", "true");
    await filters(page).getByLabel("Save these filters as").fill("Money back");
    await filters(page).getByRole("button", { name: "Save view" }).click();
    await expect(filters(page).getByRole("button", { name: "Money back", exact: true })).toBeVisible();
    await expectNoAxeViolations(page);
  });

  const elsewhere = await (await newPerson({ viewport: { width: 360, height: 740 } })).newPage();
  await signInByApi(elsewhere, auditor);
  await elsewhere.goto("/main-dashboard");
  await expect(rows(elsewhere)).toHaveCount(3);
  await openFilters(elsewhere);
  await expectNoAxeViolations(elsewhere);
  await filters(elsewhere).getByRole("button", { name: "Money back", exact: true }).click();
  await expect(elsewhere).toHaveURL(/\?status=Refunded$/);
  await expect(rows(elsewhere)).toHaveCount(1);
  await elsewhere.getByRole("button", { name: "Remove the filter Refunded" }).click();
  await expect(rows(elsewhere)).toHaveCount(3);
  await openFilters(elsewhere);
  await filters(elsewhere).getByRole("button", { name: "Remove Money back" }).click();
  await expect(filters(elsewhere).getByText("None yet.")).toBeVisible();
});
