import * as texts from "@idanimo/contract/texts";

import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { waitForConsentRequest } from "./support/inbox.ts";
import { newNin } from "./support/identity-numbers.ts";
import {
  expectNoShiftAfterLateResponse,
  expectNoShift,
  field,
  lateResponseViewports,
  mainAlert,
  password,
  press,
  unexpectedError,
  watchEveryShift,
  type LateResponse,
} from "./support/late-responses.ts";
import { consentResponse, resultShapes, exampleRequestId } from "./support/result-shapes.ts";
import { expect, test } from "./support/test.ts";
import { desktopViewport } from "./support/walk.ts";
import { topUp } from "./support/wallet.ts";
import { requestNin, fillWizard, pay } from "./support/wizard.ts";

test.beforeEach(({ context }) => watchEveryShift(context));

for (const [name, viewport] of lateResponseViewports)
  test.describe(`on ${name}`, () => {
    test.use({ viewport });

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
        ...unexpectedError,
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
        ...unexpectedError,
        see: () => expect(mainAlert(page)).toBeVisible(),
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

    test("a late response moves nothing on the guardian form [G-F4 T-49]", async ({ page, trouble }) => {
      const asks = /\/verification\/guardian$/;
      for (const status of [400, 500]) trouble.allow(asks, status);
      const late = makePerson("Late");
      await createAccount(late);
      await signInByApi(page, late);
      const minor = consentResponse(resultShapes.person, null, { consent: "terminated", outcome: "MINOR" });
      await page.route(/\/check-consent\//, (route) => route.fulfill({ json: minor }));
      await page.goto(`/consent?request=${exampleRequestId}`);
      await field(page, "Who can consent for them?").selectOption("A parent");
      const asksFor = { path: asks, ...press(page, texts.askThroughGuardian) };
      await expectNoShiftAfterLateResponse(page, "a guardian who is not asked for", {
        ...asksFor,
        ...unexpectedError,
        see: () => expect(mainAlert(page).filter({ hasText: "It was not sent" })).toBeVisible(),
      });
      await expectNoShiftAfterLateResponse(page, "a relation that is not taken", {
        ...asksFor,
        status: 400,
        body: { code: "bad_input", message: texts.badInput, fields: { relation: "Choose who would agree for them." } },
        see: () => expect(field(page, "Who can consent for them?")).toBeFocused(),
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
      const expectAlert = () => expect(dialog.getByRole("alert")).toContainText("Nothing was changed");
      const wrong = { status: 400, body: { code: "incorrect_old_password", message: texts.incorrectOldPassword } };
      const sends = (name: string): Pick<LateResponse, "send"> => ({
        send: () => dialog.getByRole("button", { name, exact: true }).click(),
      });
      const asked = () => expect(dialog.getByLabel("Your password")).toBeFocused();

      await page.getByRole("button", { name: "Set up" }).click();
      await dialog.getByLabel("Your password").fill(password);
      const setsUp = { path: /\/user\/totp$/, ...sends("Continue") };
      await expectNoShiftAfterLateResponse(page, "a password that is wrong", { ...setsUp, ...wrong, see: asked });
      await expectNoShiftAfterLateResponse(page, "an authenticator that is not set up", {
        ...setsUp,
        ...unexpectedError,
        see: expectAlert,
      });
      await page.keyboard.press("Escape");

      await page.getByRole("button", { name: "Download my data" }).click();
      await dialog.getByLabel("Your password").fill(password);
      const downloads = { path: /\/user\/export\/begin$/, ...sends("Continue") };
      await expectNoShiftAfterLateResponse(page, "files that are not made", {
        ...downloads,
        ...unexpectedError,
        see: expectAlert,
      });
      await expectNoShiftAfterLateResponse(page, "a wrong password before them", {
        ...downloads,
        ...wrong,
        see: asked,
      });
      await page.keyboard.press("Escape");

      await page.getByRole("button", { name: "Close my account" }).click();
      await dialog.getByRole("button", { name: "Continue", exact: true }).click();
      await dialog.getByLabel(/^Type/).fill("CLOSE");
      await dialog.getByLabel("Your password").fill(password);
      await expectNoShiftAfterLateResponse(page, "an account that is not closed", {
        path: /\/user\/close$/,
        ...sends("Close my account"),
        ...unexpectedError,
        see: expectAlert,
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
        ...unexpectedError,
        see: () => expect(dialog.getByRole("alert")).toContainText("The picture was not saved"),
      });
      await page.keyboard.press("Escape");

      await page.goto("/main-dashboard");
      await page.getByRole("tab", { name: "Transaction Logs" }).click();
      await page.getByRole("button", { name: "Statement" }).click();
      await expectNoShiftAfterLateResponse(page, "a statement that is not made", {
        path: /statement\.pdf/,
        ...sends("Get the PDF"),
        ...unexpectedError,
        see: () => expect(dialog).toContainText("The statement could not be saved"),
      });
    });
  });
