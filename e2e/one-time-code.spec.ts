import * as texts from "@idanimo/contract/texts";
import type { CDPSession, Locator, Page } from "@playwright/test";

import { recordRequestBodies, waitForCaptcha } from "./support/forms.ts";
import { expect, test } from "./support/test.ts";

const activations = /\/auth\/activation$/;
const id = "x".repeat(43);
const cellsOf = (page: Page) => page.getByRole("group", { name: "One-time code" }).getByRole("textbox");
const digitsOf = (cells: Locator) =>
  cells.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));

/**
 * Opens the code cells by signing in before the account is activated.
 * @returns the codes that are sent, and a function that lets the server respond
 */
async function openCells(
  page: Page,
  response: { status: number; json: object },
): Promise<{ readonly sent: readonly { readonly code?: unknown }[]; readonly letAnswer: () => void }> {
  const waiting = {
    code: "account_not_activated",
    status: 403,
    title: "Error",
    message: "Open it first.",
    details: { id },
  };
  await page.route(/\/auth\/login$/, (route) => route.fulfill({ status: 403, json: waiting }));
  const typed = Promise.withResolvers<void>();
  await page.route(activations, async (route) => {
    await typed.promise;
    await route.fulfill(response);
  });
  const sent = recordRequestBodies(page, activations);
  await page.goto("/login");
  await waitForCaptcha(page);
  await page.getByLabel("Email").fill("code@example.test");
  await page.getByLabel("Password", { exact: true }).fill("Six-4-kites-fly");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(cellsOf(page).first()).toBeFocused();
  return { sent, letAnswer: typed.resolve };
}
const opened = { status: 200, json: { result: "user activated" } };
const wrong = {
  status: 400,
  json: { code: "code_wrong", status: 400, title: "Error", message: texts.codeWrong },
};

/** Ways to enter six digits into the cells. */
const ways: Readonly<Record<string, (page: Page, keyboard: CDPSession) => Promise<unknown>>> = {
  "keys, and Enter after them": async (page) => {
    await page.keyboard.type("123456");
    await page.keyboard.press("Enter");
  },
  "an insertion without a paste": (_page, keyboard) => keyboard.send("Input.insertText", { text: "123456" }),
  "an insertion into the fourth cell": async (page, keyboard) => {
    await page.keyboard.type("987");
    await keyboard.send("Input.insertText", { text: "123456" });
  },
  "an insertion into a full cell": async (page, keyboard) => {
    await page.keyboard.type("98765");
    await cellsOf(page).nth(1).click();
    await keyboard.send("Input.insertText", { text: "123456" });
  },
  "a composition that is confirmed": async (_page, keyboard) => {
    for (const text of ["1", "12", "123", "1234", "12345", "123456"])
      await keyboard.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    await keyboard.send("Input.insertText", { text: "123456" });
  },
  "a composition for each digit": async (_page, keyboard) => {
    for (const text of "123456") {
      await keyboard.send("Input.imeSetComposition", { text, selectionStart: 1, selectionEnd: 1 });
      await keyboard.send("Input.insertText", { text });
    }
  },
};

test.describe("the cells of a one-time code", () => {
  test.beforeEach(({ trouble }) => {
    trouble.allow(/\/auth\/login$/, 403);
    trouble.allow(activations, 400);
  });

  for (const [name, enterCode] of Object.entries(ways))
    test(`sends a code once, without a button: ${name} [OTP-02 OTP-06]`, async ({ page, context }) => {
      const { sent, letAnswer } = await openCells(page, opened);
      await enterCode(page, await context.newCDPSession(page));
      letAnswer();
      await expect(page.getByRole("dialog", { name: "Your account is open" })).toBeVisible();
      expect(sent).toEqual([{ id, code: "123456" }]);
    });

  test("enters each digit of a composition once [OTP-02]", async ({ page, context }) => {
    await openCells(page, opened);
    const keyboard = await context.newCDPSession(page);
    for (const text of "12345") {
      await keyboard.send("Input.imeSetComposition", { text, selectionStart: 1, selectionEnd: 1 });
      await keyboard.send("Input.insertText", { text });
    }
    expect(await digitsOf(cellsOf(page))).toEqual(["1", "2", "3", "4", "5", ""]);
  });

  test("sends a second code after a wrong one [OTP-02 OTP-06]", async ({ page }) => {
    const { sent, letAnswer } = await openCells(page, wrong);
    letAnswer();
    await page.keyboard.type("123456");
    await expect(page.getByText(/Enter the six digits from the latest message/)).toBeVisible();
    await expect(cellsOf(page).first()).toBeFocused();
    await page.keyboard.type("123456");
    await expect.poll(() => sent.map(({ code }) => code)).toEqual(["123456", "123456"]);
  });

  test("finds the only code in a pasted message, and reports when there is none [OTP-02]", async ({
    page,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const { sent, letAnswer } = await openCells(page, opened);
    letAnswer();
    const paste = async (text: string) => {
      await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
      await page.keyboard.press("ControlOrMeta+v");
    };
    await paste("1234567");
    await expect(page.getByText("The text you pasted is not a code of 6 digits.")).toBeVisible();
    await paste("Idanimo 24: your code is 482913. It ends in 10 minutes.");
    await expect(page.getByRole("dialog", { name: "Your account is open" })).toBeVisible();
    expect(sent).toEqual([{ id, code: "482913" }]);
  });
});

test("the second step sends an authenticator code once, at its sixth digit [LOGIN-10]", async ({ page, trouble }) => {
  trouble.allow(/\/auth\/second-factor$/, 400);
  const sent = recordRequestBodies(page, /\/auth\/second-factor$/);
  const response = { code: "second_factor_wrong", status: 400, title: "Error", message: texts.secondFactorWrong };
  await page.route(/\/auth\/second-factor$/, (route) => route.fulfill({ status: 400, json: response }));
  await page.goto("/login?step=second-factor");
  const code = page.getByLabel("Code from your authenticator");
  await code.pressSequentially("12345");
  expect(sent).toEqual([]);
  await code.press("6");
  await code.press("Enter");
  await expect(code).toHaveAccessibleDescription(new RegExp(texts.secondFactorWrong));
  await code.fill("654 321");
  await expect.poll(() => sent.length).toBe(2);
  expect(sent.map((body) => body["code"])).toEqual(["123456", "654 321"]);
});
