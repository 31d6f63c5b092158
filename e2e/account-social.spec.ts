import type { BrowserContext, Page } from "@playwright/test";

import * as texts from "@idanimo/contract/texts";

import { readLocalStorage } from "./support/forms.ts";
import { recordResponses } from "./support/record-responses.ts";
import { origins } from "./support/test-environment.ts";
import { expectHiddenFromScripts } from "./support/secrets.ts";
import { expect, test } from "./support/test.ts";

const google = (page: Page) => page.getByRole("button", { name: "Continue with Google" });
const facebook = (page: Page) => page.getByRole("button", { name: "Continue with Facebook" });
const alert = (page: Page) => page.getByRole("alert");
const ngozi = "ngozi.adeyemi@example.test";

/** Presses a button that opens a provider's window. @returns the window */
async function windowOf(page: Page, press: () => Promise<void>): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await press();
  return opened;
}

/** Selects an account, or cancels, in a provider's window or on its page. */
async function pick(page: Page, name: RegExp): Promise<void> {
  await page
    .getByRole("button", { name })
    .click()
    .catch((error: unknown) => {
      if (!page.isClosed()) throw error; // the click closes the window, perhaps before Playwright reports success
    });
}

async function signedInAsNgozi(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/main-dashboard#?$/);
  await expect(page.getByRole("banner").getByRole("button", { name: "Ngozi Adeyemi" })).toBeVisible();
}

/** Checks the welcome message with the provider's name, which is shown once. */
async function welcomed(page: Page, words: string): Promise<void> {
  await expect(page.getByRole("status").filter({ hasText: words })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("banner").getByRole("button", { name: "Ngozi Adeyemi" })).toBeVisible();
  await expect(page.getByText(words)).toHaveCount(0);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name: /Ngozi/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
}

// Covers: SOCIAL-04 ERR-14 T-09 T-14
test("Google's One Tap prompt signs in [SOCIAL-01 SOCIAL-02 SOCIAL-03]", async ({ page }) => {
  const answers = await recordResponses(page, "/openauth/google-login");
  // only this browser has a Google session
  await page.route(/\/google\/gsi\/status$/, (route) =>
    route.fulfill({ json: { session: true }, headers: { "access-control-allow-origin": origins.product } }),
  );
  const arrive = Promise.withResolvers<void>();
  await page.route(/\/google\/gsi\/client$/, async (route) => {
    await arrive.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/google\/gsi\/client$/);
  await page.goto("/login");
  await asked;
  await expect(page.locator("#credential_picker_iframe")).toHaveCount(0);
  arrive.resolve();
  const card = page.frameLocator("#credential_picker_iframe");
  await expect(card.getByRole("button", { name: /Continue as Ngozi Adeyemi/ })).toBeVisible();

  const sent = page.waitForRequest(/\/openauth\/google-login$/);
  await card.getByRole("button", { name: /Continue as Ngozi Adeyemi/ }).click();
  const body = (await sent).postDataJSON() as Record<string, unknown>;
  expect(body).toEqual({
    accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    deviceToken: null,
    ipAddress: expect.any(String),
    deviceName: "Web app",
  });
  await signedInAsNgozi(page);
  await welcomed(page, texts.googleSuccessful);
  expect(answers).toEqual([expect.objectContaining({ jwtToken: expect.any(String), firstName: "Ngozi" })]);
  await expectHiddenFromScripts(page, [String(answers[0]?.["jwtToken"]), String(body["accessToken"])]);
  expect(await readLocalStorage(page, "IpAddress")).toBe(body["ipAddress"]);
  await page.goto("/profile");
  await expect(page.getByLabel("Email")).toHaveValue(ngozi);
});

// Covers: ERR-08 ERR-09 ERR-10 ERR-11 T-14
test("Google's window signs in; unverified emails and foreign tokens are rejected [SOCIAL-01 SOCIAL-05 LOGIN-02]", async ({
  page,
  context,
  trouble,
}) => {
  trouble.allow(/\/openauth\/google-login$/, 401);
  trouble.allow(/\/openauth\/google-login$/, 403);
  trouble.allowLost(/\/openauth\/google-login$/);
  await page.goto("/login");

  await pick(await windowOf(page, () => google(page).click()), /^Cancel$/);
  await expect(alert(page)).toContainText(texts.googleFailed);

  const left = await windowOf(page, () => google(page).click());
  await expect(left.getByRole("heading", { name: "Choose a Google account" })).toBeVisible();
  await left.close();
  await expect(alert(page)).toContainText(texts.googleFailed);

  await pick(await windowOf(page, () => google(page).click()), /Tunde Bello/);
  await expect(alert(page)).toContainText("Your Google account has no confirmed email");

  await handOver(context, await tokenForAnotherApplication());
  await pick(await windowOf(page, () => google(page).click()), /Ngozi Adeyemi/);
  await expect(alert(page)).toContainText(texts.socialRefused);
  await context.unroute(chosen);

  await page.route(/\/openauth\/google-login$/, (route) => route.abort("connectionreset"), { times: 1 });
  await pick(await windowOf(page, () => google(page).click()), /Ngozi Adeyemi/);
  await expect(alert(page)).toContainText(texts.socialNetworkError);

  await page.route(/\/openauth\/google-login$/, (route) => route.fulfill({ json: { firstName: "Ngozi" } }), {
    times: 1,
  });
  await pick(await windowOf(page, () => google(page).click()), /Ngozi Adeyemi/);
  await expect(alert(page)).toContainText(texts.socialNoToken);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("__Host-idanimo");

  await pick(await windowOf(page, () => google(page).click()), /Ngozi Adeyemi/);
  await signedInAsNgozi(page);
});

// Covers: ERR-14 ERR-15 T-14
test("without popups the provider's page signs in, and cancelling is reported once [SOCIAL-05 ERR-08 ERR-12]", async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  for (const [button, provider, words, welcome] of [
    [google, "Google", texts.googleFailed, texts.googleSuccessful],
    [facebook, "Facebook", texts.facebookCancelled, texts.facebookSuccessful],
  ] as const) {
    await page.goto("/login");
    await button(page).click();
    await expect(page.getByRole("heading", { name: `Choose a ${provider} account` })).toBeVisible();
    expect(new URL(page.url()).origin).toBe(origins.sandbox);
    await pick(page, /^Cancel$/);
    await expect(page).toHaveURL(/\/login$/);
    await expect(alert(page)).toContainText(words);
    await page.reload();
    await expect(button(page)).toBeVisible();
    await expect(page.getByText(words)).toHaveCount(0);

    await button(page).click();
    await pick(page, /Ngozi Adeyemi/);
    await expect(page.getByText(welcome)).toBeVisible();
    await signedInAsNgozi(page);
    await signOut(page);
  }
});

