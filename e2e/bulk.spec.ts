import { readFile } from "node:fs/promises";

import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { runningLines, runningUpload, serveBulkLines } from "./support/bulk-upload.ts";
import { expectNoAxeViolations } from "./support/appearance.ts";
import { newNin } from "./support/identity-numbers.ts";
import { expectHiddenFromScripts } from "./support/secrets.ts";
import { expect, test } from "./support/test.ts";
import { expectBalance, topUp } from "./support/wallet.ts";
import { chooseSearchType, pay, paymentButton } from "./support/wizard.ts";

const depot = makePerson("Halima");
const nins = [newNin("0001"), newNin(), newNin()];

test.beforeAll(() =>
  createAccount(depot, {
    business: {
      businessName: "Halima Depot",
      rcNumber: "RC 123986",
      officeAddress: "1 Marina, Lagos",
      designation: "Owner",
      nin: "70123456789",
    },
  }),
);

const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(lines.join("\n")),
});

// Covers: BULK-04 BULK-05 T-58
test("a file is validated before payment and followed to its results [BULK-01 BULK-02 BULK-03]", async ({
  page,
  trouble,
}) => {
  trouble.allow(/\/verification\/bulk$/, 400);
  await signInByApi(page, depot);
  await page.goto("/main-dashboard");
  await topUp(page, "5000");
  await page.goto("/dashboard");
  await chooseSearchType(page, "Bulk NIN");
  const field = page.getByRole("group", { name: "CSV file of NINs" });
  const file = field.getByLabel("CSV file", { exact: true });

  await test.step("a file that is not CSV, and one that cannot be read", async () => {
    await file.setInputFiles({ name: "list.xlsx", mimeType: "application/zip", buffer: Buffer.from("PK") });
    await expect(field.getByText("Please select a CSV file.")).toBeVisible();
    await page.evaluate(() => {
      const read = Blob.prototype.arrayBuffer;
      Blob.prototype.arrayBuffer = () => {
        Blob.prototype.arrayBuffer = read;
        return Promise.reject(new DOMException("gone", "NotReadableError"));
      };
    });
    await file.setInputFiles(csv("gone.csv", nins));
    await expect(field.getByText("Error reading the file.")).toBeVisible();
  });

  await test.step("invalid rows are listed by number only, and the file cannot be bought yet", async () => {
    await file.setInputFiles(csv("bad.csv", [nins[0] ?? "", "7400", "", nins[1] ?? "", "7400002222x"]));
    await expect(field.getByText("2 lines of 4 not valid")).toBeVisible();
    const bad = field.getByRole("list", { name: "Lines to fix" }).getByRole("listitem");
    await expect(bad).toHaveText([/^Line 2 /, /^Line 5 /]);
    await expect(field.getByRole("link", { name: "Download this list" })).toHaveAttribute("href", /^data:text\/csv/);
    await expect(bad.filter({ hasText: /7400|71\d{5}/ }), "never the content of the row").toHaveCount(0);
    await expectNoAxeViolations(page);
  });

  await test.step("the valid lines can be bought without the others, at their price", async () => {
    await field.getByRole("button", { name: "Continue with the 2 valid lines" }).click();
    await expect(field.getByText("2 lines, all valid")).toBeVisible();
    await expect(paymentButton(page)).toHaveText("Payment ₦1,176");
  });

  await test.step("a template is offered, and a spreadsheet's file is read without its heading", async () => {
    const started = page.waitForEvent("download");
    await field.getByRole("link", { name: "Download a template" }).click();
    const template = await readFile(await (await started).path(), "utf8");
    expect(template).toBe("NIN,Label,Staff ID or name\n");
    const heading = template.trim().replaceAll(",", "\t");
    const text = [heading, ...nins.map((nin, at) => `${nin}\tDriver ${at + 1}\tEMP-${at + 1}`)].join("\r\n");
    const buffer = Buffer.from(`\ufeff${text}`, "utf16le"); // as Excel saves "Unicode Text"
    await file.setInputFiles({ name: "nins.txt", mimeType: "text/plain", buffer });
    await expect(field.getByText("3 lines, all valid")).toBeVisible();
    await expect(field.getByText("Line 1 is a heading, so we skipped it.")).toBeVisible();
    await expect(field.getByText("We use Label and Staff ID or name as the private label")).toBeVisible();
    await expectNoAxeViolations(page);
  });

  await test.step("a valid file costs what the server counts", async () => {
    const dropped = await page.evaluateHandle(
      (text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], "good.csv", { type: "text/csv" }));
        return transfer;
      },
      ["NIN,Label", ...nins.map((nin, at) => `${nin},Driver ${at + 1}`)].join("\r\n"),
    );
    await field.getByText("or drop it here").dispatchEvent("drop", { dataTransfer: dropped });
    await expect(field.getByText("3 lines, all valid")).toBeVisible();
    await expect(paymentButton(page)).toHaveText("Payment ₦1,764");
    await expectHiddenFromScripts(page, nins);
  });

  await page.getByLabel("Reason for this check").selectOption({ label: "A job" });
  await page.getByRole("radio", { name: "Wallet" }).check();
  await page.getByRole("checkbox", { name: /I accept/ }).check();
  await pay(page);

  await test.step("the server reports the progress, also after a reload", async () => {
    await expect(page).toHaveURL(/\/(bulk\/|main-dashboard)/, { timeout: 25_000 });
    // a file that finishes at once opens the dashboard, which links to it
    if (!page.url().includes("/bulk/")) await page.getByRole("link", { name: "View bulk results" }).click();
    await expect(page).toHaveURL(/\/bulk\/[0-9a-f-]{36}$/);
    const card = page.getByRole("region", { name: "Your file" });
    for (const _ of ["first", "after a reload"]) {
      await expect(card.getByText("1 of 3 could not be asked")).toBeVisible({ timeout: 30_000 });
      await expect(card).toContainText("3 of 3 lines begun");
      await expect(card.getByText("Waiting for the person")).toBeVisible();
      await page.reload();
    }
    await expect(card.getByText("Refunded: the source failed, or not started")).toBeVisible();
    await expectBalance(page, "₦3,824");
    await expectNoAxeViolations(page);
    const started = page.waitForEvent("download");
    await card.getByRole("link", { name: "Download results" }).click();
    const table = await readFile(await (await started).path(), "utf8");
    expect(table.trim().split("\r\n")).toHaveLength(4);
    expect(table).toMatch(/"PROVIDER_FAILED"/);
    expect(table).toMatch(/"Driver 2"/);
  });

  await test.step("each line has its label and one status; a row opens its request", async () => {
    const lines = page.getByRole("table", { name: "The lines of your file" });
    await expect(lines.getByRole("row")).toHaveCount(4);
    await expect(lines.getByRole("row", { name: /Driver 1/ })).toContainText("Refunded");
    await page.getByLabel("Status").selectOption("Awaiting Consent");
    await expect(lines.getByRole("row")).toHaveCount(3);
    await page.getByLabel("Status").selectOption("Expired");
    await expect(page.getByRole("heading", { name: "No lines with the status Expired" })).toBeVisible();
    await page.getByRole("button", { name: "Show all lines" }).click();
    await expect(page.getByText(/You can send reminders from/), "an hour after the request").toBeVisible();
    await lines.getByText("Driver 2").click();
    await expect(page).toHaveURL(/\/consent\?request=/);
    await expect(page.getByRole("heading", { name: "Awaiting consent..." })).toBeVisible();
    await page.goto("/main-dashboard?tab=bulk");
    await expect(page.getByRole("table", { name: "Your bulk files, newest first" })).toContainText("3 NINs");
    await expectNoAxeViolations(page);
  });
});

