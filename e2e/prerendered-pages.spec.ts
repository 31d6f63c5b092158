import { expect, test } from "./support/test.ts";

test("a prerendered screen is readable before scripts load, and accepts no input [G-F5 CONST-10]", async ({
  newPerson,
  trouble,
}) => {
  trouble.allowLost(/\/assets\/.*\.js$/);
  const page = await (await newPerson({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })).newPage();
  for (const { address, heading } of [
    { address: "/login", heading: "Sign in" },
    { address: "/individual/sign-up/1", heading: "Create Account" },
    { address: "/main-dashboard", heading: "Dashboard" },
    { address: "/dashboard", heading: "Identity Verification Service" },
  ]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    const awake = await page
      .locator("form, input, button, select, textarea")
      .evaluateAll((all) => all.filter((one) => !one.closest("[inert]")).length);
    expect(awake, `enabled controls on ${address}`).toBe(0);
  }
});

test("the keyboard focus survives the mounting of the live page [CONST-10]", async ({ newPerson }) => {
  const page = await (await newPerson({ serviceWorkers: "block" })).newPage();
  const entry = /\/assets\/sign-in-[^/]*\.js$/;
  for (const address of ["/login", "/individual/sign-up/1"]) {
    let come = () => {};
    const script = new Promise<void>((resolve) => (come = resolve));
    await page.route(entry, async (route) => script.then(() => route.continue()));
    await page.goto(address, { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main"), "the prerendered page").toBeFocused();
    const drawn = await page.getByRole("main").elementHandle();
    come();
    await expect
      .poll(async () => drawn?.evaluate((main) => main.isConnected), { message: "the live page" })
      .toBe(false);
    expect(await page.evaluate(() => document.activeElement?.id), `focus on ${address}`).toBe("main");
    await page.unroute(entry);
  }
});

test("code loads after the first paint or the load event of a prerendered screen [G-F5]", async ({ page, trouble }) => {
  trouble.allow(/\/form\/reset-password\/open$/, 400);
  for (const [address, isDrawn] of [
    ["/login", true],
    ["/forgot-password", true],
    ["/reset-password", false],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("main").locator("[inert]")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length), "seen")
      .toBe(1);
    const { stood, asked } = await page.evaluate(() => {
      const [document] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      const [seen] = performance.getEntriesByName("first-contentful-paint");
      const code = performance.getEntriesByType("resource");
      return {
        stood: Math.min(seen?.startTime ?? 0, document?.loadEventStart ?? 0),
        asked: code.flatMap(({ name, startTime }) => (/\/(sign-in|react)-[\w-]{8}\.js$/.test(name) ? [startTime] : [])),
      };
    });
    expect(asked.length, address).toBe(2);
    for (const at of asked) expect(at >= stood, `${address}: ${at} and ${stood}`).toBe(isDrawn);
  }
});
