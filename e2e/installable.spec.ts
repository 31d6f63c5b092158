import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sharedCookieName, sharedCookieValue } from "@idanimo/contract/shared-computer";
import { chromium, type Page } from "@playwright/test";

import { chromiumArguments, chromiumPath } from "../scripts/chromium.mjs";
import { createAccountAndSignIn, makePerson } from "./support/api.ts";
import { origins } from "./support/test-environment.ts";
import { expect, test } from "./support/test.ts";

/** Everything in the caches of the page's origin, by path. */
const readCacheStorage = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const found: Record<string, string> = {};
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        found[new URL(request.url).pathname] = (await (await cache.match(request))?.text()) ?? "";
    }
    return found;
  });

const workerIsThere = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL ?? "");

test("caches contain only public files, and an offline page shows and recovers [T-19 T-51]", async ({
  page,
  context,
  trouble,
}) => {
  trouble.allowLost(/./);
  trouble.allow(/^\/(offline|main-dashboard)$/, 504);
  await createAccountAndSignIn(page, makePerson("Kelechi"));
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  expect(await workerIsThere(page)).toBe(`${origins.product}/service-worker.js`);
  for (const address of ["/profile", "/dashboard", "/main-dashboard"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  const stored = await readCacheStorage(page);
  expect(Object.keys(stored)).toContain("/offline");
  expect(Object.keys(stored).length).toBeGreaterThan(3);
  for (const [path, text] of Object.entries(stored)) {
    expect(path).toMatch(/^\/(offline|favicon\.svg|assets\/[\w.-]+-[\w-]{8}\.(css|js|woff2))$/);
    expect(await (await fetch(origins.product + path)).text(), `${path} as a signed-out client gets it`).toBe(text);
  }

  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await context.setOffline(true);
  await page.goto("/main-dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/main-dashboard");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByText("You haven't been charged")).toBeVisible();
  await expect(page.getByRole("link", { name: "Try again" })).toHaveAttribute("href", "");
  expect(
    await page.locator("h1").evaluate((heading) => getComputedStyle(heading).fontFamily),
    "drawn with its styles",
  ).toMatch(/Inter/);
  const own = process.env["PICTURES"];
  if (own !== undefined)
    for (const [width, theme] of [
      [360, "light"],
      [360, "dark"],
      [960, "light"],
      [1440, "dark"],
    ] as const) {
      await page.setViewportSize({ width, height: 740 });
      await page.evaluate((name) => (document.documentElement.dataset["theme"] = name), theme);
      await page.screenshot({ path: join(own, `offline-${width}-${theme}.png`) });
    }
  const again = page.waitForEvent("load");
  await page.getByRole("link", { name: "Try again" }).click();
  await again;
  await expect(page.getByRole("heading", { level: 1, name: "You are offline" })).toBeVisible();
  // the browser's `online` event may fire before the page listens
  await page.evaluate(() => addEventListener("online", (event) => event.stopImmediatePropagation(), { capture: true }));
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
});

test("a shared computer gets no service worker, and an existing one is removed [T-19]", async ({ page, context }) => {
  await page.goto("/login");
  await workerIsThere(page);
  await context.addCookies([{ name: sharedCookieName, value: sharedCookieValue, url: origins.product }]);
  await page.reload();
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(workers).toBe(0);
  await expect.poll(() => readCacheStorage(page)).toEqual({});
});

test("public pages can be read and navigated before any script loads [CONST-10]", async ({ newPerson }) => {
  const page = await (await newPerson({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })).newPage();
  for (const { address, words } of [
    { address: "/", words: "Verify Identity" },
    { address: "/faq", words: "A good credit score is 700 and above" },
    { address: "/privacy_policy", words: "72 hours" },
  ]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect((await page.getByRole("main").innerText()).length, address).toBeGreaterThan(400);
    expect(await page.locator("body").textContent(), address).toContain(words);
  }
  await page.getByRole("banner").locator("summary").click();
  await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "FAQ" }).click();
  await expect(page).toHaveURL(/\/faq$/);
  const question = page.getByRole("main").locator("details").nth(1);
  await question.locator("summary").click();
  await expect(question.locator("div").first()).toBeVisible();
});

test("a page whose code fails to load says so and what to do [CONST-10]", async ({ page, trouble }) => {
  trouble.allowLost(/^\/assets\//);
  trouble.allow(/^\/api\/v2\/user\//, 401); // a signed-out visitor
  for (const address of ["/login", "/main-dashboard"]) {
    let isHeld = true;
    await page.route(/\/assets\/(?!prerendered-|theme-).*\.js$/, (route) => (isHeld ? undefined : route.continue()));
    await page.goto(address, { waitUntil: "commit" });
    const words = page.getByText("This page is still loading.");
    await expect(words).toBeHidden();
    // skip the eight seconds of the animation
    await words.evaluate((element) => element.getAnimations().forEach((one) => one.finish()));
    await expect(words).toBeVisible();
    isHeld = false;
    await words.getByRole("link", { name: "reload it" }).click();
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
    await expect(words).toHaveCount(0);
  }
});

test("every document links to one manifest without errors", async () => {
  const folder = await mkdtemp(join(tmpdir(), "idanimo-install-"));
  const profile = await chromium.launchPersistentContext(folder, {
    executablePath: await chromiumPath(),
    args: chromiumArguments(),
  });
  try {
    const page = await profile.newPage();
    for (const address of ["/", "/login"]) {
      await page.goto(origins.product + address);
      const session = await page.context().newCDPSession(page);
      const { url, errors, data } = await session.send("Page.getAppManifest");
      expect([url, errors]).toEqual([`${origins.product}/manifest.webmanifest`, []]);
      expect(JSON.parse(data ?? "{}")).toMatchObject({ start_url: "/main-dashboard", display: "standalone" });
    }
  } finally {
    await profile.close();
    await rm(folder, { recursive: true, force: true });
  }
});
