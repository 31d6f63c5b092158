import type { Page } from "@playwright/test";

import { idleCountdownSeconds, idleWarningMs } from "@idanimo/contract/limits";

import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { expect, test } from "./support/test.ts";

const tobi = makePerson("Tobi");
const warning = (page: Page) => page.getByRole("alertdialog", { name: "Are you still there?" });
/** The page has started its idle timer: it stores the activity shortly after loading, by its own clock. */
const watches = (page: Page, since: number) =>
  expect.poll(async () => Number.parseInt((await storage(page))["activity"] ?? "0", 10)).toBeGreaterThan(since);
const storage = (page: Page) => page.evaluate(() => ({ ...localStorage, ...sessionStorage }));

test.beforeAll(() => createAccount(tobi));

test("a user lists their sessions and ends them one by one or all at once [T-10]", async ({
  page,
  newPerson,
  trouble,
}) => {
  trouble.allow(/^\/api\/v2\//, 401);
  const ada = makePerson("Ada"); // without other sessions
  await createAccount(ada);
  const places = [page, await (await newPerson()).newPage(), await (await newPerson()).newPage()] as const;
  for (const page of places) await signInByApi(page, ada);
  const [here, second, third] = places;
  for (const other of [second, third]) {
    await other.goto("/main-dashboard");
    await expect(other.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  }
  await here.goto("/profile#security");
  const card = here.getByRole("listitem").filter({ hasText: "Chrome on Linux" });
  await expect(card).toHaveCount(3);
  await expect(card.filter({ hasText: "This device" })).toHaveCount(1);
  await here.getByRole("button", { name: "Sign out Chrome on Linux" }).first().click();
  await expect(here.getByText("Chrome on Linux is signed out.")).toBeVisible();
  await expect(card).toHaveCount(2);
  await here.getByRole("button", { name: "Sign out all other devices" }).click();
  await expect(here.getByText("One other device was signed out.")).toBeVisible();
  await expect(card).toHaveCount(1);

  for (const other of [second, third]) {
    await expect(other, "it signs out").toHaveURL(/\/login$/);
    expect(await storage(other)).not.toHaveProperty("root");
  }
  await here.reload();
  await expect(here.getByLabel("Email")).toHaveValue(ada.email);
});

// Covers: T-19
test("a logout signs out all pages of the browser and clears its data [SESSION-06 T-09 T-10]", async ({
  page,
  context,
  trouble,
}) => {
  trouble.allow(/^\/api\/v2\//, 401);
  trouble.allowLost(/\/auth\/logout$/);
  await signInByApi(page, tobi);
  await page.goto("/main-dashboard");
  const other = await context.newPage();
  await other.route(/\/assets\/IdleGuard-/, () => undefined); // on a slow connection the idle guard loads late
  const late = other.waitForRequest(/\/assets\/IdleGuard-/);
  await other.goto("/profile", { waitUntil: "commit" });
  await late;
  await expect(other.getByLabel("Email")).toHaveValue(tobi.email);
  await page.bringToFront();
  await page.route(/\/auth\/logout$/, (route) => route.abort("connectionreset"), { times: 1 });
  await page.getByRole("banner").getByRole("button", { name: /Tobi/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(other).toHaveURL(/\/$/);
  for (const one of [page, other]) expect(await storage(one)).toEqual({});
});

// Covers: SESSION-11 CONST-08 CONST-09
test("nine idle minutes warn in every page; staying or the end counts in all [SESSION-08 SESSION-09 SESSION-10]", async ({
  page,
  context,
  trouble,
}) => {
  trouble.allow(/^\/api\/v2\//, 401);
  await context.clock.install();
  await signInByApi(page, tobi);
  await page.goto("/main-dashboard");
  await watches(page, 0);
  const before = await page.evaluate(() => Date.now());
  const other = await context.newPage();
  await other.goto("/profile");
  await watches(other, before);
  const pages = [page, other];
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await expect(other.getByLabel("Email")).toHaveValue(tobi.email);
  const pass = (ms: number) => context.clock.fastForward(ms);

  await pass(idleWarningMs - 30_000);
  for (const one of pages) await expect(warning(one)).toHaveCount(0);
  await pass(32_000);
  for (const one of pages) await expect(warning(one)).toContainText(/in [45]\d seconds/);
  const renewal = other.waitForResponse(/\/user\/sessions\/current\/keep$/);
  await warning(other).getByRole("button", { name: "Stay logged in" }).click();
  expect((await renewal).status(), "the server extends the session too").toBe(200);
  for (const one of pages) await expect(warning(one)).toHaveCount(0);

  await pass(idleWarningMs + 2_000);
  for (const one of pages) await expect(warning(one)).toContainText(/in [45]\d seconds/);
  await pass(idleCountdownSeconds * 1000);
  for (const one of pages) {
    await expect(one).toHaveURL(/\/login$/);
    await expect(one.getByText("You were signed out", { exact: true })).toBeVisible();
    await expect(one.getByLabel("Email")).toHaveValue(tobi.email);
    await expect(one.getByRole("checkbox", { name: "Remember me" })).not.toBeChecked();
    expect(await storage(one)).not.toHaveProperty("root");
    expect(JSON.stringify(await storage(one)), "the email is in the page's memory only").not.toContain(tobi.email);
  }
  await page.reload();
  await expect(page.getByLabel("Email"), "shown once").toHaveValue("");
  await page.goto("/main-dashboard");
  await expect(page, "the server has ended the session").toHaveURL(/\/login$/);
});

test("a visitor is never warned [SESSION-12]", async ({ page }) => {
  await page.clock.install();
  await page.goto("/login");
  await page.getByLabel("Email").fill("another@example.test");
  await page.clock.fastForward(idleWarningMs + idleCountdownSeconds * 1000 + 60_000);
  await expect(page.getByLabel("Email")).toHaveValue("another@example.test");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/login$/);
});

test("an expired session leads to the start page from every screen [SESSION-07]", async ({
  page,
  context,
  trouble,
}) => {
  trouble.allow(/^\/api\/v2\//, 401);
  for (const address of ["/main-dashboard", "/dashboard", "/result/x"]) {
    await signInByApi(page, tobi);
    await page.evaluate(() => {
      const ended = new Date(Date.now() - 1000).toISOString();
      const root = { isAuthenticated: true, firstName: "Tobi", lastName: "Account", expirationDate: ended };
      localStorage.setItem("root", JSON.stringify(root));
    });
    const signIns = (await context.cookies()).filter(({ name }) => name === "__Host-idanimo");
    // as after expiry on the server: the cookie is no longer valid
    await context.addCookies(signIns.map((cookie) => ({ ...cookie, value: "A".repeat(cookie.value.length) })));
    await page.goto(address);
    await expect(page, address).toHaveURL(/\/$/);
    expect(await storage(page)).not.toHaveProperty("root");
  }
});
