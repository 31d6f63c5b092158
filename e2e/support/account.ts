import { randomInt } from "node:crypto";

import type { Page } from "@playwright/test";

import { waitForMessage, extractFrom } from "./inbox.ts";
import { expect } from "./patient-expect.ts";

export type Person = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  /** In national format. */
  readonly phone?: string;
};

/** Accounts of the demonstration data, each with ₦50,000. */
export const exampleAccounts = {
  ada: { firstName: "Ada", lastName: "Example", email: "ada@example.test", password: "Example-1-password" },
  bright: { firstName: "Bright", lastName: "Example", email: "bright@example.test", password: "Example-1-password" },
} as const satisfies Record<string, Person>;

/** A new email address, also when a test is retried. Its letter keeps it from an ending that the sandbox rejects. */
export const uniqueEmail = (name: string): string => `${name}.${randomInt(1e9)}a@example.test`;

/** Signs up as an individual, up to the page that asks for the code. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto("/sign-up");
  await page.getByRole("radio", { name: "Individual" }).check();
  await page.getByRole("button", { name: "Proceed" }).click();
  await fillSignUp(page, person);
  await page.getByRole("button", { name: "Proceed" }).click();
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
}

export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel("First name").fill(person.firstName);
  await page.getByLabel("Last name").fill(person.lastName);
  await page.getByLabel("Email").fill(person.email);
  if (person.phone) await page.getByLabel("Phone number").fill(person.phone);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password", { exact: true }).fill(person.password);
  await page.getByRole("checkbox", { name: /I accept/ }).check();
  await expect(page.getByText("Security check passed")).toBeVisible();
}

/** Waits for the latest six-digit code of a recipient. */
export async function waitForCode(to: string, channel: "mail" | "sms"): Promise<string> {
  return extractFrom(await waitForMessage(/Your Idanimo code is/, { to, channel }), /code is (\d{6})/);
}

/** Enters a code, whose last digit submits it, and continues to the sign-in page. */
export async function enterCode(page: Page, code: string): Promise<void> {
  const cells = page.getByRole("group", { name: "One-time code" });
  for (const [at, digit] of [...code].entries())
    await cells.getByRole("textbox", { name: `Digit ${at + 1} of 6` }).pressSequentially(digit);
  const done = page.getByRole("dialog", { name: "Your account is open" });
  await done.getByRole("button", { name: "Sign in" }).click();
}

/** Signs in and waits for the dashboard. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  if (!/\/login/.test(page.url())) await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/main-dashboard$/);
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
}
