import type { Page } from "@playwright/test";

import { fileFrom } from "./support/downloads.ts";
import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { waitForConsentRequest, replyToSms } from "./support/inbox.ts";
import { expectNoAxeViolations, expectFitsWidth, setTheme } from "./support/appearance.ts";
import { buySearch } from "./support/purchase.ts";
import { newNin, formatNin } from "./support/identity-numbers.ts";
import { type HistoryQuery, historyRow, mockHistory } from "./support/history-rows.ts";
import { expectHiddenFromScripts } from "./support/secrets.ts";
import { expect, test } from "./support/test.ts";
import { topUp } from "./support/wallet.ts";

const lola = makePerson("Lola");
const vin = "1HGCM82633A004352";
const purpose = { code: "tenancy" };
const [saysNo, saysYes] = [newNin(), newNin()];

test.describe.configure({ mode: "serial" }); // each test needs the rows of the one before
test.beforeAll(() => createAccount(lola));

const search = (page: Page) => page.getByRole("searchbox", { name: "Search all your requests" });
const kinds = (page: Page) => page.getByLabel("Type of request");
const rows = (page: Page) =>
  page.getByRole("table", { name: "Your requests, newest first" }).locator("tbody").getByRole("row");
const counters = (page: Page, total: number, good: number, bad: number) =>
  expect(page.locator("dl").first()).toHaveText(
    new RegExp(`^Total requests\\s*${total}\\s*Successful\\s*${good}\\s*Unsuccessful\\s*${bad}$`),
  );

