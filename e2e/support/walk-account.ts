import type { Page } from "@playwright/test";

import type { Person } from "./account.ts";
import { waitForMessage, extractFrom } from "./inbox.ts";
import { expect } from "./patient-expect.ts";
import type { Visit } from "./walk.ts";

/** Visits the other sign-in methods and their errors: a forgotten password, a second step, another person's account. */
export async function walkSignInMethods(page: Page, person: Person, visit: Visit): Promise<void> {
  await page.goto("/login?social=google-refused");
  await expect(page.getByText("We could not confirm who you are")).toBeVisible();
  await visit("login-social-refused", page);
  await page.goto("/login?step=second-factor");
  await expect(page.getByLabel("Code from your authenticator")).toBeVisible();
  await visit("second-step", page);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill("k7dm-29xp-q4tw");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("button", { name: "Start again" })).toBeVisible();
  await visit("second-step-ended", page);

  await page.goto("/forgot-password");
  await expect(page.getByText("Security check passed")).toBeVisible();
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await visit("forgot-password-refused", page);
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(page.getByText("Password reset instructions sent to your email")).toBeVisible();
  await visit("login-reset-sent", page);
  await page.goto(
    extractFrom(await waitForMessage(/reset-password/, { to: person.email }), /(http:\S+\/reset-password\/\S+)/),
  );
  await page.getByLabel("New password").fill("Eight-7-lamps-lit");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await visit("reset-password-refused", page);
  await page.getByLabel("Confirm password", { exact: true }).fill("Eight-7-lamps-lit");
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText("Reset password Successful")).toBeVisible();
  await visit("login-reset-done", page);
  await page.goto(`/reset-password/${person.email}/${"x".repeat(43)}`);
  await expect(page.getByRole("heading", { name: "Invalid Reset Password Link" })).toBeVisible();
  await visit("reset-password-ended", page);
  for (const [name, heading] of [
    ["email-confirm", "Email verified"],
    ["check-email", "Check your email"],
    ["verify-otp", "Enter your code"],
  ] as const) {
    await page.goto(`/${name}`);
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await visit(name === "verify-otp" ? "verify-otp-unknown" : name, page);
  }
}

/**
 * Visits the account settings: the profile with its dialogs, the password, notices, the wallet in the other
 * currency.
 */
export async function walkAccount(page: Page, person: Person, visit: Visit): Promise<void> {
  await page.goto("/profile");
  await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
  await visit("profile", page);
  await page.getByLabel("Picture file").setInputFiles({
    name: "me.png",
    mimeType: "image/png",
    buffer: await page.screenshot(),
  });
  await expect(page.getByRole("button", { name: "Save picture" })).toBeEnabled();
  await visit("profile-picture", page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("dialog", { name: "Add a passkey" })).toBeVisible();
  await visit("passkey-dialog", page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("dialog").getByLabel("Your password").fill(person.password);
  await page.getByRole("dialog").getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await visit("authenticator-dialog", page);
  await page.keyboard.press("Escape");

  await page.goto("/main-dashboard#notices");
  const notices = page.getByRole("dialog", { name: "Notices" });
  await expect(notices.getByText(/No notices yet|refund/i).first()).toBeVisible();
  await visit("notices-first", page);
  await page.goto("/profile#wallet");
  const wallet = page.getByRole("dialog", { name: "User Wallet" });
  await wallet.getByRole("radio", { name: /US dollars/ }).check();
  await expect(wallet).toContainText("At least $10");
  await wallet.getByLabel("Amount to add").fill("9");
  await wallet.getByLabel("Amount to add").press("Tab");
  await expect(wallet).toContainText("Minimum top-up amount is $10");
  await visit("wallet-usd-refused", page);
  await page.goto("/set-new-password");
  await page.getByLabel("Old password").fill(person.password);
  await page.getByLabel("New password").fill(person.password);
  await page.getByLabel("Confirm password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Old password and new password cannot be the same.")).toBeVisible();
  await visit("set-new-password-refused", page);
  await page.goto("/password-confirm");
  await expect(page.getByRole("link", { name: "Continue" })).toBeVisible();
  await visit("password-confirm", page);
}