// Covers: SIGNUP-06 ERR-09 ERR-12 ERR-13 ERR-15
test("Facebook's window signs in to the account with the same verified email [SOCIAL-01 SOCIAL-02 SOCIAL-03]", async ({
  page,
  trouble,
}) => {
  trouble.allow(/\/openauth\/facebook$/, 403);
  trouble.allow(/\/openauth\/facebook$/, 500);
  await page.goto("/individual/sign-up/1");

  await pick(await windowOf(page, () => facebook(page).click()), /^Cancel$/);
  await expect(alert(page)).toContainText(texts.facebookCancelled);

  await pick(await windowOf(page, () => facebook(page).click()), /Zainab Musa/);
  await expect(alert(page)).toContainText("Your Facebook account has no confirmed email");

  await page.route(/\/openauth\/facebook$/, (route) => route.fulfill({ status: 500, body: "" }), { times: 1 });
  await pick(await windowOf(page, () => facebook(page).click()), /Ngozi Adeyemi/);
  await expect(alert(page)).toContainText(texts.facebookFailed);

  const sent = page.waitForRequest(/\/openauth\/facebook$/);
  await pick(await windowOf(page, () => facebook(page).click()), /Ngozi Adeyemi/);
  expect((await sent).postDataJSON()).toMatchObject({ accessToken: expect.any(String), deviceName: "Web app" });
  await signedInAsNgozi(page);
  await welcomed(page, texts.facebookSuccessful);
  await page.goto("/profile");
  await expect(page.getByLabel("Email")).toHaveValue(ngozi);
  await expect(page.getByRole("listitem").filter({ hasText: "Facebook" })).toContainText("Linked");
});

const chosen = /\/google\/gsi\/choose$/;

/** Sets the access token that Google's window returns from now on. */
async function handOver(context: BrowserContext, accessToken: string): Promise<void> {
  await context.route(chosen, (route) => route.fulfill({ json: { access_token: accessToken, token_type: "Bearer" } }));
}

async function tokenForAnotherApplication(): Promise<string> {
  const response = await fetch(`${origins.sandbox}/__sandbox/google/tokens`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ clientId: "another-client" }),
  });
  return ((await response.json()) as { readonly accessToken: string }).accessToken;
}