// Covers: DASH-04 DASH-05 DASH-06 DASH-07 DASH-08 DASH-09 DASH-10 DASH-15 C-35 C-40 CONST-16 CONST-17 T-09
test("requests are counted, searched, filtered and exported [DASH-01 DASH-02 DASH-03]", async ({ page }) => {
  await signInByApi(page, lola);
  await page.goto("/main-dashboard");
  await expect(page.getByText("No checks yet")).toBeVisible();
  await counters(page, 0, 0, 0);
  await expectNoAxeViolations(page);
  await page.getByRole("link", { name: "View Wallet" }).click();
  await expect(page.getByRole("dialog", { name: "User Wallet" })).toBeVisible();
  await page.keyboard.press("Escape");
  await topUp(page, "30000");

  await buySearch(page, { vin });
  await buySearch(page, { rc: "1234567" });
  for (let at = 0; at < 10; at += 1) await buySearch(page, { nin: `7300${String(at).padStart(3, "0")}0000`, purpose });
  await counters(page, 12, 2, 10);
  await expect(rows(page), "ten at a time").toHaveCount(10);
  await expect(rows(page).first()).toContainText("No Data Found");
  await expect(page.getByText("10 of 12")).toBeVisible();

  await test.step("the search covers all rows, and its text is in no URL", async () => {
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(request.url()));
    await page.locator("h1").click();
    await page.keyboard.press("/");
    await expect(search(page)).toBeFocused();
    await page.keyboard.type(vin.toLowerCase());
    await expect(page.getByText("1 found", { exact: true })).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).first()).toContainText(vin);
    await expect(rows(page).first()).toContainText(
      /(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, 20\d\d/,
    );
    await expectHiddenFromScripts(page, [vin, vin.toLowerCase()]);
    expect(addresses.filter((address) => address.toLowerCase().includes(vin.toLowerCase()))).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(search(page)).toHaveValue("");
    await expect(rows(page)).toHaveCount(10);
    const month = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "Africa/Lagos" });
    await search(page).fill(`nin ${month.format(Date.now())}`);
    await expect(page.getByText("10 found", { exact: true }), "filtered by kind and month").toBeVisible();
    await expect(rows(page)).toHaveCount(10);
    await search(page).fill("nin 2020");
    await expect(page.getByText("No matches")).toBeVisible();
    await search(page).fill("business");
    await expect(rows(page), "the company is not among the loaded rows").toHaveCount(1);
    await expect(rows(page).first()).toContainText("RC NUMBER");
    await kinds(page).selectOption("BVN");
    await expect(page.getByText("No matches")).toBeVisible();
    await page.getByRole("button", { name: "Search all types" }).click();
    await expect(rows(page)).toHaveCount(1);
    await rows(page).getByText("RC NUMBER").click(); // anywhere in the row
    await expect(page).toHaveURL(/\/business/);
    await page.goBack();
    await expect(search(page), "restored after returning").toHaveValue("business");
    await search(page).press("Escape");
  });

  await test.step("the URL has filter and page size, and the back button restores them", async () => {
    await page.goto("/main-dashboard?type=NONE&size=7&tab=else");
    await expect(page.getByText("10 of 12"), "unknown values are ignored").toBeVisible();
    await kinds(page).selectOption("VIN");
    await expect(page).toHaveURL(/\/main-dashboard\?type=VIN$/);
    await expect(rows(page)).toHaveCount(1);
    await kinds(page).selectOption("NIN");
    await expect(rows(page)).toHaveCount(10);
    await page.getByLabel("Rows").selectOption("20");
    await expect(page).toHaveURL(/\?type=NIN&size=20$/);
    await page.reload();
    await expect(kinds(page)).toHaveValue("NIN");
    await page.goBack();
    await page.goBack();
    await expect(kinds(page)).toHaveValue("VIN");
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByLabel("Type of request").locator("option")).toHaveText([
      "All types",
      "NIN",
      "BVN",
      "Face+NIN",
      "COMPANY NAME",
      "Vehicle Registration Number",
      "VIN",
    ]);
  });

  await test.step("an export of the shown rows", async () => {
    const { name, text } = await fileFrom(page, () =>
      page.getByRole("link", { name: "History of VIN as CSV" }).click(),
    );
    expect(name).toMatch(/^Idanimo-history.*\.csv$/);
    expect(text.trim().split(/\r?\n/)).toHaveLength(2);
    expect(text).toContain(vin);
  });

  await test.step("columns are selected, and only their names are stored", async () => {
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("group", { name: "Columns" }).getByLabel("Type").uncheck();
    await page.keyboard.press("Escape");
    await page.locator("h1").click();
    await page.keyboard.press("/");
    await page.keyboard.press("n");
    await expect(search(page), "a letter in a field is no shortcut").toHaveValue("n");
    await page.keyboard.press("Escape");
    await page.locator("h1").click();
    await page.keyboard.press("n");
    await expect(page, "a new check").toHaveURL(/\/dashboard$/);
    await page.goBack();
    await expect(page.getByRole("columnheader")).not.toHaveCount(0);
    await page.keyboard.press("?");
    const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(shortcuts.getByRole("definition")).toHaveText([
      "Search your checks, on the dashboard",
      "New check",
      "Show these shortcuts",
    ]);
    await expectNoAxeViolations(page);
    await shortcuts.getByLabel("Use keyboard shortcuts").uncheck();
    await page.keyboard.press("Escape");
    await expect(shortcuts).toHaveCount(0);
    await page.keyboard.press("/");
    await expect(search(page), "shortcut turned off, for speech input").not.toBeFocused();
    const heads = page.getByRole("columnheader");
    await expect(heads).toHaveText(["Request", "Date (Lagos)", "Until", "Status", "More"]);
    await page.reload();
    await expect(heads).toHaveText(["Request", "Date (Lagos)", "Until", "Status", "More"]);
    expect(await page.evaluate(() => localStorage.getItem("hiddenColumns"))).toBe("type");
  });
});

