import type { Page } from "@playwright/test";

import { exampleAccounts, signIn } from "./support/account.ts";
import { openDashboard, signInByApi } from "./support/api.ts";
import { recordRequestBodies } from "./support/forms.ts";
import { expect, test } from "./support/test.ts";
import { fillWizard, pay } from "./support/wizard.ts";

const bar = (page: Page) => page.getByRole("banner");
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

// Covers: NAV-13 NAV-14 NAV-15 NAV-16 NAV-17 NAV-19 WALLET-02
test("the bar of a signed-in user links to everything of theirs [LAND-03 NAV-11 NAV-12]", async ({ page }) => {
  await openDashboard(page, exampleAccounts.ada);
  const leads = async (name: string, address: string) =>
    expect(bar(page).getByRole("link", { name, exact: true }).first()).toHaveAttribute("href", address);
  await leads("Idanimo, verify an identity", "/dashboard");
  await leads("Identity Verification", "/dashboard");
  await leads("Dashboard", "/main-dashboard");

  await bar(page).getByRole("button", { name: "Use the dark theme" }).click();
  await bar(page).getByRole("button", { name: "Use the light theme" }).click();

  const person = bar(page).getByRole("button", { name: "Ada Example" });
  await expect(person.locator("[aria-hidden]").first(), "initials without a picture").toHaveText("AE");
  await person.click();
  const items = page.getByRole("menuitem");
  await expect(items).toHaveText(["Profile", "Switch account", "Keyboard shortcuts", "Logout"]);
  await items.first().click();
  await expect(page).toHaveURL(/\/profile$/);

  const balance = bar(page).getByRole("button", { name: /Wallet balance ₦[\d,.]+/ });
  await balance.click();
  const wallet = page.getByRole("dialog", { name: "User Wallet" });
  await expect(wallet.getByRole("button", { name: "Proceed to Payment" })).toBeVisible();
  await page.keyboard.press("Escape");

  for (const [width, folded] of [
    [960, false],
    [959, true],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    await expect(bar(page).getByRole("navigation", { name: "Main" })).toBeVisible({ visible: !folded });
    await expect(bar(page).getByRole("button", { name: "Menu" })).toBeVisible({ visible: folded });
  }
  await bar(page).getByRole("button", { name: "Menu" }).click();
  const drawer = bar(page).getByRole("navigation", { name: "Menu" });
  await expect(drawer).toContainText("Ada Example");
  await expect(drawer.getByRole("link")).toHaveText([
    "Identity Verification",
    "Dashboard",
    "Profile",
    "Contact",
    "FAQ",
    "Switch account",
  ]);
  const addresses = await drawer
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(addresses).toEqual(["/dashboard", "/main-dashboard", "/profile", "/contact", "/faq", "#accounts"]);
  await expect(drawer.getByRole("button", { name: "Logout" })).toBeVisible();
  await drawer.getByRole("link", { name: "FAQ" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Frequently asked questions" })).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/");
  await expect(bar(page)).toContainText("Ada Example");
  await expect(bar(page).getByRole("link", { name: "GET STARTED" })).toBeHidden();
  await page.getByRole("main").getByRole("link", { name: "Verify Identity" }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

// Covers: NAV-19
test("Go back opens the dashboard, and pages start at their top [NAV-07 NAV-08 NAV-18]", async ({ page, trouble }) => {
  trouble.allow(/\/verification\/check-consent\//, 404);
  await signInByApi(page, exampleAccounts.ada);
  for (const address of ["/profile", "/result/00000000-0000-4000-8000-000000000000"]) {
    await page.goto(address);
    await expect(page.getByRole("link", { name: "Go back" })).toHaveAttribute("href", "/main-dashboard");
  }
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Passkeys" })).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  expect(await scrolled(page)).toBeGreaterThan(100);
  await bar(page).getByRole("link", { name: "Identity Verification", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Identity Verification Service" })).toBeVisible();
  expect(await scrolled(page)).toBe(0);

  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Passkeys" })).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  expect(await scrolled(page)).toBeGreaterThan(100);
  await page.goto("/set-new-password");
  await expect(page.getByRole("heading", { level: 1, name: "Change Password" })).toBeVisible();
  expect(await scrolled(page), "also after a full load in the same tab").toBe(0);
  await page.goto("/notFoundPage");
  await expect(page.getByRole("heading", { level: 1, name: "Result not found" })).toBeVisible();
  await page.getByRole("main").getByRole("link").click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto("/login");
  await expect(page.getByText("You are signed in as Ada Example.")).toBeVisible();
  await page.goto("/sign-up");
  await expect(page.getByRole("radio", { name: /^Individual/ })).toBeVisible();
  await page.goto("/no-such-page");
  await expect(page.getByRole("heading", { level: 1, name: "Result not found" })).toBeVisible();
});

test("the click id of a landing link is sent with the next purchase [LAND-04]", async ({ page, trouble }) => {
  const sessions = /\/verification\/session$/;
  trouble.allowLost(sessions);
  await page.goto("/reach/night-market");
  await signIn(page, exampleAccounts.ada);
  const sent = recordRequestBodies(page, sessions);
  await page.route(sessions, (route) => route.abort("connectionreset")); // other tests cover the price
  await fillWizard(page, "75000022222");
  await pay(page);
  await expect(page.getByText("No response received from the server")).toBeVisible();
  expect(sent[0]).toMatchObject({ CLICK_ID: "night-market", nin: "75000022222" });
});