const { uploadId } = runningUpload;

test("a running file can be stopped and resumed; unprocessed rows are refunded", async ({ page }) => {
  await signInByApi(page, depot);
  const now = { ...runningUpload };
  await serveBulkLines(page);
  await page.route(/\/verification\/bulk\/[0-9a-f-]+$/, (route) => route.fulfill({ json: now }));
  const reported: string[] = [];
  await page.route(/\/verification\/bulk\/[0-9a-f-]+\/(stop|go-on)$/, (route) => {
    const act = route.request().url().split("/").at(-1) ?? "";
    reported.push(act);
    const givenBackAt = new Date(Date.now() + 86_400_000).toISOString();
    Object.assign(now, act === "stop" ? { state: "stopped", givenBackAt } : { state: "running", givenBackAt: null });
    return route.fulfill({ json: { state: now.state } });
  });
  await page.goto(`/bulk/${uploadId}`);
  const card = page.getByRole("region", { name: "Your file" });
  await expect(card.getByRole("progressbar", { name: "412 of 1,000 lines begun" })).toHaveAttribute("value", "412");
  await expect(card.getByText("In progress").first()).toBeVisible();
  await card.getByRole("button", { name: "Stop" }).click();
  await expect(card.getByText("Stopped")).toBeVisible();
  await expect(card).toContainText("We refund what was not started to your wallet in 24 hours");
  await expectNoAxeViolations(page);
  await card.getByRole("button", { name: "Resume" }).click();
  await expect(card.getByText("In progress").first()).toBeVisible();
  expect(reported).toEqual(["stop", "go-on"]);
});

