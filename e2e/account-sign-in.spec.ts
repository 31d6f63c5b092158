import type { Page } from "@playwright/test";

import { rememberedEmailDays } from "@idanimo/contract/limits";
import * as texts from "@idanimo/contract/texts";

import { createAccount, makePerson } from "./support/api.ts";
import { recordRequestBodies, expectFieldError, readLocalStorage, waitForCaptcha } from "./support/forms.ts";
import { recordResponses } from "./support/record-responses.ts";
import { expectHiddenFromScripts } from "./support/secrets.ts";
import { expect, test } from "./support/test.ts";
import { expectBalance } from "./support/wallet.ts";

const logins = /\/auth\/login$/;
const yemi = makePerson("Yemi", { phone: "08031112233" });

const email = (page: Page) => page.getByLabel("Email");
const password = (page: Page) => page.getByLabel("Password", { exact: true });
const remember = (page: Page) => page.getByRole("checkbox", { name: "Remember me" });
const submit = (page: Page) => page.getByRole("button", { name: "Sign in", exact: true });
const alert = (page: Page) => page.getByRole("main").getByRole("alert");

test.beforeAll(() => createAccount(yemi));

// Covers: LOGIN-04 LOGIN-05 LOGIN-10 ERR-02 ERR-05 ERR-06 ERR-07
test("the sign-in page validates its fields, waits for the captcha and shows errors [LOGIN-01 LOGIN-02 LOGIN-03]", async ({
  page,
  trouble,
}) => {
  trouble.allow(logins, 401);
  trouble.allow(logins, 406);
  trouble.allow(logins, 500);
  trouble.allowLost(logins);
  const solved = Promise.withResolvers<void>();
  await page.route(/\/captcha\/challenge/, async (route) => {
    await solved.promise;
    await route.continue();
  });
  await page.goto("/login");
  await expect(email(page)).toBeVisible();
  await expect(password(page)).toBeVisible();
  await expect(remember(page)).not.toBeChecked();
  await expect(page.getByRole("button", { name: "Continue with Google" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue with Facebook" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Create one" })).toHaveAttribute("href", "/sign-up");
  await expect(page.getByRole("link", { name: "Forgot your password?" })).toHaveAttribute("href", "/forgot-password");
  await expect(submit(page)).toBeDisabled();
  solved.resolve();
  await waitForCaptcha(page);
  await expect(submit(page)).toBeEnabled();

  const sent = recordRequestBodies(page, logins);
  await submit(page).click();
  await expectFieldError(email(page), texts.emailRequired);
  await expectFieldError(password(page), texts.passwordRequired);
  await expect(email(page)).toBeFocused();
  await email(page).fill("yemi");
  await password(page).fill("short");
  await submit(page).click();
  await expectFieldError(email(page), texts.emailInvalid);
  await expectFieldError(password(page), texts.passwordTooShort);
  expect(sent).toEqual([]);

  await email(page).fill(yemi.email);
  await password(page).fill("Wrong-9-password");
  await submit(page).click();
  await expectFieldError(password(page), texts.incorrectCredentials);
  await expect(alert(page)).toContainText(texts.incorrectCredentials);

  const refusals = [
    [
      406,
      { code: "ip_address_missing", title: "Error", message: "IP address not provided in payload" },
      texts.ipAddressMissing,
    ],
    [500, {}, texts.loginFailed],
  ] as const;
  for (const [status, json, words] of refusals) {
    await page.route(logins, (route) => route.fulfill({ status, json }), { times: 1 });
    await waitForCaptcha(page);
    await submit(page).click();
    await expect(alert(page)).toContainText(words);
  }
  await page.route(logins, (route) => route.abort("connectionreset"), { times: 1 });
  await waitForCaptcha(page);
  await submit(page).click();
  await expect(alert(page)).toContainText(texts.loginFailed);
  await expect(alert(page)).toContainText(texts.noResponse);
  await expect(page).toHaveURL(/\/login$/);
  expect(await readLocalStorage(page, "root")).toBeNull();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("__Host-idanimo");
});