// Covers: DASH-14 ERR-34 ERR-35 ERR-36 O-24 O-26 C-19 C-33 EXPIRY-04
test("a row is updated in place and its click does what its status allows [DASH-11 DASH-12 DASH-13]", async ({
  page,
  newPerson,
}) => {
  await signInByApi(page, lola);
  await page.goto("/main-dashboard");
  await expect(rows(page)).toHaveCount(10);
  const elsewhere = await page.context().newPage();
  await elsewhere.goto("/contact");
  const reported = async (word: string, heading: string, says = "") => {
    await rows(page).first().getByRole("button", { name: word }).click();
    await expect(page.getByRole("dialog").getByRole("heading")).toHaveText(heading);
    await expect(page.getByRole("dialog")).toContainText(says);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };

  await buySearch(elsewhere, { nin: saysNo, purpose });
  await expect(rows(page).first(), "new rows appear on top automatically").toContainText("Awaiting Consent", {
    timeout: 60_000,
  });
  await expect(rows(page).first()).toContainText(formatNin(saysNo));
  await counters(page, 13, 2, 10);
  await reported("Awaiting Consent", "Awaiting Consent");
  const first = await waitForConsentRequest("Lola Account", saysNo);
  await replyToSms(first.sms, `NO ${first.code}`);
  await expect(rows(page).first()).toContainText("Consent Denied", { timeout: 60_000 });
  await counters(page, 13, 2, 11);
  await reported("Consent Denied", "Consent Denied");

  await buySearch(elsewhere, { nin: saysYes, purpose });
  await expect(rows(page).first()).toContainText(formatNin(saysYes), { timeout: 60_000 });
  await expect(rows(page).first()).toContainText("Awaiting Consent", { timeout: 60_000 });
  const { sms, code, link } = await waitForConsentRequest("Lola Account", saysYes);
  await replyToSms(sms, `YES ${code}`);
  await expect(rows(page).first()).toContainText("View Result", { timeout: 60_000 });
  await counters(page, 14, 3, 11);
  const subject = await (await newPerson()).newPage();
  await subject.goto(link);
  await subject.getByRole("button", { name: "Withdraw my consent" }).click();
  await expect(rows(page).first(), "withdrawn is shown as expired").toContainText("Expired", { timeout: 60_000 });
  await expect(rows(page).first()).not.toContainText(formatNin(saysYes).slice(0, 8));
  await expect(rows(page).first()).toContainText("ends in 5 5");
  await reported("Expired", "Verification Result or Consent expired", "The person withdrew their consent");
  await expect(
    rows(page).first().getByRole("button", { name: "Expired" }),
    "the keyboard is where it was",
  ).toBeFocused();
});

test("transactions are listed and exported, and a failed export is reported [DASH-03 DASH-16 O-48]", async ({
  page,
  trouble,
}) => {
  const code = /TransactionsTab.*\.js$/;
  trouble.allowLost(code);
  trouble.allow(/\/user\/(statement\.pdf|transactions\.csv)$/, 400);
  trouble.allow(/\/user\/(statement\.pdf|transactions\.csv)$/, 429);
  await signInByApi(page, lola);
  await page.goto("/main-dashboard");
  await topUp(page, "2000");
  await page.route(code, (route) => route.abort());
  await page.getByRole("tab", { name: "Transaction Logs" }).click();
  await expect(
    page.getByText("Your transactions could not be loaded"),
    "a line that drops costs the tab",
  ).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 }), "the page still works").toHaveText("Dashboard");
  await page.unroute(code);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page).toHaveURL(/\?tab=transactions$/);
  const table = page.getByRole("table", { name: "Your transactions, newest first" });
  await expect(table).toContainText("+₦2,000");
  await expect(table.getByRole("columnheader")).toHaveText([
    "What",
    "Type",
    "Transaction",
    "Date (Lagos)",
    "Outcome",
    "Amount",
    "Balance",
  ]);
  await expectNoAxeViolations(page);

  const receipt = await fileFrom(page, () =>
    table
      .getByRole("link", { name: /^Receipt of EA/ })
      .first()
      .click(),
  );
  expect(receipt.name).toMatch(/^Idanimo-EA\d{14}\.pdf$/);
  expect(receipt.text).toMatch(/^%PDF-/);
  const csv = await fileFrom(page, () => page.getByRole("link", { name: "Transactions as CSV" }).click());
  expect(csv.text).toContain("2000");

  const open = () => page.getByRole("button", { name: "Statement" }).click();
  const dialog = page.getByRole("dialog", { name: "Statement" });
  const get = dialog.getByRole("button", { name: "Get the PDF" });
  await open();
  const statement = await fileFrom(page, () => get.click());
  expect(statement.name).toMatch(/statement.*\.pdf$/i);
  expect(statement.text).toMatch(/^%PDF-/);
  await expect(dialog).toHaveCount(0);

  await open();
  await dialog.getByLabel("Wallet").selectOption("USD");
  await dialog.getByLabel("Days", { exact: true }).selectOption("Other days");
  await get.click();
  await expect(dialog.getByText("Choose the first day.")).toBeVisible();
  await expect(dialog.getByLabel("First day")).toBeFocused();
  await expectNoAxeViolations(page);
  await dialog.getByLabel("First day").fill("2020-01-01");
  await get.click();
  await expect(dialog.getByText("A statement covers at most 366 days."), "shown before submitting").toBeVisible();
  await expect(dialog.getByLabel("First day")).toBeFocused();
  const tooMany = "There are more than 5,000 transactions in these days. Choose fewer days.";
  await page.route(
    /statement\.pdf/,
    (route) => route.fulfill({ status: 400, json: { code: "bad_input", fields: { to: tooMany } } }),
    { times: 1 },
  );
  await dialog.getByLabel("Days", { exact: true }).selectOption({ index: 1 });
  await get.click();
  await expect(dialog.getByRole("alert"), "the server's own message").toContainText(tooMany);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const problem = { code: "too_many_requests", message: "Too many attempts. Try again in a minute." };
  await page.route(/transactions\.csv/, (route) => route.fulfill({ status: 429, json: problem }));
  await page.getByRole("link", { name: "Transactions as CSV" }).click();
  await expect(page.getByText("The file could not be saved. Too many attempts.")).toBeVisible();
});

