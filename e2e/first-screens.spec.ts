import { expect, test } from "./support/test.ts";

test("G-F5 CONST-10 a first screen is read before any script arrives, and takes nothing that would be lost", async ({
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
    expect(awake, `what answers on ${address}`).toBe(0);
  }
});

test("CONST-10 who goes on by keys before the script has come keeps the place when it has", async ({ newPerson }) => {
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
    await expect(page.getByRole("main"), "the drawn page").toBeFocused();
    const drawn = await page.getByRole("main").elementHandle();
    come();
    await expect
      .poll(async () => drawn?.evaluate((main) => main.isConnected), { message: "the live page" })
      .toBe(false);
    expect(await page.evaluate(() => document.activeElement?.id), `the place kept on ${address}`).toBe("main");
    await page.unroute(entry);
  }
});
