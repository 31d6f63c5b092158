import type { Page } from "@playwright/test";

import { readLocalStorage } from "./support/forms.ts";
import { expect, test } from "./support/test.ts";

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset["theme"]);
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));
const nearBottom = (page: Page) => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));

// Covers: LAND-04 T-20
test("the landing page stores the click id as an opaque label [LAND-01 LAND-02 LAND-03]", async ({ page }) => {
  await page.goto("/");
  const heading = page.getByRole("heading", { level: 1, name: "Your one-stop shop for identity verification" });
  await expect(heading).toBeVisible();
  expect(await readLocalStorage(page, "CLICK_ID")).toBeNull();

  await page.goto("/reach/summer_26-b");
  await expect(heading).toBeVisible();
  expect(await readLocalStorage(page, "CLICK_ID")).toBe("summer_26-b");
  for (const payload of [
    "%3Cscript%3Ealert(1)%3C%2Fscript%3E",
    "x%22%20onload%3Dalert(1)",
    "a.b",
    "https:%2F%2Fevil.example",
    "%2F%2Fevil.example",
    "a".repeat(65),
  ]) {
    await page.goto(`/reach/${payload}`);
    expect(await readLocalStorage(page, "CLICK_ID"), payload).toBe("summer_26-b");
    expect(new URL(page.url()).pathname).toMatch(/^\/reach\//);
    expect(await page.content()).not.toMatch(/evil\.example|alert\(1\)/);
  }

  await page.goto("/reach/summer_26-b");
  await page.getByRole("main").getByRole("link", { name: "Verify Identity" }).first().click();
  await expect(page).toHaveURL(/\/login$/);
  expect(page.url()).not.toContain("summer");
});

// Covers: NAV-11
test("every page follows the device's theme until the user chooses one [LAND-20 LAND-21 LAND-22]", async ({ page }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const pages = ["/", "/faq", "/login", "/individual/sign-up/1", "/my-data", "/verify", "/transparency"];
  const colours = { light: "rgb(251, 250, 246)", dark: "rgb(14, 21, 18)" };
  const expectEverywhere = async (theme: keyof typeof colours) => {
    for (const address of pages) {
      // checked before the first paint, so that nothing flashes
      await page.goto(address, { waitUntil: "commit" });
      await page.locator("body").waitFor({ state: "attached" });
      expect(["device", theme], address).toContain(await themeOf(page));
      await expect.poll(ground, address).toBe(colours[theme]);
    }
  };
  await page.emulateMedia({ colorScheme: "dark" });
  await expectEverywhere("dark");
  await page.goto("/");
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(ground, "an open page follows the device too").toBe(colours.light);
  expect(await readLocalStorage(page, "theme")).toBeNull();

  await page.getByRole("banner").getByRole("button", { name: "Switch theme" }).click();
  expect(await themeOf(page)).toBe("dark");
  expect(await readLocalStorage(page, "theme")).toBe("dark");
  await expectEverywhere("dark");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/login");
  await page.getByRole("banner").getByRole("button", { name: "Use the light theme" }).click();
  expect(await themeOf(page)).toBe("light");
  expect(await readLocalStorage(page, "theme")).toBe("light");
  await expectEverywhere("light");
});

test("a page without script follows the device's theme [LAND-22]", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, colorScheme: "dark" });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(14, 21, 18)");
  await context.close();
});

