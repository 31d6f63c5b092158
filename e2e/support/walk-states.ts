import { problemOf } from "./problem.ts";
import type { Page } from "@playwright/test";

import { history } from "@idanimo/contract/history";
import { paymentHistory } from "@idanimo/contract/wallet";

import { runningUpload, serveBulkLines } from "./bulk-upload.ts";
import { expect } from "./patient-expect.ts";
import { type HistoryRow, historyRow, mockHistory } from "./history-rows.ts";
import { desktopViewport, type Visit } from "./walk.ts";
import { closePayment, endPayment, paymentDialog, paymentFrame } from "./wallet.ts";
import { chooseSearchType, fillWizard, pay, paymentButton, allSourcesResponse } from "./wizard.ts";

const historyPath = `**${history.path}*`;
const transactionsPath = `**${paymentHistory.path}*`;
const longName = `${"ẸGBẸ́ ONÍṢÒWÒ ÌGBÓ-ỌRÀ AGRO-ALLIED TRADERS AND GENERAL MERCHANTS ".repeat(2)}LIMITED`;
const nin = { searchType: "nin", type: "Basic Profile", searchParameter: "NIN", searchValue: "70123456789" } as const;
const soon = () => new Date(Date.now() + 82_800_000).toISOString();

/** A thousand rows, after one of each status. */
const manyRows = (): readonly HistoryRow[] => [
  historyRow(0, {
    ...nin,
    consent: "pending",
    status: "Awaiting Consent",
    action: "Awaiting Consent",
    outcome: null,
    deadline: soon(),
  }),
  historyRow(1, { ...nin, goneAt: soon(), label: "Candidate: Chinedu Olúwáṣẹ́gun Adébáyọ̀, night shift, Ikeja" }),
  historyRow(2, {
    searchType: "business_name",
    type: "Business Profile",
    searchParameter: "COMPANY NAME",
    searchValue: longName,
  }),
  historyRow(3, { ...nin, consent: "denied", status: "Consent denied", action: "Consent Denied", outcome: "DENIED" }),
  historyRow(4, {
    ...nin,
    consent: "terminated",
    status: "Terminated",
    action: "Expired",
    outcome: "UNANSWERED",
    searchValue: "*********89",
  }),
  historyRow(5, {
    ...nin,
    consent: "terminated",
    status: "Terminated",
    action: "Refunded",
    outcome: "PROVIDER_FAILED",
    searchValue: "*********89",
  }),
  historyRow(6, { ...nin, consent: "initiate", status: "", action: "In progress", outcome: null }),
  historyRow(7, {
    ...nin,
    consent: "terminated",
    status: "Terminated",
    action: "Cancelled",
    outcome: "CANCELLED",
    searchValue: "*********89",
    label: "Tenant: Bello",
  }),
  ...Array.from({ length: 992 }, (_, at) => historyRow(at + 8)),
];

