import type { Page } from "@playwright/test";

import { createAccount, makePerson, signInByApi } from "./support/api.ts";
import { expectNoAxeViolations } from "./support/appearance.ts";
import { newNin } from "./support/identity-numbers.ts";
import { buySearch } from "./support/purchase.ts";
import { expect, test } from "./support/test.ts";
import { topUp } from "./support/wallet.ts";

const bookkeeper = makePerson("Kemi");
test.beforeAll(() => createAccount(bookkeeper));

const rows = (page: Page) =>
  page.getByRole("table", { name: "Your transactions, newest first" }).locator("tbody").getByRole("row");
const search = (page: Page) => page.getByRole("searchbox", { name: "Transaction number or label" });
const cell = (page: Page, at: number, name: "What" | "Amount" | "Balance") =>
  rows(page).nth(at).getByRole("cell").nth({ What: 0, Amount: 5, Balance: 6 }[name]);

test("transactions say what was bought, keep a balance, and are searched and filtered [DASH-16]", async ({ page }) => {
  await signInByApi(page, bookkeeper);
  await page.goto("/main-dashboard");
  await topUp(page, "5000");
  const purpose = { code: "tenancy" };
  await buySearch(page, { nin: newNin("0000"), purpose, label: "Tenant: Bello" });
  await buySearch(page, { nin: newNin("0005"), purpose, label: "Tenant: Okoro" });
  await page.getByRole("tab", { name: "Transaction Logs" }).click();

  await test.step("each row has the wallet's balance after it", async () => {
    await expect(rows(page)).toHaveCount(4);
    await expect(cell(page, 0, "What")).toContainText("Refund: NIN");
    for (const [at, [amount, balance]] of [
      ["+₦588", "₦4,412"],
      ["−₦588", "₦3,824"],
      ["−₦588", "₦4,412"],
      ["+₦5,000", "₦5,000"],
    ].entries()) {
      await expect(cell(page, at, "Amount")).toHaveText(amount ?? "");
      await expect(cell(page, at, "Balance")).toHaveText(balance ?? "");
    }
  });

  await test.step("by label, by transaction number, and without a match", async () => {
    await search(page).fill("bello");
    await expect(rows(page)).toHaveCount(1);
    await expect(cell(page, 0, "What")).toContainText("Tenant: Bello");
    const id = (await rows(page).getByRole("link").innerText()).trim();
    expect(id).toMatch(/^EA\d{14}$/);
    await search(page).fill(id.toLowerCase());
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(id);
    await search(page).fill("EA00000000000000");
    await expect(page.getByText("No matches")).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect(rows(page)).toHaveCount(4);
  });

  await test.step("by type and by day", async () => {
    await page.getByLabel("Type").selectOption("REFUND");
    await expect(rows(page)).toHaveCount(1);
    await page.getByLabel("Type").selectOption("");
    await page.getByLabel("Last day").fill("2026-01-01");
    await expect(page.getByText("No matches")).toBeVisible();
    await page.getByLabel("Last day").fill("");
    await expect(rows(page)).toHaveCount(4);
  });

  await test.step("a phone shows the number, the balance and what was bought", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const part of [rows(page).first().getByRole("link"), cell(page, 0, "Balance"), cell(page, 0, "What")])
      await expect(part).toBeInViewport();
    await expectNoAxeViolations(page);
  });
});
