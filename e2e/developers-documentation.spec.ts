import { apiChanges, changesFeeds, changesPath } from "@idanimo/contract/developers/changes";
import { apiBase } from "@idanimo/contract/operation";
import type { Page } from "@playwright/test";

import { expectAccessible } from "./support/accessibility.ts";
import { expectFitsWidth, expectNoAxeViolations, setTheme, themes } from "./support/appearance.ts";
import { callApi, createTestOrganisation } from "./support/organisation.ts";
import { expect, test } from "./support/test.ts";

const docs = "/developers/docs";
const callPage = (name: string) => `${docs}/calls/${name}`;

async function expectLooksRight(page: Page, what: string) {
  for (const width of [360, 960, 1440])
    for (const theme of themes) {
      await page.setViewportSize({ width, height: 900 });
      await setTheme(page, theme);
      await expectFitsWidth(page);
      await expectNoAxeViolations(page, `${what} ${width} ${theme}`);
    }
}

test("a visitor reads guides, calls and changes without signing in [DP-16 DP-20]", async ({ page }) => {
  const list = page.getByRole("navigation", { name: "Documentation" });

  await test.step("the start page leads to the documentation, whose guides are linked", async () => {
    await page.goto("/");
    await page.getByRole("contentinfo").getByRole("link", { name: "Developers" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Documentation" })).toBeVisible();
    await expect(list.getByRole("searchbox")).toBeEnabled(); // the page is live: its script handles links
    await list.getByRole("link", { name: "Errors and retries" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Errors and retries" })).toBeFocused();
    await page.getByRole("main").getByRole("link", { name: "versions" }).first().click();
    await expect(page).toHaveURL(`${docs}/versions`);
    await expectAccessible(page);
    await expectLooksRight(page, "a guide");
  });

  await test.step("a call is found by its name, by keyboard", async () => {
    await list.getByRole("searchbox", { name: "Find a call" }).fill("walletpay");
    await expect(list.getByRole("status")).toHaveText("1 call matches.");
    await list.getByRole("link", { name: "walletPayment" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "walletPayment" })).toBeFocused();
    await expect(page.getByRole("region", { name: "Sample in curl" })).toContainText("$IDANIMO_URL");
    await expectAccessible(page);
    await expectLooksRight(page, "a call");
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: "Guides and calls" }).press("Enter");
    await expect(list).toBeVisible();
    await expectAccessible(page);
    await page.goto(callPage("nothing"));
    await expect(page.getByRole("link", { name: "Go to the documentation" })).toBeVisible();
  });

  await test.step("the changes have a feed, which the browser parses", async () => {
    await page.goto(changesPath);
    await expect(page.getByRole("listitem").getByRole("heading", { level: 2 })).toHaveText(
      apiChanges.map(({ title }) => title),
    );
    await expectAccessible(page);
    await expectLooksRight(page, "changes");
    const address = await page.locator('link[rel="alternate"][type="application/atom+xml"]').getAttribute("href");
    expect(address).toBe(changesFeeds.atom.path);
    const titles = await page.evaluate(async (feed) => {
      const document = new DOMParser().parseFromString(await (await fetch(feed)).text(), "application/xml");
      if (document.querySelector("parsererror")) throw new Error("the feed is not XML");
      return [...document.querySelectorAll("entry > title")].map((title) => title.textContent);
    }, changesFeeds.atom.path);
    expect(titles).toEqual(apiChanges.map(({ title }) => title));
  });
});

test("a company check is bought with a pasted test key, call by call [DP-20]", async ({ page, newPerson, trouble }) => {
  trouble.allow(/verification\/submit/, 409); // the check is not paid yet
  const { id, ownerPerson } = await createTestOrganisation(page, newPerson);
  const order = { name: "Docs", scopes: ["checks:create", "checks:read", "results:company"], expiresInDays: 7 };
  const create = (mode: string) =>
    callApi(page, "/developers/keys", { ...order, mode, password: ownerPerson.password }, id);
  const [live, testKey] = [String((await create("live")).secret), String((await create("test")).secret)];
  const sent: string[] = [];
  page.on("request", (request) => request.url().includes(apiBase) && sent.push(request.url()));

  const open = async (name: string) => {
    await page.getByRole("navigation", { name: "Documentation" }).getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  };
  const send = async (status: string) => {
    const response = page.getByRole("region", { name: "Response" });
    await page.getByRole("button", { name: "Send in test mode" }).click();
    await expect(response.getByRole("status")).toContainText(status);
    return response;
  };

  await test.step("a live key is never sent", async () => {
    await page.goto(callPage("createSession"));
    sent.length = 0;
    await page.getByLabel("Test key").fill(live);
    await expect(page.getByText("This is a live key", { exact: false })).toBeVisible();
    await page.getByRole("button", { name: "Send in test mode" }).click();
    await expectAccessible(page);
    expect(sent).toEqual([]);
  });

  await test.step("the check is created; its values are in the next forms", async () => {
    await page.getByLabel("Test key").fill(testKey);
    const created = await send("200");
    await expect(created).toContainText("Idanimo-Version");
    await expect(created).toContainText("x-request-id");
    await expectAccessible(page);
    await expectLooksRight(page, "a response");
    await page.setViewportSize({ width: 1280, height: 900 });
    await open("submit");
    await expect(await send("409")).toContainText("purchase_unpaid");
    await open("walletPayment");
    await expect(page.getByLabel("Body")).not.toHaveValue(/\$/);
    await send("200");
  });

  await test.step("the outcome is awaited, and the record is read", async () => {
    await open("submit");
    await expect(async () => void (await send("200"))).toPass();
    await open("readSession");
    await expect(await send("200")).toContainText("DELIVERED");
    await open("checkConsent");
    const result = await send("200");
    await expect(result).toContainText('"outcome": "DELIVERED"');
    await expect(result).toContainText("approvedName");
  });

  await test.step("the key is nowhere in the browser, and a reload forgets it", async () => {
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(stored).not.toContain("idn_test_");
    expect(sent.join(" ")).not.toContain("idn_");
    await page.reload();
    await expect(page.getByLabel("Test key")).toHaveValue("");
    await page.getByRole("button", { name: "Send in test mode" }).click();
    await expect(page.getByText("Replace $REQUEST_ID", { exact: false })).toBeVisible();
    await expect(page.getByText("Paste a test key", { exact: false })).toBeVisible();
  });
});