test("the footer opens both policies in a dialog and shows the current year [LAND-08 LAND-09 LAND-14]", async ({
  page,
}) => {
  await page.clock.setFixedTime(new Date("2031-03-01T12:00:00Z"));
  for (const address of ["/", "/login"]) {
    await page.goto(address);
    const foot = page.getByRole("contentinfo");
    await expect(foot).toContainText("© 2031");
    for (const [name, heading] of [
      ["Privacy policy", "Consent of the person being checked"],
      ["Terms of Service", "Refunds"],
    ] as const) {
      const link = foot.getByRole("link", { name });
      await link.click();
      const dialog = page.getByRole("dialog", { name });
      await expect(dialog.getByRole("heading", { level: 1, name })).toBeVisible();
      await expect(dialog.getByRole("heading", { name: heading })).toBeAttached();
      expect(new URL(page.url()).pathname).toBe(address);
      await dialog.getByRole("button", { name: "Close" }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(link, "the focus is restored").toBeFocused();
    }
  }
});

/** Every page that needs no sign-in, with its first text. */
const openToAll = [
  ["/", "Your one-stop shop for identity verification"],
  ["/reach/abc", "Your one-stop shop for identity verification"],
  ["/login", "Sign in"],
  ["/sign-up", "Create an account"],
  ["/individual/sign-up/1", "Create Account"],
  ["/individual/sign-up/2", "Create Account"],
  ["/individual/sign-up/3", "Create Account"],
  ["/verify-otp", "Enter your code"],
  ["/email-confirm", "Email verified"],
  ["/check-email", "Check your email"],
  ["/forgot-password", "Forgot your password?"],
  ["/reset-password/ada@example.test/made-up-token", "Invalid Reset Password Link"],
  ["/contact", "Contact"],
  ["/faq", "Frequently asked questions"],
  ["/products", "Products"],
  ["/privacy_policy", "Privacy policy"],
  ["/terms_of_service", "Terms of Service"],
  ["/notFoundPage", "Result not found"],
  ["/no-such-page", "Result not found"],
] as const;

// Covers: SIGNUP-44 SIGNUP-45 SMS-01 SMS-02
test("public pages open by their URL, and /sms shows nothing [NAV-04 NAV-07 OTP-03]", async ({ page, trouble }) => {
  trouble.allow(/\/form\/reset-password\/open$/, 400);
  for (const [address, heading] of openToAll) {
    await page.goto(address, { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1, name: heading }), address).toBeVisible();
    expect(new URL(page.url()).pathname === "/login", address).toBe(address === "/login");
  }
  await page.goto("/check-email");
  await expect(page.getByRole("main")).toContainText("We sent you an email. Open it and follow the instructions.");
  await page.goto("/email-confirm");
  await expect(page.getByRole("main")).toContainText("Your email address is confirmed.");
  await page.goto("/verify-otp");
  await expect(page.getByText("Enter the OTP sent to your phone and email for continuation")).toBeVisible();

  const passedOn = page.waitForRequest(/\/sms\/receive\?/);
  await page.goto("/sms?from=%2B2348031234567&message=YES%20abc123");
  const query = new URL((await passedOn).url()).searchParams;
  expect(Object.fromEntries(query)).toEqual({ from: "+2348031234567", message: "YES abc123" });
  expect(await page.locator("body").innerText()).toBe("");
  expect(new URL(page.url()).search, "the URL has no query").toBe("");
});

/** The account screens and some of verification; web/src/app/routes.test.ts covers all [NAV-02 NAV-03]. */
const behindSignIn = [
  "/dashboard",
  "/main-dashboard",
  "/profile",
  "/set-new-password",
  "/password-confirm",
  "/consent",
  "/vehicle",
  "/financial",
];

test("every screen that needs a sign-in leads a visitor to it [NAV-01 NAV-02 NAV-03]", async ({ page, trouble }) => {
  trouble.allow(/^\/api\/v2\//, 401);
  for (const address of behindSignIn) {
    await page.goto(address, { waitUntil: "commit" });
    await expect(page, address).toHaveURL(/\/login/);
  }
});

// Covers: NAV-17
test("a visitor's bar links to home and sign-in, and collapses below 960 px [NAV-08 NAV-09 NAV-10]", async ({
  page,
}) => {
  await page.goto("/faq");
  const bar = page.getByRole("banner");
  await nearBottom(page);
  expect(await scrolled(page)).toBeGreaterThan(300);
  await bar.getByRole("link", { name: "Products" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Products" })).toBeVisible();
  expect(await scrolled(page)).toBe(0);

  for (const [width, folded] of [
    [960, false],
    [959, true],
  ] as const) {
    await page.setViewportSize({ width, height: 500 });
    await expect(bar.getByRole("navigation", { name: "Main" })).toBeVisible({ visible: !folded });
    await expect(bar.locator("summary")).toBeVisible({ visible: folded });
    await expect(bar.getByRole("link", { name: "GET STARTED" })).toBeVisible();
  }
  await bar.locator("summary").click();
  await bar.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Contact" })).toBeVisible();
  await bar.getByRole("link", { name: /start page/ }).click();
  await expect(page).toHaveURL(/\/$/);
  await bar.getByRole("link", { name: "GET STARTED" }).click();
  await expect(page).toHaveURL(/\/login$/);

  // the same holds within the sign-in document, where no page is loaded
  await expect(page.getByRole("button", { name: "Continue with Google" })).toBeVisible();
  await nearBottom(page);
  expect(await scrolled(page)).toBeGreaterThan(0);
  await page.getByRole("link", { name: "Create one" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Create an account" })).toBeVisible();
  expect(await scrolled(page)).toBe(0);
  await bar.getByRole("link", { name: /start page/ }).click();
  await expect(page).toHaveURL(/\/$/);
});
