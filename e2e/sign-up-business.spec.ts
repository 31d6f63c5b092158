import type { Page } from "@playwright/test";

import { waitForCode, enterCode, uniqueEmail } from "./support/account.ts";
import {
  recordRequestBodies,
  expectFieldError,
  expectNoFieldError,
  readLocalStorage,
  waitForCaptcha,
} from "./support/forms.ts";
import { expectHiddenFromScripts } from "./support/secrets.ts";
import { expect, test } from "./support/test.ts";

const registrations = /\/auth\/registration$/;
const proceed = (page: Page) => page.getByRole("button", { name: "Proceed" });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const halima = uniqueEmail("halima.trader");
const nin = "National Identification Number (NIN)";

/** The business form from top to bottom: the error of an empty field, and a valid value [SIGNUP-28]. */
const asked = [
  ["Designation", "Please enter your Designation", "Director"],
  ["First name", "Please enter your first name", "Halima"],
  ["Last name", "Please enter your last name", "Trader"],
  [nin, "Please enter your National Identification Number (NIN)", "70123400077"],
  ["Email", "Please enter your email", halima],
  ["Password", "Please enter your password", "plain market words"],
] as const;

const business = { businessName: "Halima Trading Ltd", rcNumber: "RC 204060", officeAddress: "4 Sabon Gari, Kano" };

// Covers: SIGNUP-27 SIGNUP-28 SIGNUP-29 SIGNUP-30 SIGNUP-31 SIGNUP-32 SIGNUP-33 SIGNUP-34 SIGNUP-35 SIGNUP-36 SIGNUP-37 SIGNUP-38 CONST-02
test("the business form reports errors from top to bottom, one field at a time [SIGNUP-21 SIGNUP-25 SIGNUP-26]", async ({
  page,
}) => {
  const sent = recordRequestBodies(page, registrations);
  await page.goto("/individual/sign-up/3");
  await expect(page.getByRole("heading", { level: 1, name: "Create Account" })).toBeVisible();
  await expect(page.getByText("BUSINESS ACCOUNT", { exact: true })).toBeVisible();
  const steps = page.getByRole("list", { name: "Steps of the sign-up" });
  await expect(steps.getByRole("img", { name: "Done" }), "the first step is not done").toHaveCount(0);
  for (const name of [...asked.map(([label]) => label), "Phone number optional", "Confirm password"])
    await expect(field(page, name)).toBeVisible();
  await expect(field(page, "Country code")).toHaveValue("NG");
  await expect(page.getByRole("main").getByRole("link", { name: /Your business/ })).toHaveAttribute(
    "href",
    "/individual/sign-up/2",
  );
  await expect(proceed(page)).toBeDisabled();

  await field(page, "Designation").fill("Dir");
  await page.getByRole("main").getByRole("link", { name: "Privacy policy" }).click();
  const policy = page.getByRole("dialog", { name: "Privacy policy" });
  await expect(policy.getByRole("heading", { level: 1 })).toBeVisible();
  await policy.getByRole("button", { name: "Close" }).click();
  await expect(field(page, "Designation")).toHaveValue("Dir");
  await field(page, "Designation").fill("");
  const box = page.getByRole("checkbox", { name: /I accept/ });
  await expect(box, "opening the terms does not accept them").not.toBeChecked();
  await box.check();
  await waitForCaptcha(page);

  await proceed(page).click();
  for (const [name, words] of asked) await expectFieldError(field(page, name), words);
  for (const [name, words, value] of asked) {
    await proceed(page).click();
    await expectFieldError(field(page, name), words);
    await expect(field(page, name), "the first one that is wrong").toBeFocused();
    await field(page, name).fill(value);
    await expectNoFieldError(field(page, name));
  }

  await field(page, nin).fill("7012340007x");
  await expectFieldError(field(page, nin), "Please enter only numbers");
  await field(page, nin).fill("7012340007");
  await expectNoFieldError(field(page, nin));
  await proceed(page).click();
  await expectFieldError(field(page, nin), "NIN must be 11 characters");
  await field(page, nin).fill("70123400077");
  await expect(field(page, nin)).toHaveValue("701 2340 0077"); // grouped, so that the user can check it
  await field(page, "Email").fill("halima.trader.example.test");
  await proceed(page).click();
  await expectFieldError(field(page, "Email"), "Invalid email format");
  await field(page, "Email").fill(halima);
  await field(page, "Password").fill("plain");
  await proceed(page).click();
  await expectFieldError(field(page, "Password"), "Password must be 8 characters or more");
  await field(page, "Password").fill("plain market words");
  await field(page, "Confirm password").fill("plain market word");
  await proceed(page).click();
  await expectFieldError(field(page, "Confirm password"), "Passwords do not match");
  await expect(field(page, "Confirm password")).toBeFocused();
  expect(sent).toEqual([]);
});