test("everyone who has not answered is reminded after a confirmation [T-45]", async ({ page }) => {
  await signInByApi(page, depot);
  await page.route(/\/verification\/bulk\/[0-9a-f-]+$/, (route) => route.fulfill({ json: runningUpload }));
  await serveBulkLines(page);
  let calls = 0;
  await page.route(/\/verification\/bulk\/[0-9a-f-]+\/remind$/, (route) => {
    calls += 1;
    return route.fulfill({ json: { reminding: 37 } });
  });
  await page.goto(`/bulk/${uploadId}`);
  await expect(page.getByText("You reminded 12 people. Each person gets one reminder.")).toBeVisible();
  await page.getByRole("button", { name: "Remind all who have not answered (37)" }).click();
  const dialog = page.getByRole("dialog", { name: "Remind 37 people?" });
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(calls, "nothing is sent without the confirmation").toBe(0);
  await page.getByRole("button", { name: /^Remind all/ }).click();
  await dialog.getByRole("button", { name: "Send reminders" }).click();
  await expect(page.getByText("We are reminding 37 people.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sending reminders" })).toBeVisible();
  expect(calls).toBe(1);
});

test("lines with long labels fit a narrow screen, and are paged", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await signInByApi(page, depot);
  await page.route(/\/verification\/bulk\/[0-9a-f-]+$/, (route) => route.fulfill({ json: runningUpload }));
  await serveBulkLines(page, runningLines, "50");
  await page.goto(`/bulk/${uploadId}`);
  await expect(page.getByText("Candidate: Oluwaseun")).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
  const pages = page.getByRole("navigation", { name: "Pages of lines" });
  await expect(pages.getByRole("button", { name: "Previous" })).toBeDisabled();
  const second = page.waitForRequest(/\/lines\?after=50$/);
  await pages.getByRole("button", { name: "Next" }).click();
  await second;
  await expect(pages.getByRole("button", { name: "Previous" })).toBeEnabled();
  await expect(page.getByRole("link", { name: "View Result" })).toHaveAttribute("href", /\/premblyNinResult\/5f0c1a3e/);
});

test("a failed list of lines can be loaded again", async ({ page, trouble }) => {
  trouble.allowLost(/\/verification\/bulk\/[0-9a-f-]+\/lines/);
  await signInByApi(page, depot);
  await page.route(/\/verification\/bulk\/[0-9a-f-]+$/, (route) =>
    route.fulfill({ json: { ...runningUpload, state: "completed" } }),
  );
  await serveBulkLines(page, "lost");
  await page.goto(`/bulk/${uploadId}`);
  await expect(page.getByText("The lines could not be loaded")).toBeVisible({ timeout: 20_000 });
  await expectNoAxeViolations(page);
  await serveBulkLines(page); // a completed file is not polled
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Driver 2")).toBeVisible();
});

test("the Bulk tab says how to begin, and what to do when it cannot be loaded", async ({ page, trouble }) => {
  trouble.allowLost(/\/user\/bulk-files/);
  const shop = makePerson("Ngozi");
  await createAccount(shop, {
    business: {
      businessName: "Ngozi Stores",
      rcNumber: "RC 123987",
      officeAddress: "2 Marina, Lagos",
      designation: "Owner",
      nin: "70123456788",
    },
  });
  await signInByApi(page, shop);
  await page.goto("/main-dashboard");
  await page.getByRole("tab", { name: "Bulk" }).click();
  await expect(page.getByText("No bulk files yet")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.route(/\/user\/bulk-files/, (route) => route.abort("connectionfailed"));
  await page.reload();
  await expect(page.getByText("Your bulk files could not be loaded")).toBeVisible({ timeout: 20_000 });
  await page.unroute(/\/user\/bulk-files/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No bulk files yet")).toBeVisible();
});

test("another user's file is not found [T-43]", async ({ page, trouble }) => {
  trouble.allow(/\/verification\/bulk\//, 404);
  await signInByApi(page, depot);
  await page.goto(`/bulk/${uploadId}`);
  await expect(page.getByText("We can't find this file in your account")).toBeVisible();
});
