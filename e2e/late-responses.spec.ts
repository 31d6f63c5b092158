import * as texts from "@idanimo/contract/texts";
import type { Page } from "@playwright/test";

import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { waitForCaptcha } from "./support/forms.ts";
import { waitForConsentRequest } from "./support/inbox.ts";
import {
  expectNoShiftAfterLateResponse,
  expectNoShift,
  type LateResponse,
  watchEveryShift,
} from "./support/late-responses.ts";
import { consentResponse, resultShapes, exampleRequestId } from "./support/result-shapes.ts";
import { newNin } from "./support/identity-numbers.ts";
import { expect, test } from "./support/test.ts";
import { desktopViewport } from "./support/walk.ts";
import { topUp } from "./support/wallet.ts";
import { requestNin, fillWizard, pay } from "./support/wizard.ts";

test.beforeEach(({ context }) => watchEveryShift(context));
const phone = { width: 360, height: 740 };
const password = "Six-4-kites-fly";
const alert = (page: Page) => page.getByRole("main").getByRole("alert");
const broken = { status: 500, body: { code: "unexpected" } };

const press = (page: Page, name: string): Pick<LateResponse, "send"> => ({
  send: () => page.getByRole("button", { name, exact: true }).click(),
});
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

/** Delays each React render, as on a busy machine, while frames are painted as usual. */
const drawLate = (page: Page) =>
  page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...call: Parameters<typeof post>) {
      setTimeout(() => post.apply(this, call), 150);
    } as typeof post;
  });

test.describe("on a phone that renders late", () => {
  test.use({ viewport: phone });

  test("a late error at a field moves nothing [G-F4 LOGIN-04]", async ({ page, trouble }) => {
    trouble.allow(/\/auth\/login$/, 401);
    await drawLate(page);
    await page.goto("/login");
    await waitForCaptcha(page);
    await expect(page.getByRole("button", { name: "Continue with Google" })).toBeVisible();
    await field(page, "Email").fill("nobody@example.test");
    await field(page, "Password").fill(password);
    await expectNoShiftAfterLateResponse(page, "a wrong password", {
      path: /\/auth\/login$/,
      ...press(page, "Sign in"),
      status: 401,
      body: { code: "incorrect_credentials", message: texts.incorrectCredentials },
      see: async () => {
        await expect(page.getByText(texts.incorrectCredentials).first()).toBeVisible();
        await expect(field(page, "Password")).toHaveAttribute("aria-invalid", "true");
        await waitForCaptcha(page);
      },
    });
  });
});