// Covers: SIGNUP-24 SIGNUP-37 SIGNUP-39 SIGNUP-41 SIGNUP-42 SIGNUP-43 ERR-17 IP-03 OTP-03 OTP-07 T-19
test("a business signs up in two steps, in either order, without losing input [SIGNUP-21 SIGNUP-22 SIGNUP-23]", async ({
  page,
  trouble,
}) => {
  trouble.allow(registrations, 400);
  const sent = recordRequestBodies(page, registrations);
  const stolen = "password1";
  const secrets = ["70123400077", "plain market words", stolen];
  const seenFrom = page.waitForResponse(/\/client-address$/);
  await page.goto("/individual/sign-up/3");
  const location = (await (await seenFrom).json()) as { readonly ip: string; readonly country_name: string };
  const fillSecrets = async (password: string) => {
    await field(page, nin).fill("70123400077");
    await field(page, "Password").fill(password);
    await field(page, "Confirm password").fill(password);
    await page.getByRole("checkbox", { name: /I accept/ }).check();
    await waitForCaptcha(page);
  };

  await test.step("without the first step, the second redirects to it and stores no secrets", async () => {
    for (const [name, , value] of asked) await field(page, name).fill(value);
    await fillSecrets("plain market words");
    await proceed(page).click();
    await expect(page).toHaveURL(/\/individual\/sign-up\/2/);
    await expect(page.getByRole("status").getByText("Business details first", { exact: true })).toBeVisible();
    await expectHiddenFromScripts(page, secrets);
  });

  await test.step("the business details", async () => {
    await proceed(page).click();
    await expectFieldError(field(page, "Business name"), "Please enter your business name");
    await expectFieldError(field(page, "RC number"), "Please enter your RC number");
    await expectFieldError(field(page, "Office address"), "Please enter your office address");
    await expect(field(page, "Business name")).toBeFocused();
    await field(page, "Business name").fill(business.businessName);
    await expectNoFieldError(field(page, "Business name"));
    await field(page, "RC number").fill(business.rcNumber);
    await field(page, "Office address").fill(business.officeAddress);
    await proceed(page).click();
    await expect(page).toHaveURL(/\/individual\/sign-up\/3$/);
    expect(JSON.parse((await readLocalStorage(page, "businessFormData")) ?? "{}")).toMatchObject(business);
    await expect(
      page.getByRole("list", { name: "Steps of the sign-up" }).getByRole("img", { name: "Done" }),
    ).toHaveCount(1);
    await expect(field(page, "Designation")).toHaveValue("Director");
    await expect(field(page, "Email")).toHaveValue(halima);
    for (const name of [nin, "Password", "Confirm password"]) await expect(field(page, name)).toHaveValue("");
  });

  await test.step("an error opens a dialog, and its message stays on the form", async () => {
    await fillSecrets(stolen);
    await proceed(page).click();
    const dialog = page.getByRole("alertdialog", { name: "Error" });
    await expect(dialog).toContainText("An error occurred while signing up. Try again later");
    await dialog.getByRole("button", { name: "Back to the form" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText("Fix the highlighted fields");
    await expectFieldError(
      field(page, "Password"),
      "This password is on a list of stolen passwords. Choose another one.",
    );
    await expect(field(page, "Password")).toBeFocused();
    await expectHiddenFromScripts(page, secrets);
  });

  await test.step("success is shown, the draft is deleted, and only the email gets the code", async () => {
    await fillSecrets("plain market words");
    await proceed(page).click();
    const done = page.getByRole("dialog", { name: "Account created" });
    await expect(done).toBeVisible();
    expect(sent.at(-1)).toEqual({
      userType: "business",
      designation: "Director",
      firstName: "Halima",
      lastName: "Trader",
      nin: "70123400077",
      email: halima,
      password: "plain market words",
      ...business,
      ipAddress: location.ip,
      ipCountry: location.country_name,
      acceptedTerms: expect.any(String),
      captcha: expect.any(String),
    });
    expect(await readLocalStorage(page, "businessFormData")).toBeNull();
    await done.getByRole("button", { name: "Enter the code" }).click();
    await expect(page).toHaveURL(/\/verify-otp$/);
    await expect(page.getByText(`Enter the OTP sent to ${halima} for continuation`)).toBeVisible();
    await expectHiddenFromScripts(page, secrets);
    await enterCode(page, await waitForCode(halima, "mail"));
    await expect(page).toHaveURL(/\/login$/);
    await expectHiddenFromScripts(page, secrets);
  });
});
