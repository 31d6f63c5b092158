import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sharedIdleWarningMs } from "@idanimo/contract/shared-computer";
import { chromium, type BrowserContext, type Page } from "@playwright/test";

import { createAccount, makePerson } from "./support/api.ts";
import { waitForCaptcha } from "./support/forms.ts";
import { expect, test } from "./support/test.ts";

const tola = makePerson("Tola");
test.beforeAll(() => createAccount(tola));

/** A browser with a profile folder that outlives it. */
async function browserIn(folder: string): Promise<BrowserContext> {
  const { baseURL, launchOptions } = test.info().project.use;
  const options = baseURL === undefined ? launchOptions : { ...launchOptions, baseURL };
  return chromium.launchPersistentContext(folder, { ...options, reducedMotion: "reduce" });
}

async function signInShared(page: Page): Promise<void> {
  await page.goto("/login");
  const shared = page.getByRole("checkbox", { name: "This is a shared computer" });
  const remember = page.getByRole("checkbox", { name: "Remember me" });
  await shared.check();
  await remember.check();
  await expect(shared, "mutually exclusive").not.toBeChecked();
  await shared.check();
  await expect(remember).not.toBeChecked();
  await page.getByLabel("Email").fill(tola.email);
  await page.getByLabel("Password", { exact: true }).fill(tola.password);
  await waitForCaptcha(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary", { name: "Shared computer" })).toBeVisible();
}

/** Everything that the browser stores for our origin. */
const traces = async (page: Page) => ({
  cookies: (await page.context().cookies()).map(({ name }) => name),
  ...(await page.evaluate(async () => ({
    local: Object.keys(localStorage),
    tab: Object.keys(sessionStorage),
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }))),
});

// Covers: SESSION-06
test("nothing on a shared computer outlives the logout, last page or browser [T-09 T-10 T-19]", async () => {
  const folder = mkdtempSync(join(tmpdir(), "idanimo-shared-"));
  let browser = await browserIn(folder);
  try {
    let page = browser.pages()[0] ?? (await browser.newPage());
    await page.goto("/login");
    await page.evaluate(() => localStorage.setItem("theme", "dark")); // stored by an earlier user
    await signInShared(page);
    const during = await traces(page);
    expect(during).toMatchObject({
      local: [],
      databases: [],
      cookies: expect.not.arrayContaining(["rememberedEmail"]),
    });
    const lasting = (await browser.cookies()).filter(({ expires }) => expires !== -1).map(({ name }) => name);
    expect(lasting, "only the sign-in page's nonce remains").toEqual(["__Host-idanimo-nonce"]);

    await page.goto("/faq");
    await page.goto("/profile");
    await expect(page.getByLabel("Email"), "the session continues from page to page").toHaveValue(tola.email);
    const beside = await browser.newPage();
    await beside.goto("/profile");
    await expect(beside.getByLabel("Email"), "and in another tab").toHaveValue(tola.email);

    await beside.close();
    const rest = await browser.newPage(); // the browser itself stays open
    await page.close();
    await rest.goto("/profile");
    await expect(rest, "the last page was closed").toHaveURL(/\/login$/);
    expect(await traces(rest)).toMatchObject({ cookies: expect.not.arrayContaining(["__Host-idanimo"]), local: [] });

    await signInShared(rest);
    await browser.close();
    browser = await browserIn(folder);
    page = browser.pages()[0] ?? (await browser.newPage());
    const left = (await browser.cookies()).map(({ name }) => name);
    expect(left, "the browser was closed").toEqual(["__Host-idanimo-nonce"]);
    await page.goto("/profile");
    await expect(page).toHaveURL(/\/login$/);

    await signInShared(page);
    await page.goto("/profile");
    await expect(page.getByLabel("Email")).toHaveValue(tola.email);
    await page.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL(/\/$/);
    const after = await traces(page);
    expect(after).toMatchObject({ cookies: [], local: [], tab: [], databases: [] });
    await page.goBack();
    await expect(page, "the earlier page shows nothing").toHaveURL(/\/login$/);
    await expect(page.getByRole("checkbox", { name: "This is a shared computer" })).not.toBeChecked();
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a shared computer warns after four idle minutes and signs out after five [T-19 SESSION-08 SESSION-10]", async ({
  page,
  context,
  trouble,
}) => {
  trouble.allow(/^\/api\/v2\//, 401);
  await context.clock.install();
  await signInShared(page);
  const activity = () => page.evaluate(() => sessionStorage.getItem("activity"));
  await expect.poll(activity).not.toBeNull();
  await context.clock.fastForward(sharedIdleWarningMs - 30_000);
  const warning = page.getByRole("alertdialog", { name: "Are you still there?" });
  await expect(warning).toHaveCount(0);
  await context.clock.fastForward(32_000);
  await expect(warning).toContainText("You have been inactive for 4 minutes.");
  await context.clock.fastForward(61_000);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("You were signed out", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("");
  const stored = (await context.cookies()).map(({ name }) => name);
  // the sign-in page may have requested its nonce for Google already
  expect(stored.filter((name) => name !== "__Host-idanimo-nonce")).toEqual([]);
});
