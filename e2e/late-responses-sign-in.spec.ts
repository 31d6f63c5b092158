import * as texts from "@idanimo/contract/texts";
import type { Page } from "@playwright/test";

import { waitForCaptcha } from "./support/forms.ts";
import {
  expectNoShiftAfterLateResponse,
  field,
  lateResponseViewports,
  mainAlert,
  password,
  phoneViewport,
  press,
  unexpectedError,
  watchEveryShift,
} from "./support/late-responses.ts";
import { expect, test } from "./support/test.ts";

test.beforeEach(({ context }) => watchEveryShift(context));

/** Delays each React render, as on a busy machine, while frames are painted as usual. */
const drawLate = (page: Page) =>
  page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...call: Parameters<typeof post>) {
      setTimeout(() => post.apply(this, call), 150);
    } as typeof post;
  });

test.describe("on a phone that renders late", () => {
  test.use({ viewport: phoneViewport });

  test("a late error at a field moves nothing [G-F4 LOGIN-04]", async ({ page, trouble }) => {
    trouble.allow(/\/auth\/login$/, 401);
    await drawLate(page);
    await page.goto("/login");
    await waitForCaptcha(page);
    await expect(page.getByRole("button", { name: "Continue with Google" })).toBeVisible();
    await field(page, "Email").fill("unknown@example.test");
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

for (const [name, viewport] of lateResponseViewports)
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
      await field(page, "Email").fill("unknown@example.test");
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
        ...unexpectedError,
        see: () => seen(texts.loginFailed),
      });

      await page.goto("/forgot-password");
      await waitForCaptcha(page);
      await field(page, "Email").fill("unknown@example.test");
      const asks = { path: /\/auth\/fpassword$/, ...press(page, "Reset") };
      await expectNoShiftAfterLateResponse(page, "an unknown address", {
        ...asks,
        status: 200,
        body: { result: "user does not exist" },
        see: () => seen("user does not exist"),
      });
      await expectNoShiftAfterLateResponse(page, "a mishap of the mail", {
        ...asks,
        ...unexpectedError,
        see: async () => {
          await expect(mainAlert(page)).toBeVisible();
          await waitForCaptcha(page);
        },
      });

      await page.goto("/login?step=second-factor");
      await expectNoShiftAfterLateResponse(page, "a mishap of the second step", {
        path: /\/auth\/second-factor$/,
        send: () => field(page, "Code from your authenticator").fill("123456"),
        ...unexpectedError,
        see: () => expect(mainAlert(page)).toContainText(texts.loginFailed),
      });
    });

    test("a late error moves nothing on the sign-up screens [G-F4 SIGNUP-41]", async ({ page, trouble }) => {
      trouble.allow(/\/auth\/registration$/, 400);
      trouble.allow(/\/auth\/login$/, 403);
      trouble.allow(/\/auth\/activation$/, 400);
      const rejected = {
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
        ...rejected,
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
        ...rejected,
        see: async () => {
          await expect(page.getByRole("alertdialog", { name: "Error" })).toBeVisible();
          await expect(page.getByText("Security check passed")).toBeAttached();
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
        see: () => expect(page.getByText(/Enter the six digits from the latest message/)).toBeVisible(),
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
        ...unexpectedError,
        see: () => expect(mainAlert(page)).toContainText(texts.resetFailed),
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
        ...unexpectedError,
        see: () => expect(mainAlert(page)).toContainText(texts.resetFailed),
      });
    });
  });