// Covers: DASH-09
test("the history handles sixty rows, long names, late and failed responses [DASH-04 DASH-06 DASH-07]", async ({
  page,
  trouble,
}) => {
  trouble.allow(/\/matching-requests/, 503);
  trouble.allowLost(/\/matching-requests/);
  const company = `${"Venturesandsons".repeat(13)}Limit`;
  const all = Array.from({ length: 60 }, (_, at) => historyRow(at));
  all[3] = historyRow(3, { searchType: "business_name", searchParameter: "COMPANY NAME", searchValue: company });
  const requests: HistoryQuery[] = [];
  let hold: (one: HistoryQuery) => Promise<void> | void = () => undefined;
  await mockHistory(
    page,
    () => all,
    (one) => {
      requests.push(one);
      return hold(one);
    },
  );
  await signInByApi(page, lola);
  await page.goto("/main-dashboard");
  await expect(page.getByText("10 of 60")).toBeVisible();
  await setTheme(page, "dark");
  await expectNoAxeViolations(page, "rows, dark");
  await setTheme(page, "light");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoAxeViolations(page, "rows, phone");
  await expect(page.getByRole("button", { name: "Columns" })).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 900 });

  await test.step("more rows are added below, and new ones on top shift nothing", async () => {
    const more = page.getByRole("button", { name: "Show more" });
    await more.click();
    await expect(page.getByText("20 of 60")).toBeVisible();
    await page.getByLabel("Rows").selectOption("100");
    await expect(rows(page)).toHaveCount(60);
    await expect(more).toHaveCount(0);
    await expect(rows(page).nth(3)).toContainText("Venturesandsons");
    for (const width of [320, 360, 960, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectFitsWidth(page, `sixty rows, ${width} px`);
      const action = await rows(page).nth(3).getByRole("link", { name: "View Result" }).boundingBox();
      expect((action?.x ?? width) + (action?.width ?? 0), `the action is in view, ${width} px`).toBeLessThan(width);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step("the search filters at once, and never shows an outdated response", async () => {
    const late = Promise.withResolvers<void>();
    hold = ({ q }) => (q === "000001" ? late.promise : undefined);
    await search(page).fill("000001");
    await expect(rows(page), "before the server responds").toHaveCount(1);
    await expect(page.getByText("Searching all your requests")).toBeVisible();
    await expect.poll(() => requests.some(({ q }) => q === "000001")).toBe(true);
    await search(page).fill("ventures");
    await expect.poll(() => requests.some(({ q }) => q === "ventures")).toBe(true);
    await expect(page.getByText("1 found", { exact: true }), "the row that matched locally stays").toBeVisible();
    await search(page).fill("000002");
    await expect(page.getByText("1 found", { exact: true })).toBeVisible();
    late.resolve();
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page).first()).toContainText("000002");
    expect(requests.filter(({ q }) => q).every(({ method }) => method === "POST")).toBe(true);
  });

  await test.step("failed, and offline", async () => {
    await page.route("**/user/matching-requests*", (route) =>
      route.fulfill({ status: 503, json: { code: "unavailable", message: "We are being repaired." } }),
    );
    await search(page).fill("never held");
    await expect(page.getByRole("alert")).toContainText("The search did not work");
    await expect(page.getByRole("alert")).toContainText("We are being repaired.");
    await page.unroute("**/user/matching-requests*");
    await mockHistory(
      page,
      () => all,
      () => undefined,
    );
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("No matches")).toBeVisible();
    await expectNoAxeViolations(page, "no matches");
    await page.getByRole("button", { name: "Clear search" }).click();
    await expect(rows(page)).toHaveCount(60);
    await page.context().setOffline(true);
    await search(page).fill("000005");
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByText("We searched only the rows already on this page.")).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText("1 found", { exact: true })).toBeVisible();
  });
});