// Covers: LOGIN-09 LOGIN-11 SESSION-01 SESSION-02 SESSION-04 SESSION-05 SESSION-13 SESSION-14 SESSION-16 PUSH-05 CONST-07 T-09
test("a remembered sign-in opens the dashboard and stores no secret [LOGIN-06 LOGIN-07 LOGIN-08]", async ({
  page,
  context,
}) => {
  const sent = recordRequestBodies(page, logins);
  const answers = await recordResponses(page, "/auth/login");
  const seenFrom = page.waitForResponse(/\/client-address$/);
  await page.goto("/login");
  const { ip } = (await (await seenFrom).json()) as { readonly ip: string };
  await email(page).fill(yemi.email);
  await password(page).fill(yemi.password);
  await remember(page).check();
  await waitForCaptcha(page);
  const release = Promise.withResolvers<void>();
  await page.route(logins, async (route) => {
    await release.promise;
    await route.continue();
  });
  await submit(page).click();
  await expect(page.getByRole("button", { name: texts.loggingIn })).toHaveAttribute("aria-disabled", "true");
  const profile = page.waitForRequest(/\/user\/profile$/);
  release.resolve();
  await expect(page).toHaveURL(/\/main-dashboard$/);
  expect(sent).toEqual([
    {
      email: yemi.email,
      password: yemi.password,
      rememberMe: true,
      ipAddress: ip,
      deviceToken: null,
      captcha: expect.any(String),
    },
  ]);
  const asked = await profile;
  expect(await asked.headerValue("cookie")).toContain("__Host-idanimo=");
  expect(await (await asked.response())?.json()).toMatchObject({
    firstName: "Yemi",
    lastName: yemi.lastName,
    currency: "NGN",
    userType: "individual",
  });
  await expectBalance(page, "₦0");

  const user = answers[0] ?? {};
  expect(user).toMatchObject({
    firstName: "Yemi",
    lastName: yemi.lastName,
    jwtToken: expect.any(String),
    expirationDate: expect.any(String),
    currency: "NGN",
    walletBalance: 0,
    profileImageLocation: null,
  });
  const root = JSON.parse((await readLocalStorage(page, "root")) ?? "{}") as Record<string, unknown>;
  expect(root).toEqual({
    isAuthenticated: true,
    firstName: "Yemi",
    lastName: yemi.lastName,
    expirationDate: user["expirationDate"],
  });
  expect(await readLocalStorage(page, "IpAddress")).toBe(ip);
  for (const key of await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage })))
    expect(["root", "IpAddress", "activity", "scrolls"], "allowed storage keys").toContain(key);
  for (const key of ["token", "clientToken", "otpData", "verificationData", "transactionData", "verificationResult"])
    expect(await readLocalStorage(page, key), key).toBeNull();
  const signIn = (await context.cookies()).find(({ name }) => name === "__Host-idanimo");
  expect(signIn).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax", path: "/" });
  await expectHiddenFromScripts(page, [
    yemi.password,
    String(user["jwtToken"]),
    signIn?.value ?? "none",
    "2348031112233",
  ]);

  const days = (cookie: { readonly expires: number }) => (cookie.expires - Date.now() / 1000) / 86_400;
  const remembered = (await context.cookies()).find(({ name }) => name === "rememberedEmail");
  expect(decodeURIComponent(remembered?.value ?? "")).toBe(yemi.email);
  expect(days(remembered ?? { expires: 0 })).toBeCloseTo(rememberedEmailDays, 2);
});

test("the remembered email is filled in until a sign-in without the option [LOGIN-11 SESSION-06 T-10]", async ({
  page,
  context,
}) => {
  const remembered = async () => (await context.cookies()).some(({ name }) => name === "rememberedEmail");
  async function signIn() {
    await password(page).fill(yemi.password);
    await waitForCaptcha(page);
    await submit(page).click();
    await expect(page).toHaveURL(/\/main-dashboard$/);
  }
  async function logOut() {
    await page.getByRole("banner").getByRole("button", { name: /Yemi/ }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await expect(page).toHaveURL(/\/$/);
    expect(await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))).toEqual({});
  }
  await page.goto("/login");
  await email(page).fill(yemi.email);
  await remember(page).check();
  await signIn();
  await logOut();
  await page.goto("/login");
  await expect(email(page)).toHaveValue(yemi.email);
  await expect(remember(page)).toBeChecked();
  expect(await remembered()).toBe(true);
  await remember(page).uncheck();
  await signIn();
  expect(await remembered()).toBe(false);
  await logOut();
  await page.goto("/login");
  await expect(email(page)).toHaveValue("");
  await expect(remember(page)).not.toBeChecked();
});