/** Visits the history when it is long, unusual, slow, rejected and offline. The user is signed in. */
export async function walkHistory(page: Page, visit: Visit): Promise<void> {
  await page.setViewportSize(desktopViewport);
  await mockHistory(page, manyRows);
  await page.goto("/main-dashboard");
  await expect(page.getByText("10 of 1,000")).toBeVisible();
  await visit("history-full", page);
  await page.getByRole("button", { name: "Consent Denied" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await visit("row-denied", page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More for Tenant: Bello" }).click();
  await page.getByRole("menuitem", { name: "Edit label" }).click();
  await expect(page.getByRole("dialog", { name: "Private label" })).toBeVisible();
  await visit("row-label", page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Filters" })).toContainText("None yet.");
  await visit("history-filters", page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Columns" }).click();
  await visit("history-columns", page, [960, 1440]);
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox").fill("no such record");
  await expect(page.getByText("No matches")).toBeVisible();
  await visit("history-nothing-fits", page);

  await page.unroute(historyPath);
  await page.clock.install();
  await page.route(historyPath, () => undefined); // no response
  await page.goto("/main-dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await visit("history-coming", page);
  await page.clock.fastForward(8_000);
  await expect(page.getByText("This is taking longer than usual")).toBeVisible();
  await visit("history-slow", page);
  await page.unroute(historyPath);
  await page.clock.resume();
  await page.route(historyPath, (route) => route.fulfill({ status: 503, json: problemOf("unavailable") }));
  await page.goto("/main-dashboard");
  await expect(page.getByText("Your history could not be loaded")).toBeVisible({ timeout: 30_000 });
  await visit("history-failed", page);
  await page.unroute(historyPath);
  await walkTransactions(page, visit);
  await page.goto("/main-dashboard");
  await expect(page.getByText("No checks yet")).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await visit("offline", page);
  await page.context().setOffline(false);
}

/** Visits the transaction log when it is empty, slow and rejected. */
async function walkTransactions(page: Page, visit: Visit): Promise<void> {
  await page.goto("/main-dashboard?tab=transactions");
  await expect(page.getByText("No transactions yet")).toBeVisible();
  await visit("transactions-empty", page);
  await page.route(transactionsPath, () => undefined); // no response
  await page.goto("/main-dashboard?tab=transactions");
  await expect(page.getByText("Loading your transactions")).toBeAttached();
  await visit("transactions-coming", page);
  await page.unroute(transactionsPath);
  await page.route(transactionsPath, (route) => route.fulfill({ status: 503, json: problemOf("unavailable") }));
  await page.goto("/main-dashboard?tab=transactions");
  await expect(page.getByText("Your transactions could not be loaded")).toBeVisible({ timeout: 30_000 });
  await visit("transactions-failed", page);
  await page.unroute(transactionsPath);
}

/**
 * Visits the wizard with every kind selected, with slow and unavailable sources, and with errors; the user is
 * signed in with an empty wallet.
 */
export async function walkOrders(page: Page, visit: Visit): Promise<void> {
  await page.setViewportSize(desktopViewport);
  await page.route(/\/verification\/sources$/, (route) => route.fulfill({ json: allSourcesResponse }));
  await page.goto("/dashboard");
  await expect(page.getByText("Down now", { exact: false }).first()).toBeVisible();
  await visit("wizard-source-status", page);
  await page.unroute(/\/verification\/sources$/);
  await page.goto("/dashboard");
  for (const kind of ["NIN", "Registration Number (RC)", "BVN", "Vehicle History (VIN)"])
    await chooseSearchType(page, kind);
  await visit("wizard-all-four", page);
  await page.getByRole("radio", { name: "Wallet" }).check();
  await page.getByRole("checkbox", { name: /I accept/ }).check();
  await paymentButton(page).click();
  await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
  await visit("wizard-refused", page);
  await step(page, "details", visit);
  for (const [name, kind] of [
    ["face", "NIN + Face"],
    ["company", "Business Name"],
    ["plate", "Vehicle Registration Number"],
  ] as const) {
    await page.goto("/dashboard");
    await chooseSearchType(page, kind);
    await step(page, name, visit);
  }
  await page.goto("/dashboard");
  await chooseSearchType(page, "Registration Number (RC)");
  await page.getByLabel("RC number").fill("1234567");
  await page.getByRole("radio", { name: "Wallet" }).check();
  await page.getByRole("checkbox", { name: /I accept/ }).check();
  await visit("wizard-wallet-low", page);
  await paymentButton(page).click();
  await expect(page.getByRole("alertdialog").or(page.getByRole("dialog"))).toBeVisible();
  await visit("wizard-wallet-low-dialog", page);
  await page.route(/\/transaction\/service-prices$/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/dashboard");
  await expect(page.getByRole("alertdialog")).toBeVisible({ timeout: 30_000 });
  await visit("wizard-no-prices", page);
  await page.unroute(/\/transaction\/service-prices$/);
  await page.goto("/main-dashboard");
  await expect(page.getByRole("button", { name: /^Wallet balance/ })).toBeEnabled(); // the code has loaded
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.getByRole("link", { name: "Identity Verification", exact: true }).first().click();
  await expect(page.getByText("We couldn't load this page.")).toBeVisible();
  await visit("screen-not-fetched", page);
  await page.unroute(/\/assets\/.*\.js$/);
  await walkUnpaid(page, visit);
}

/** Visits a cancelled payment, the request that still waits for it, and an unconfirmed payment. */
async function walkUnpaid(page: Page, visit: Visit): Promise<void> {
  await fillWizard(page, "76000010088", "Instant payment");
  await pay(page);
  await endPayment(await paymentFrame(page), "Cancel");
  await expect(page.getByRole("alertdialog", { name: "Error" })).toBeVisible();
  await visit("payment-cancelled", page);
  await page.getByRole("button", { name: "OK", exact: true }).click();
  await expect(page.getByText("You were about to pay for this")).toBeVisible();
  await visit("wizard-unpaid", page);
  await page.getByRole("radio", { name: "Instant payment" }).check();
  await page.getByRole("checkbox", { name: /I accept/ }).check();
  await pay(page);
  await paymentFrame(page);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(paymentDialog(page)).toContainText("Payment pending");
  await visit("payment-undecided", page);
  await closePayment(page);
}

/** Visits the details step on a phone. */
async function step(page: Page, name: string, visit: Visit): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  const next = page.getByRole("button", { name: "Next" });
  if (await next.isVisible()) await next.click();
  await visit(`wizard-details-${name}`, page, [320, 360]);
  await page.setViewportSize(desktopViewport);
}

/** Visits a running bulk file and a stopped one. The user is signed in. */
export async function walkBulk(page: Page, visit: Visit): Promise<void> {
  const stopped = { ...runningUpload, state: "stopped", givenBackAt: soon() };
  await serveBulkLines(page);
  for (const [name, json] of Object.entries({ "bulk-running": runningUpload, "bulk-stopped": stopped })) {
    await page.route(/\/verification\/bulk\/[0-9a-f-]+$/, (route) => route.fulfill({ json }));
    await page.goto(`/bulk/${runningUpload.uploadId}`);
    await expect(page.getByRole("region", { name: "Your file" })).toContainText("412 of 1,000");
    await visit(name, page);
    await page.unroute(/\/verification\/bulk\/[0-9a-f-]+$/);
  }
}
