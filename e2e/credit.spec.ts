import { problemOf } from "./support/problem.ts";
import { creditResponse } from "./support/credit-responses.ts";
import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { expectNoAxeViolations, expectFitsWidth, setTheme } from "./support/appearance.ts";
import { expect, test } from "./support/test.ts";
import type { Page } from "@playwright/test";

const halima = makePerson("Halima");
test.beforeAll(() => createAccount(halima));

const someId = "5f0c1a3e-0000-4000-8000-000000000056";
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const panel = (page: Page) => page.getByRole("tabpanel");

/** Opens the credit page with one of the sample records. */
async function open(page: Page, kind: Parameters<typeof creditResponse>[0]): Promise<void> {
  await page.route(/\/check-consent\//, (route) => route.fulfill({ json: creditResponse(kind) }));
  await page.goto(`/financial/${someId}`);
}

/** Checks light at every width and dark at two: no horizontal scrolling, no axe violations. */
async function look(page: Page, what: string): Promise<void> {
  for (const [width, theme, read] of [
    [320, "light", expectFitsWidth],
    [360, "light", expectNoAxeViolations],
    [360, "dark", expectFitsWidth],
    [960, "light", expectFitsWidth],
    [1440, "dark", expectNoAxeViolations],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await setTheme(page, theme);
    await read(page, `${what}, ${width} px, ${theme}`);
  }
  await setTheme(page, "light");
  await page.setViewportSize({ width: 1280, height: 900 });
}

// Covers: RESULT-CREDIT-08 RESULT-CREDIT-09 RESULT-CREDIT-10 RESULT-CREDIT-11 RESULT-CREDIT-12 RESULT-CREDIT-13 C-05 C-06
test("a full credit record has score, bureau tabs, explanations and paged tables [RESULT-CREDIT-01 RESULT-CREDIT-06 RESULT-CREDIT-07]", async ({
  page,
}) => {
  await signInByApi(page, halima);
  await open(page, "full");
  const score = part(page, "Credit score");
  await expect(score).toMatchAriaSnapshot(`
    - heading "Credit score"
    - paragraph: /Credit score 702 of 1000, VERY GOOD/
    - list "Score ranges":
      - listitem: POOR 300 to 539
      - listitem: AVERAGE 540 to 660
      - listitem: GOOD 661 to 700
      - listitem: VERY GOOD 701 to 750 This score
      - listitem: EXCELLENT 751 to 850
  `);
  await expect(part(page, "BVN details")).toContainText("222 0001 0011");
  await look(page, "a full credit record");

  await test.step("tabs and explanations by keyboard", async () => {
    await expect(tab(page, "First Central")).toHaveAttribute("aria-selected", "true");
    await expect(panel(page)).toContainText("Overdue₦0");
    await tab(page, "First Central").focus();
    await page.keyboard.press("ArrowRight");
    await expect(tab(page, "CRC")).toBeFocused();
    await expect(panel(page)).toContainText("Overdue₦52,000.50");
    await page.keyboard.press("Tab");
    const notice = page.getByRole("button", { name: "What is this? Highest loan" });
    await expect(notice).toBeFocused();
    await expect(page.getByText("The largest single loan at this bureau")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByText("The largest single loan at this bureau")).toBeHidden();
  });

  await test.step("a thousand rows, paged", async () => {
    const history = part(page, "CRC: Loan history");
    await expect(history.getByRole("row")).toHaveCount(11);
    await expect(history.getByRole("columnheader", { name: "Last updated at" })).toHaveCount(0);
    await expect(history.getByRole("status")).toHaveText("Rows 1 to 10 of 1,000");
    const next = history.getByRole("button", { name: "Next" });
    await next.press("Enter");
    await expect(history.getByRole("status")).toHaveText("Rows 11 to 20 of 1,000");
    await expect(next).toBeFocused();
    const amount = history.getByRole("cell", { name: "₦60,000", exact: true });
    await expect(history.getByRole("row").nth(1).getByRole("cell").and(amount)).toHaveCSS("text-align", "right");
  });

  await test.step("on a phone rows are lists, with fewer to a page", async () => {
    await page.setViewportSize({ width: 360, height: 900 });
    await tab(page, "First Central").click();
    await tab(page, "CRC").click();
    await expect(part(page, "CRC: Loan history").getByRole("status")).toHaveText("Rows 1 to 5 of 1,000");
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step("a bureau with personal details only", async () => {
    await tab(page, "Credit Registry").click();
    await expect(panel(page)).toContainText("No Data");
    await expect(part(page, "Something wrong?")).toContainText("First Central, CRC or Credit Registry");
  });

  await test.step("forced colours, reduced motion, print", async () => {
    const needle = score.locator("svg g");
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await expect(needle).not.toHaveCSS("animation-name", "none");
    await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
    await expect(needle).toHaveCSS("animation-name", "none");
    const colours = await score
      .locator("svg")
      .first()
      .evaluate((svg) => {
        const all = [...svg.querySelectorAll("path")].map((path) => getComputedStyle(path).stroke);
        return new Set(all).size;
      });
    expect(colours, "the track, the bands and the score's own band").toBeGreaterThanOrEqual(3);
    await expect(needle).toBeVisible();
    await page.emulateMedia({ forcedColors: "none", media: "print" });
    await expect(page.getByText("Advertisement", { exact: true }).first()).toBeHidden();
    await expect(score).toContainText("702 of 1000");
    await page.emulateMedia({ media: "screen" });
  });
});

// Covers: C-41 RESULT-COMMON-06 RESULT-COMMON-07
test("sparse, out-of-range, empty and failed credit records are explained [O-23 O-39 O-40]", async ({
  page,
  trouble,
}) => {
  trouble.allow(/\/check-consent\//, 503);
  await signInByApi(page, halima);
  await open(page, "sparse");
  await expect(part(page, "Credit score")).toContainText("No score. None of the bureaus you selected has one.");
  await expect(tab(page, "CRC"), "the one bureau with a record").toHaveAttribute("aria-selected", "true");
  await expect(panel(page)).toContainText("Overdue-");
  await expect(part(page, "CRC: Loan history")).toContainText("No Data");
  await tab(page, "First Central").click();
  await expect(panel(page)).toContainText("No record found");
  await tab(page, "Credit Registry").click();
  await expect(panel(page)).toContainText("Not asked");
  await look(page, "a sparse credit record");

  await open(page, "beyond");
  await expect(part(page, "Credit score")).toContainText("1240 of 1000");
  await expect(part(page, "Credit score")).toContainText("outside the ranges");
  expect(await part(page, "Credit score").locator("svg g").getAttribute("style")).toBe("rotate: 90deg;");

  await open(page, "empty");
  await expect(page.getByRole("heading", { name: "No record found" })).toBeVisible();

  await page.route(/\/check-consent\//, (route) => route.fulfill({ status: 503, json: problemOf("unavailable") }));
  await page.reload();
  await expect(page.getByText("The result could not be loaded")).toBeVisible();
  await expect(part(page, "Credit score")).toContainText(/Credit score -/);
  await expect(panel(page)).toContainText("Overdue-");
});

const leaving = (page: Page) => page.getByRole("dialog", { name: "Leave Idanimo?" });

test("an advertisement is marked, sends no data, and warns before leaving [RESULT-COMMON-08 O-17 T-56]", async ({
  page,
  context,
  trouble,
}) => {
  await signInByApi(page, halima);
  const requests: string[] = [];
  context.on("request", (request) => requests.push(request.url()));
  await open(page, "sparse");
  const banner = part(page, "Advertisement of Kolanut Loans (made up)");
  await expect(banner).toContainText("Advertisement");
  const wrong = await part(page, "Something wrong?").boundingBox();
  expect((await banner.boundingBox())?.y, "below the complete record").toBeGreaterThan(
    (wrong?.y ?? 0) + (wrong?.height ?? 0),
  );
  const list = requests.filter((url) => url.includes("/sponsors"));
  expect(list.map((url) => new URL(url).search)).toEqual([""]);
  expect(trouble.found, "no foreign request").toEqual([]);

  await banner.getByRole("button", { name: "See the offer" }).click();
  await expect(leaving(page)).toContainText(
    "You are leaving Idanimo for Kolanut Loans (made up). We don't share anything about you or this result.",
  );
  await expectNoAxeViolations(page, "the word before leaving");
  await leaving(page).getByRole("button", { name: "Stay here" }).click();
  await expect(leaving(page)).toBeHidden();
  expect(trouble.found, "and none after choosing to stay").toEqual([]);

  await context.route("https://example.com/**", (route) => route.fulfill({ body: "An offer" }));
  await banner.getByRole("button", { name: "See the offer" }).click();
  const link = leaving(page).getByRole("link", { name: "Go to Kolanut Loans (made up)" });
  await expect(link).toHaveAttribute("href", "https://example.com/kolanut-loans");
  await expect(link).toHaveAttribute("rel", "noreferrer noopener nofollow sponsored");
  const [opened] = await Promise.all([page.waitForEvent("popup"), link.click()]);
  await opened.waitForLoadState();
  expect(await opened.evaluate(() => [document.referrer, String(window.opener)])).toEqual(["", "null"]);
  await expect(leaving(page)).toBeHidden();
  await expect(banner.getByRole("button", { name: "See the offer" })).toBeFocused();
  // the only foreign request is the advertiser's plain URL
  expect(trouble.found.splice(0)).toEqual(["foreign: GET https://example.com/kolanut-loans"]);
});

test("without valid advertisements there is nothing below the record [RESULT-COMMON-08 T-56 T-61]", async ({
  page,
  trouble,
}) => {
  trouble.allow(/\/sponsors$/, 500);
  await signInByApi(page, halima);
  const one = { id: "one", name: "One", title: "One", text: "One", action: "One" };
  const hostile = ["javascript:alert(1)", "http://bank.example/", "https://bank.example/?who={id}"];
  for (const response of [
    { json: { sponsors: [] } },
    { status: 500, json: {} },
    ...hostile.map((address) => ({ json: { sponsors: [{ ...one, address }] } })),
  ]) {
    await page.route(/\/sponsors$/, (route) => route.fulfill(response), { times: 1 });
    const read = page.waitForResponse(/\/sponsors$/);
    await open(page, "sparse");
    await (await read).finished();
    await expect(part(page, "Something wrong?")).toBeVisible();
    await expect(page.getByRole("complementary")).toHaveCount(0);
  }
});
