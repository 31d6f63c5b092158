import { expectAccessible } from "./support/accessibility.ts";
import { themes, expectNoAxeViolations, setTheme } from "./support/appearance.ts";
import { historyRow, mockHistory } from "./support/history-rows.ts";
import { createTestOrganisation } from "./support/organisation.ts";
import { expect, test } from "./support/test.ts";

// one of the two members sees each of these, so that a name that no longer exists fails

test("a reader is offered neither money nor checks [TM-02]", async ({ page, newPerson }) => {
  const { owner, colleague } = await createTestOrganisation(page, newPerson, { roles: ["reader"] });
  await expect(owner.getByRole("link", { name: "View Wallet" })).toBeVisible();
  await expect(owner.getByRole("link", { name: "New check" })).toBeVisible();
  await expect(owner.getByRole("tab", { name: "Transaction Logs" })).toBeVisible();

  await expect(colleague.getByText("The checks of your colleagues and their status appear here.")).toBeVisible();
  await expect(colleague.getByRole("banner")).toContainText("Bright Homes");
  for (const name of ["View Wallet", "New check", "Identity Verification"])
    await expect(colleague.getByRole("link", { name })).toHaveCount(0);
  await expect(colleague.getByRole("tab", { name: "Transaction Logs" })).toHaveCount(0);
  await expect(colleague.getByRole("button", { name: /Wallet balance/ })).toHaveCount(0);
  await expectAccessible(colleague);
  await colleague.getByRole("tab", { name: "Bulk" }).click();
  await expect(colleague.getByText("No bulk files yet")).toBeVisible();
  await expect(colleague.getByRole("link", { name: "Check a list" })).toHaveCount(0);

  await mockHistory(colleague, () => [
    historyRow(0),
    historyRow(1, { consent: "pending", action: "Awaiting Consent", outcome: null }),
  ]);
  await colleague.goto("/main-dashboard");
  const rows = colleague.getByRole("table", { name: "Your requests, newest first" }).getByRole("row");
  await expect(rows.nth(1)).toContainText("Result ready");
  await expect(rows.getByRole("link")).toHaveCount(0);
  await expect(rows.getByRole("button", { name: /^More for/ })).toHaveCount(0);
  await rows.nth(2).getByRole("button", { name: "Awaiting Consent" }).click();
  await expect(colleague.getByRole("dialog").getByRole("button", { name: "Got it" })).toBeVisible();
  for (const name of ["View request", "Add label", "Check again"])
    await expect(colleague.getByRole("button", { name })).toHaveCount(0);
  await colleague.unrouteAll();

  await colleague.goto("/dashboard");
  await expect(colleague.getByText("Your role does not include checks")).toBeVisible();
  for (const width of [360, 960, 1440])
    for (const theme of themes) {
      await colleague.setViewportSize({ width, height: 800 });
      await setTheme(colleague, theme);
      await expectNoAxeViolations(colleague, `wizard of a reader ${width} ${theme}`);
    }
});

test("a requester sees the wallet without top-up, switch and downloads [TM-02]", async ({ page, newPerson }) => {
  const { colleague } = await createTestOrganisation(page, newPerson, { roles: ["requester"] });
  await colleague.getByRole("link", { name: "View Wallet" }).click();
  const dialog = colleague.getByRole("dialog");
  await expect(dialog.getByText(/Your role does not include top-ups/)).toBeVisible();
  await expect(dialog.getByRole("textbox")).toHaveCount(0);
  await expect(dialog.getByRole("radio")).toHaveCount(0);
  await expectAccessible(colleague);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(dialog).toBeHidden();
  await colleague.getByRole("tab", { name: "Transaction Logs" }).click();
  await expect(colleague.getByText("No transactions yet")).toBeVisible();
  await expect(colleague.getByRole("link", { name: "Transactions as CSV" })).toHaveCount(0);
  await expect(colleague.getByRole("button", { name: "Statement" })).toHaveCount(0);
  await expect(colleague.getByRole("link", { name: "Top up the wallet" })).toHaveCount(0);
});

test("finance is offered the money, and no checks [TM-02]", async ({ page, newPerson }) => {
  const { colleague } = await createTestOrganisation(page, newPerson, { roles: ["finance"] });
  await colleague.getByRole("tab", { name: "Transaction Logs" }).click();
  await expect(colleague.getByRole("link", { name: "Transactions as CSV" })).toBeVisible();
  await expect(colleague.getByRole("button", { name: "Statement" })).toBeVisible();
  await colleague.getByRole("link", { name: "Top up the wallet" }).click();
  const dialog = colleague.getByRole("dialog");
  await expect(dialog.getByRole("textbox")).toBeVisible();
  await expect(dialog.getByRole("radio")).toHaveCount(2);
  await colleague.goto("/main-dashboard");
  await expect(colleague.getByText("No checks yet")).toBeVisible();
  await expect(colleague.getByRole("link", { name: "New check" })).toHaveCount(0);
});
