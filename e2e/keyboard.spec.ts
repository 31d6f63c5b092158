import type { Locator, Page } from "@playwright/test";

import { codeFor, examples } from "./support/account.ts";
import { personChecked } from "./support/forms.ts";
import { messageWith, pick } from "./support/inbox.ts";
import { expect, test } from "./support/test.ts";
import { newestRow, paymentButton } from "./support/wizard.ts";

/** Goes on with the Tab key until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key does not reach ${target}`);
}

/** Goes to a control and types, or presses what it answers to. */
async function at(page: Page, target: Locator, act: { readonly type: string } | { readonly press: string }) {
  await tabTo(page, target);
  if ("type" in act) await page.keyboard.type(act.type);
  else await page.keyboard.press(act.press);
}

test("the keyboard alone signs up a person, opens the account, sets another password and signs in (SIGNUP-01 SIGNUP-08 OTP-02 OTP-07)", async ({
  page,
}) => {
  const [email, password] = ["bisi.keys@example.test", "Seven-9-keys-turn"];
  await page.goto("/sign-up");
  await at(page, page.getByRole("radio", { name: /^Individual/ }), { press: "Space" });
  await at(page, page.getByRole("button", { name: "Proceed" }), { press: "Enter" });
  await at(page, page.getByLabel("First name"), { type: "Bisi" });
  await at(page, page.getByLabel("Last name"), { type: "Keys" });
  await at(page, page.getByLabel("Email"), { type: email });
  await at(page, page.getByLabel("Phone number"), { type: "08031112233" });
  await at(page, page.getByLabel("Password", { exact: true }), { type: password });
  await at(page, page.getByLabel("Confirm password", { exact: true }), { type: password });
  await at(page, page.getByRole("main").getByRole("link", { name: "Privacy policy" }).first(), { press: "Enter" });
  await expect(page.getByRole("dialog", { name: "Privacy policy" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await at(page, page.getByRole("checkbox", { name: /I accept/ }), { press: "Space" });
  await personChecked(page);
  await at(page, page.getByRole("button", { name: "Proceed" }), { press: "Enter" });
  await expect(page.getByRole("heading", { level: 1, name: "Enter your code" })).toBeVisible();

  const code = await codeFor(email, "mail");
  await expect(page.getByRole("textbox", { name: "Digit 1 of 6" })).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
  const done = page.getByRole("dialog", { name: "Your account is open" });
  await at(page, done.getByRole("button", { name: "Sign in" }), { press: "Enter" });
  await expect(page).toHaveURL(/\/login$/);

  await at(page, page.getByRole("link", { name: "Forgot your password?" }), { press: "Enter" });
  await expect(page.getByRole("heading", { level: 1, name: "Forgot your password?" })).toBeFocused();
  await at(page, page.getByLabel("Email"), { type: email });
  await personChecked(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Password reset instructions sent to your email")).toBeVisible();

  const another = "Eight-8-locks-open";
  await page.goto(pick(await messageWith(/reset-password/, { to: email }), /(http:\S+\/reset-password\/\S+)/));
  await at(page, page.getByLabel("New password"), { type: another });
  await at(page, page.getByLabel("Confirm password", { exact: true }), { type: another });
  await page.keyboard.press("Enter");
  await expect(page.getByText("Reset password Successful")).toBeVisible();
  await at(page, page.getByLabel("Email"), { type: email });
  await at(page, page.getByLabel("Password", { exact: true }), { type: another });
  await personChecked(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/main-dashboard$/);
});

test("the keyboard alone signs up a business (SIGNUP-21 SIGNUP-22 SIGNUP-29 SIGNUP-42)", async ({ page }) => {
  await page.goto("/sign-up");
  await at(page, page.getByRole("radio", { name: /^Individual/ }), { press: "ArrowDown" });
  await expect(page.getByRole("radio", { name: /^Business/ })).toBeChecked();
  await page.keyboard.press("Enter");
  await at(page, page.getByLabel("Business name"), { type: "Keys and Sons" });
  await at(page, page.getByLabel("RC number"), { type: "RC 778899" });
  await at(page, page.getByLabel("Office address"), { type: "1 Marina, Lagos" });
  await page.keyboard.press("Enter");
  const ownNin = page.getByLabel("National Identification Number (NIN)");
  await at(page, page.getByLabel("Designation"), { type: "Owner" });
  await at(page, page.getByLabel("First name"), { type: "Tunde" });
  await at(page, page.getByLabel("Last name"), { type: "Keys" });
  await at(page, page.getByLabel("Email"), { type: "tunde.keys@example.test" });
  await at(page, page.getByLabel("Password", { exact: true }), { type: "nine lamps on a wall" });
  await at(page, page.getByLabel("Confirm password", { exact: true }), { type: "nine lamps on a wall" });
  await at(page, page.getByRole("checkbox", { name: /I accept/ }), { press: "Space" });
  await personChecked(page);
  await at(page, page.getByRole("button", { name: "Proceed" }), { press: "Enter" });
  await expect(ownNin, "the first field that is wrong").toBeFocused();
  await page.keyboard.type("70123455501");
  await page.keyboard.press("Enter");
  const done = page.getByRole("dialog", { name: "Account created" });
  await at(page, done.getByRole("button", { name: "Enter the code" }), { press: "Enter" });
  await expect(page.getByRole("textbox", { name: "Digit 1 of 6" })).toBeFocused();
});

test("the keyboard alone signs in, asks and pays", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByText("Done: you are a person.")).toBeVisible();
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type(examples.ada.email);
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.type(examples.ada.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/main-dashboard$/);

  await tabTo(page, page.getByRole("banner").getByRole("link", { name: "Identity Verification", exact: true }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("checkbox", { name: "NIN", exact: true }));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByLabel("National ID number (NIN)"));
  await page.keyboard.type("75000011111");
  await tabTo(page, page.getByLabel("Why do you ask?"));
  await page.keyboard.type("Rent");
  await tabTo(page, page.getByRole("radio", { name: "Wallet" }));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("checkbox", { name: /I accept/ }));
  await page.keyboard.press("Space");
  await tabTo(page, paymentButton(page));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("dialog", { name: "Disclaimer" }).getByRole("button", { name: "Confirm" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/main-dashboard$/, { timeout: 25_000 });
  await tabTo(page, newestRow(page).getByRole("button", { name: "Awaiting Consent" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(newestRow(page).getByRole("button", { name: "Awaiting Consent" })).toBeFocused();
});
