import * as texts from "@idanimo/contract/texts";

import { waitForCode, enterCode, signIn, signUp } from "./support/account.ts";
import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { waitForCaptcha } from "./support/forms.ts";
import { waitForConsentRequest, replyToSms } from "./support/inbox.ts";
import { newNin, formatNin } from "./support/identity-numbers.ts";
import { expect, test } from "./support/test.ts";
import { expectTranslated, simulateTranslator, translatorModes } from "./support/translator.ts";
import { expectBalance, topUp } from "./support/wallet.ts";
import {
  leaveWaitingScreen,
  searchTypeCheckbox,
  chooseSearchType,
  fillWizard,
  newestRow,
  pay,
  paymentButton,
  transactions,
} from "./support/wizard.ts";

test.describe.configure({ mode: "parallel" });

for (const how of translatorModes)
  test.describe(`while a browser's translator ${how}`, () => {
    test.beforeEach(({ context }) => simulateTranslator(context, how));

    test("sign-in works, with a wrong password first [LOGIN-01 LOGIN-04]", async ({ page, trouble }) => {
      trouble.allow(/\/auth\/login$/, 401);
      const person = makePerson("Lami");
      await createAccount(person);
      await page.goto("/login");
      await waitForCaptcha(page);
      await page.getByLabel("Email").fill(person.email);
      await page.getByLabel("Password", { exact: true }).fill("Not-the-1-password");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page.getByText(texts.incorrectCredentials).first()).toBeVisible();
      await page.getByRole("button", { name: "Show password" }).click();
      await page.getByRole("button", { name: "Hide password" }).click();
      await expectTranslated(page);
      await waitForCaptcha(page);
      await signIn(page, person);
      await expectBalance(page, "₦0");
      await expectTranslated(page);
    });

    test("a password reset can be requested [PASSWORD-01 PASSWORD-02]", async ({ page }) => {
      const person = makePerson("Ladi");
      await createAccount(person);
      await page.goto("/login");
      await page.getByRole("link", { name: "Forgot your password?" }).click();
      await waitForCaptcha(page);
      await page.getByRole("button", { name: "Reset" }).click();
      await expect(page.getByText(texts.validEmailRequired)).toBeVisible();
      await page.getByLabel("Email").fill(person.email);
      await page.getByRole("button", { name: "Reset" }).click();
      await expect(page.getByText("Password reset instructions sent to your email")).toBeVisible();
      await expectTranslated(page);
    });

    test("sign-up works, also after errors [SIGNUP-01 OTP-02]", async ({ page, trouble }) => {
      trouble.allow(/\/auth\/activation$/, 400);
      const person = makePerson("Mairo");
      await page.goto("/individual/sign-up/2");
      await page.getByRole("button", { name: "Proceed" }).click();
      await expect(page.getByText(texts.businessNameRequired)).toBeVisible();
      await expectTranslated(page);
      await page.goto("/individual/sign-up/1");
      await page.getByLabel("Password", { exact: true }).pressSequentially("short");
      await page.getByRole("checkbox", { name: /I accept/ }).check();
      await page.getByRole("button", { name: "Proceed" }).click();
      await expect(page.getByText(texts.firstNameRequired)).toBeVisible();
      await page.getByLabel("First name").pressSequentially("M");
      await page.getByRole("main").getByRole("link", { name: "Privacy policy" }).first().click();
      await expect(page.getByRole("dialog", { name: "Privacy policy" })).toBeVisible();
      await page.keyboard.press("Escape");
      await expectTranslated(page);
      await signUp(page, person);
      const code = await waitForCode(person.email, "mail");
      await page.keyboard.type(code === "111111" ? "222222" : "111111");
      await expect(page.getByText(/Enter the six digits from the latest message/)).toBeVisible();
      await expectTranslated(page);
      await enterCode(page, code);
      await expect(page).toHaveURL(/\/login$/);
      await expectTranslated(page);
    });

    test("a request is paid, granted and opened [WIZARD-01 PAY-01 CONSENT-01]", async ({ page }) => {
      const nin = newNin();
      const person = makePerson("Nana");
      await createAccount(person);
      await signInByApi(page, person);
      await page.goto("/main-dashboard");
      await topUp(page, "20000");
      await expectBalance(page, "₦20,000");
      await expectTranslated(page);

      await page.goto("/dashboard");
      for (const label of ["NIN", "Phone Number", "BVN", "Registration Number (RC)"])
        await chooseSearchType(page, label);
      await chooseSearchType(page, "Vehicle History (VIN)");
      await page.getByRole("checkbox", { name: /reported stolen/ }).check();
      for (const label of ["BVN", "Registration Number (RC)", "Vehicle History (VIN)"])
        await searchTypeCheckbox(page, label).uncheck();
      await chooseSearchType(page, "NIN");
      await page.getByLabel("National ID number (NIN)").pressSequentially("123");
      await page.getByLabel("Reason for this check").focus();
      await expect(page.getByText(texts.ninLength)).toBeVisible();
      await page.getByRole("radio", { name: "Instant payment" }).check();
      await expectTranslated(page);
      await fillWizard(page, nin);
      await expect(paymentButton(page)).toContainText("₦588");
      await pay(page);
      await leaveWaitingScreen(page);
      await expectBalance(page, "₦19,412");
      await expectTranslated(page);

      await newestRow(page).getByRole("button", { name: "Awaiting Consent" }).click();
      await page
        .getByRole("dialog", { name: "Awaiting Consent" })
        .getByRole("button", { name: "View request" })
        .click();
      await expect(page.getByRole("heading", { name: "Awaiting consent..." })).toBeVisible();
      await expectTranslated(page);
      const { sms, code } = await waitForConsentRequest(`${person.firstName} ${person.lastName}`, nin);
      await replyToSms(sms, `YES ${code}`);
      await expect(page.getByRole("heading", { name: "Verification Result" })).toBeVisible({ timeout: 60_000 });
      await expect(page.getByRole("article")).toContainText(formatNin(nin));
      await expectTranslated(page);
      await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();
      await expect(await transactions(page)).not.toHaveLength(0);
      await expectTranslated(page);
    });

    test("the profile and its dialogs work [PROFILE-01 SESSION-06]", async ({ page, trouble }) => {
      trouble.allow(/\/change\/password$/, 400);
      trouble.allow(/\/user\/totp$/, 400);
      trouble.allow(/\/events$/, 401);
      const person = makePerson("Oma");
      await createAccount(person);
      await signInByApi(page, person);
      await page.goto("/profile");
      await page.getByLabel("First name").fill("");
      await page.getByRole("button", { name: "Save changes" }).click();
      await expect(page.getByText(texts.firstNameRequired)).toBeVisible();
      await page.getByLabel("First name").fill("Omari");
      await page.getByRole("button", { name: "Save changes" }).click();
      await expect(page.getByText(texts.profileUpdated).first()).toBeVisible();
      await expectTranslated(page);
      await page.getByRole("button", { name: "Set up" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Your password").fill("Not-the-1-password");
      await dialog.getByRole("button", { name: "Continue", exact: true }).click();
      await expect(dialog.getByText(texts.incorrectPassword)).toBeVisible();
      await expectTranslated(page);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Close my account" }).click();
      await dialog.getByRole("button", { name: "Continue", exact: true }).click();
      await dialog.getByRole("button", { name: "Close my account" }).click();
      await expect(dialog.getByText(texts.closeWordWrong)).toBeVisible();
      await expectTranslated(page);
      await page.keyboard.press("Escape");
      await page.getByRole("banner").getByRole("button", { name: /Oma/ }).click();
      await page.getByRole("menuitem", { name: "Logout" }).click();
      await expect(page).toHaveURL(/\/$/);
    });
  });