for (const [name, viewport] of [
  ["a phone", phone],
  ["a small desktop", { width: 960, height: 900 }],
  ["a desktop", desktopViewport],
] as const)
  test.describe(`on ${name}`, () => {
    test.use({ viewport });

    test("a late error moves nothing on the sign-in screens [G-F4 LOGIN-04 LOGIN-10]", async ({ page, trouble }) => {
      for (const path of [/\/auth\//, /\/form\//]) for (const status of [400, 401, 500]) trouble.allow(path, status);
      const seen = async (words: string) => {
        await expect(page.getByText(words).first()).toBeVisible();
        await waitForCaptcha(page);
      };
      await page.goto("/login");
      await waitForCaptcha(page);
      await expect(page.getByRole("button", { name: "Continue with Google" })).toBeVisible();
      await field(page, "Email").fill("nobody@example.test");
      await field(page, "Password").fill(password);
      const logsIn = { path: /\/auth\/login$/, ...press(page, "Sign in") };
      const wrong = { status: 401, body: { code: "incorrect_credentials", message: texts.incorrectCredentials } };
      await expectNoShiftAfterLateResponse(page, "a wrong password", {
        ...logsIn,
        ...wrong,
        see: () => seen(texts.incorrectCredentials),
      });
      await expectNoShiftAfterLateResponse(page, "a mishap", {
        ...logsIn,
        ...broken,
        see: () => seen(texts.loginFailed),
      });

      await page.goto("/forgot-password");
      await waitForCaptcha(page);
      await field(page, "Email").fill("nobody@example.test");
      const asks = { path: /\/auth\/fpassword$/, ...press(page, "Reset") };
      await expectNoShiftAfterLateResponse(page, "nobody's address", {
        ...asks,
        status: 200,
        body: { result: "user does not exist" },
        see: () => seen("user does not exist"),
      });
      await expectNoShiftAfterLateResponse(page, "a mishap of the mail", {
        ...asks,
        ...broken,
        see: async () => {
          await expect(alert(page)).toBeVisible();
          await waitForCaptcha(page);
        },
      });

      await page.goto("/login?step=second-factor");
      await expectNoShiftAfterLateResponse(page, "a mishap of the second step", {
        path: /\/auth\/second-factor$/,
        send: () => field(page, "Code from your authenticator").fill("123456"),
        ...broken,
        see: () => expect(alert(page)).toContainText(texts.loginFailed),
      });
    });

    test("a late error moves nothing on the sign-up screens [G-F4 SIGNUP-41]", async ({ page, trouble }) => {
      trouble.allow(/\/auth\/registration$/, 400);
      trouble.allow(/\/auth\/login$/, 403);
      trouble.allow(/\/auth\/activation$/, 400);
      const refused = {
        path: /\/auth\/registration$/,
        ...press(page, "Proceed"),
        status: 400,
        body: { code: "bad_input", message: texts.badInput, fields: { password: texts.passwordLeaked } },
      };
      const fill = async (more: Record<string, string>) => {
        const typed = { "First name": "Ada", "Last name": "Late", Email: "ada.late@example.test", ...more };
        for (const [label, value] of Object.entries(typed)) await field(page, label).fill(value);
        for (const label of ["Password", "Confirm password"]) await field(page, label).fill(password);
        await page.getByRole("checkbox", { name: /I accept/ }).check();
        await waitForCaptcha(page);
      };
      await page.goto("/individual/sign-up/1");
      await fill({});
      await expectNoShiftAfterLateResponse(page, "a person's sign-up", {
        ...refused,
        see: async () => {
          await expect(field(page, "Password")).toBeFocused();
          await waitForCaptcha(page);
        },
      });

      await page.goto("/individual/sign-up/2");
      await field(page, "Business name").fill("Late Ltd");
      await field(page, "RC number").fill("RC 204060");
      await field(page, "Office address").fill("1 Marina, Lagos");
      await page.getByRole("button", { name: "Proceed" }).click();
      await fill({ Designation: "Owner", "National Identification Number (NIN)": "70123455501" });
      await expectNoShiftAfterLateResponse(page, "a business's sign-up", {
        ...refused,
        see: async () => {
          await expect(page.getByRole("alertdialog", { name: "Error" })).toBeVisible();
          await expect(page.getByText("Done: you are a person.")).toBeAttached();
        },
      });

      await page.goto("/login");
      await waitForCaptcha(page);
      const waiting = { code: "account_not_activated", message: "Open it first.", details: { id: "x".repeat(43) } };
      await page.route(/\/auth\/login$/, (route) => route.fulfill({ status: 403, json: waiting }), { times: 1 });
      await field(page, "Email").fill("ada.late@example.test");
      await field(page, "Password").fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      const cells = page.getByRole("group", { name: "One-time code" });
      await expectNoShiftAfterLateResponse(page, "a wrong code", {
        path: /\/auth\/activation$/,
        send: () => cells.getByRole("textbox", { name: "Digit 1 of 6" }).fill("123456"),
        status: 400,
        body: { code: "code_wrong", message: texts.codeWrong },
        see: () => expect(page.getByText(/Look at the newest message/)).toBeVisible(),
      });
    });

    test("a late error moves nothing on profile, password, wallet and wizard [G-F4]", async ({ page, trouble }) => {
      for (const path of [/\/user\/update$/, /\/change\/password$/, /\/flexi-initiate$/, /\/verification\/session$/])
        for (const status of [400, 422, 500, 503]) trouble.allow(path, status);
      const late = makePerson("Late");
      await createAccount(late);
      await signInByApi(page, late);
      await page.goto("/profile");
      await field(page, "First name").fill("Latest");
      const saves = { path: /\/user\/update$/, ...press(page, "Save changes") };
      await expectNoShiftAfterLateResponse(page, "a profile that is not saved", {
        ...saves,
        ...broken,
        see: () => expect(page.getByText("Nothing was saved")).toBeVisible(),
      });
      await expectNoShiftAfterLateResponse(page, "a field of the profile", {
        ...saves,
        status: 400,
        body: { code: "bad_input", message: texts.badInput, fields: { firstName: "Not this one" } },
        see: () => expect(field(page, "First name")).toBeFocused(),
      });

      await page.goto("/set-new-password");
      await field(page, "Old password").fill("Wrong-9-password");
      for (const label of ["New password", "Confirm password"]) await field(page, label).fill(password);
      const changes = { path: /\/change\/password$/, ...press(page, texts.changePassword) };
      await expectNoShiftAfterLateResponse(page, "a wrong old password", {
        ...changes,
        status: 400,
        body: { code: "incorrect_old_password", message: texts.incorrectOldPassword },
        see: () => expect(field(page, "Old password")).toBeFocused(),
      });
      await expectNoShiftAfterLateResponse(page, "a password that is not changed", {
        ...changes,
        ...broken,
        see: () => expect(alert(page)).toBeVisible(),
      });

      await page.goto("/main-dashboard#wallet");
      const wallet = page.getByRole("dialog", { name: "User Wallet" });
      await wallet.getByLabel("Amount to add").fill("5000");
      await expectNoShiftAfterLateResponse(page, "an amount that is too large", {
        path: /\/flexi-initiate$/,
        send: () => wallet.getByRole("button", { name: texts.proceedToPayment }).click(),
        status: 422,
        body: { code: "top_up_too_large", message: "That is too much at once." },
        see: () => expect(page.getByRole("alertdialog")).toContainText("That is too much at once."),
      });

      await page.setViewportSize(desktopViewport); // all three steps side by side
      await fillWizard(page, "74000011111", "Instant payment");
      await page.setViewportSize(viewport);
      while (await page.getByRole("button", { name: "Next" }).isVisible())
        await page.getByRole("button", { name: "Next" }).click();
      await expectNoShiftAfterLateResponse(page, "a purchase that is not made", {
        path: /\/verification\/session$/,
        send: () => pay(page),
        status: 503,
        body: { code: "unavailable", message: texts.unavailable },
        see: () => expect(page.getByText(texts.unavailable).first()).toBeVisible(),
      });
    });

    test("a late response moves nothing on the password reset page [G-F4 PASSWORD-05 ERR-27]", async ({
      page,
      trouble,
    }) => {
      const [opens, sets] = [/\/form\/reset-password\/open$/, /\/form\/reset-password\/[^/]+\/password$/];
      for (const path of [opens, sets]) for (const status of [400, 500]) trouble.allow(path, status);
      await expectNoShiftAfterLateResponse(page, "a link that could not be looked at", {
        path: opens,
        send: async () => void (await page.goto("/reset-password")),
        ...broken,
        see: () => expect(alert(page)).toContainText(texts.resetFailed),
      });
      await expectNoShiftAfterLateResponse(page, "a link that is good", {
        path: opens,
        ...press(page, "Try again"),
        status: 200,
        body: { email: "ada.late@example.test" },
        see: () => expect(field(page, "New password")).toBeVisible(),
      });
      for (const label of ["New password", "Confirm password"]) await field(page, label).fill(password);
      const setsIt = { path: sets, ...press(page, "Set new password") };
      await expectNoShiftAfterLateResponse(page, "a leaked password", {
        ...setsIt,
        status: 400,
        body: { code: "bad_input", message: texts.badInput, fields: { newPassword: texts.passwordLeaked } },
        see: () => expect(field(page, "New password")).toBeFocused(),
      });
      await expectNoShiftAfterLateResponse(page, "a new password that is not set", {
        ...setsIt,
        ...broken,
        see: () => expect(alert(page)).toContainText(texts.resetFailed),
      });
    });

    test("a late response moves nothing on the guardian form [G-F4 T-49]", async ({ page, trouble }) => {
      const asks = /\/verification\/guardian$/;
      for (const status of [400, 500]) trouble.allow(asks, status);
      const late = makePerson("Late");
      await createAccount(late);
      await signInByApi(page, late);
      const minor = consentResponse(resultShapes.person, null, { consent: "terminated", outcome: "MINOR" });
      await page.route(/\/check-consent\//, (route) => route.fulfill({ json: minor }));
      await page.goto(`/consent?request=${exampleRequestId}`);
      await field(page, "Who would agree for them?").selectOption("A parent");
      const asksFor = { path: asks, ...press(page, texts.askThroughGuardian) };
      await expectNoShiftAfterLateResponse(page, "a guardian who is not asked for", {
        ...asksFor,
        ...broken,
        see: () => expect(alert(page).filter({ hasText: "It was not sent" })).toBeVisible(),
      });
      await expectNoShiftAfterLateResponse(page, "a relation that is not taken", {
        ...asksFor,
        status: 400,
        body: { code: "bad_input", message: texts.badInput, fields: { relation: "Choose who would agree for them." } },
        see: () => expect(field(page, "Who would agree for them?")).toBeFocused(),
      });
    });

    test("a late response moves nothing on the subject's pages [G-F4 CONSENT-02]", async ({
      page,
      newPerson,
      trouble,
    }) => {
      trouble.allow(/^\/consent\/[\w-]+\/report$/, 422);
      trouble.allow(/^\/consent\/[\w-]+\/grant$/, 409);
      const late = makePerson("Late");
      await createAccount(late);
      await signInByApi(page, late);
      await page.setViewportSize(desktopViewport);
      await page.goto("/main-dashboard");
      await topUp(page, "5000");
      const nin = newNin();
      await requestNin(page, nin);
      const { link } = await waitForConsentRequest(`${late.firstName} ${late.lastName}`, nin);
      const context = await newPerson({ viewport });
      await watchEveryShift(context);
      const subject = await context.newPage();
      await subject.goto(link);
      await expectNoShift(subject, "the question");
      await subject.getByRole("link", { name: /report misuse/ }).click();
      await expect(subject.getByRole("heading", { level: 1 })).toHaveText("Report misuse");
      await subject.locator("form").evaluate((form) => form.setAttribute("novalidate", ""));
      await subject.getByRole("button", { name: "Send the report" }).click();
      await expect(subject.getByRole("alert")).toBeVisible();
      await expectNoShift(subject, "a report without a reason");
      await subject.goto(link);
      const other = await context.newPage();
      await other.goto(link);
      await other.getByRole("button", { name: "I do not consent" }).click();
      await expect(other.getByRole("heading", { level: 1 })).toHaveText("You did not consent");
      await expectNoShift(other, "a no");
      await subject.getByRole("button", { name: "I consent" }).click();
      await expect(subject.getByRole("status")).toBeVisible();
      await expectNoShift(subject, "a yes after a no");
    });

    test("a late error moves nothing in a dialog's form [G-F4]", async ({ page, trouble }) => {
      for (const path of [
        /\/user\/totp$/,
        /\/user\/export\/begin$/,
        /\/user\/close$/,
        /\/user\/update$/,
        /statement\.pdf/,
      ])
        for (const status of [400, 500]) trouble.allow(path, status);
      const late = makePerson("Late");
      await createAccount(late);
      await signInByApi(page, late);
      await page.goto("/profile");
      const dialog = page.getByRole("dialog");
      const said = () => expect(dialog.getByRole("alert")).toContainText("Nothing was changed");
      const wrong = { status: 400, body: { code: "incorrect_old_password", message: texts.incorrectOldPassword } };
      const sends = (name: string): Pick<LateResponse, "send"> => ({
        send: () => dialog.getByRole("button", { name, exact: true }).click(),
      });
      const asked = () => expect(dialog.getByLabel("Your password")).toBeFocused();

      await page.getByRole("button", { name: "Set up" }).click();
      await dialog.getByLabel("Your password").fill(password);
      const setsUp = { path: /\/user\/totp$/, ...sends("Go on") };
      await expectNoShiftAfterLateResponse(page, "a password that is wrong", { ...setsUp, ...wrong, see: asked });
      await expectNoShiftAfterLateResponse(page, "an authenticator that is not set up", {
        ...setsUp,
        ...broken,
        see: said,
      });
      await page.keyboard.press("Escape");

      await page.getByRole("button", { name: "Download my data" }).click();
      await dialog.getByLabel("Your password").fill(password);
      const downloads = { path: /\/user\/export\/begin$/, ...sends("Go on") };
      await expectNoShiftAfterLateResponse(page, "files that are not made", { ...downloads, ...broken, see: said });
      await expectNoShiftAfterLateResponse(page, "a wrong password before them", {
        ...downloads,
        ...wrong,
        see: asked,
      });
      await page.keyboard.press("Escape");

      await page.getByRole("button", { name: "Close my account" }).click();
      await dialog.getByRole("button", { name: "Go on" }).click();
      await dialog.getByLabel(/^Type/).fill("CLOSE");
      await dialog.getByLabel("Your password").fill(password);
      await expectNoShiftAfterLateResponse(page, "an account that is not closed", {
        path: /\/user\/close$/,
        ...sends("Close my account"),
        ...broken,
        see: said,
      });
      await expect(
        dialog.getByText(/This cannot be undone/),
        "the consequence is explained beside the button",
      ).toBeVisible();
      await page.keyboard.press("Escape");

      await page.getByLabel("Picture file").setInputFiles({
        name: "me.png",
        mimeType: "image/png",
        buffer: await page.screenshot(),
      });
      await expect(page.getByRole("button", { name: "Save picture" })).toBeEnabled();
      await expectNoShiftAfterLateResponse(page, "a picture that is not saved", {
        path: /\/user\/update$/,
        ...sends("Save picture"),
        ...broken,
        see: () => expect(dialog.getByRole("alert")).toContainText("The picture was not saved"),
      });
      await page.keyboard.press("Escape");

      await page.goto("/main-dashboard");
      await page.getByRole("tab", { name: "Transaction Logs" }).click();
      await page.getByRole("button", { name: "Statement" }).click();
      await expectNoShiftAfterLateResponse(page, "a statement that is not made", {
        path: /statement\.pdf/,
        ...sends("Get the PDF"),
        ...broken,
        see: () => expect(dialog).toContainText("The statement could not be saved"),
      });
    });
  });
