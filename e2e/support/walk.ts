import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";

import { waitForCode, enterCode, type Person, signUp } from "./account.ts";
import { waitForConsentRequest, replyToSms } from "./inbox.ts";
import { expect } from "./patient-expect.ts";
import { buySearch } from "./purchase.ts";
import { newNin } from "./identity-numbers.ts";
import { closePayment, endPayment, openTopUp, paymentDialog } from "./wallet.ts";
import { requestNin, leaveWaitingScreen, fillWizard, newestRow, paymentButton } from "./wizard.ts";

/** Widths at which every screen is checked: smallest phone, phone, start of the wide layout, desktop. */
export const allWidths = [320, 360, 960, 1440] as const;
const phoneWidths = [320, 360] as const;
export const desktopViewport = { width: 1440, height: 900 };

/** Called on each screen of a walk, in the state a user sees it. */
export type Visit = (name: string, page: Page, widths?: readonly number[]) => Promise<void>;
export type NewPerson = (options?: BrowserContextOptions) => Promise<BrowserContext>;

/** Visits the public documents. */
export async function walkPublicPages(page: Page, visit: Visit): Promise<void> {
  const pages = {
    landing: "/",
    products: "/products",
    faq: "/faq",
    privacy: "/privacy_policy",
    terms: "/terms_of_service",
    contact: "/contact",
    accessibility: "/accessibility",
    "my-data-entry": "/my-data",
    verify: "/verify",
    transparency: "/transparency",
    "not-found": "/notFoundPage",
  };
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(address);
    await visit(name, page);
  }
}

/** Visits sign-up from the account type to sign-in, with errors on the way. */
export async function walkSignUp(page: Page, person: Person, visit: Visit): Promise<void> {
  await page.goto("/sign-up");
  await expect(page.getByRole("radio", { name: "Individual" })).toBeVisible();
  await visit("sign-up", page);
  await page.goto("/individual/sign-up/1");
  await page.getByLabel("Email").fill("unknown");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("checkbox", { name: /I accept/ }).check();
  await page.getByRole("button", { name: "Proceed" }).click();
  await expect(page.getByText("Invalid email format")).toBeVisible();
  await visit("sign-up-individual-refused", page);
  await page.goto("/individual/sign-up/2");
  await expect(page.getByLabel("RC number")).toBeVisible();
  await visit("sign-up-business", page);
  await page.goto("/individual/sign-up/3");
  await expect(page.getByLabel("Designation")).toBeVisible();
  await visit("sign-up-business-person", page);
  await page.getByRole("checkbox", { name: /I accept/ }).check();
  await page.getByRole("button", { name: "Proceed" }).click();
  await expect(page.getByText("Please enter your Designation")).toBeVisible();
  await visit("sign-up-business-person-refused", page);
  await page.getByRole("main").getByRole("link", { name: "Privacy policy" }).click();
  await expect(page.getByRole("dialog", { name: "Privacy policy" })).toBeVisible();
  await visit("privacy-policy-dialog", page);
  await signUp(page, person);
  await visit("verify-otp", page);
  await enterCode(page, await waitForCode(person.email, "mail"));
  await expect(page.getByText("Security check passed")).toBeVisible();
  await visit("login", page);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill("Wrong-9-password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Incorrect email or password").first()).toBeVisible();
  await visit("login-refused", page);
}

/** Visits everything behind the sign-in, in the order of the main task, as a user on their first sign-in. */
export async function walkApplication(page: Page, person: Person, newPerson: NewPerson, visit: Visit): Promise<void> {
  await page.setViewportSize(desktopViewport);
  await page.goto("/main-dashboard");
  await expect(page.getByText("No checks yet")).toBeVisible();
  await visit("main-dashboard-empty", page);
  await page.goto("/no-such-page");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await visit("application-not-found", page);
  await walkWallet(page, visit);
  const nin = newNin();
  await walkWizard(page, nin, visit);
  const question = await waitForConsentRequest(`${person.firstName} ${person.lastName}`, nin);
  await walkConsentReplies(page, question, newPerson, visit);
  await walkCompany(page, visit);
}

async function walkWallet(page: Page, visit: Visit): Promise<void> {
  await page.goto("/main-dashboard#wallet");
  await expect(page.getByRole("dialog", { name: "User Wallet" })).toBeVisible();
  await visit("wallet", page);
  await page.goto("/main-dashboard");
  const frame = await openTopUp(page, "20000");
  await visit("payment-frame", page);
  await endPayment(frame, "Approve");
  await expect(paymentDialog(page).getByText(/is in your wallet/)).toBeVisible();
  await visit("payment-counted", page);
  await closePayment(page);
  await page.goto("/main-dashboard#notices");
  await expect(page.getByRole("dialog", { name: "Notices" }).getByText("Money received")).toBeVisible();
  await visit("notices", page);
}

async function walkWizard(page: Page, nin: string, visit: Visit): Promise<void> {
  await page.goto("/dashboard");
  await expect(page.getByRole("checkbox", { name: "NIN", exact: true })).toBeVisible();
  await visit("wizard", page);
  await fillWizard(page, nin);
  await visit("wizard-filled", page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Next" }).click();
  await visit("wizard-details", page, phoneWidths);
  await page.getByRole("button", { name: "Next" }).click();
  await visit("wizard-pay", page, phoneWidths);
  await page.setViewportSize(desktopViewport);
  await paymentButton(page).click();
  await expect(page.getByRole("dialog", { name: "Disclaimer" })).toBeVisible();
  await visit("disclaimer", page);
  await page.getByRole("button", { name: "Confirm" }).click();
  await leaveWaitingScreen(page);
  await expect(newestRow(page)).toContainText("Awaiting Consent");
  await visit("main-dashboard-asked", page);
}

async function walkConsentReplies(
  page: Page,
  { sms, code, link }: Awaited<ReturnType<typeof waitForConsentRequest>>,
  newPerson: NewPerson,
  visit: Visit,
): Promise<void> {
  const subject = await (await newPerson()).newPage();
  await subject.goto(link);
  await visit("subject-asked", subject);
  for (const further of ["report", "wrong-person"]) {
    await subject.goto(`${link}/${further}?lang=pcm`);
    await visit(`subject-${further}`, subject);
  }
  await subject.goto(link);
  await newestRow(page).getByRole("button", { name: "Awaiting Consent" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await visit("row-awaiting", page);
  await page.getByRole("dialog").getByRole("button", { name: "View request" }).click();
  await expect(page.getByText("Waiting for the person to answer")).toBeVisible();
  await visit("waiting", page);
  await replyToSms(sms, `YES ${code}`);
  await expect(page.getByRole("article")).toBeVisible({ timeout: 20_000 });
  await visit("result", page);
  await subject.reload();
  await visit("subject-granted", subject);
  await walkMyData(subject, visit);
  await subject.goto(link);
  await subject.getByRole("button", { name: "Withdraw my consent" }).click();
  await visit("subject-over", subject);
  await expect(page.getByRole("heading", { name: "Verification Result or Consent expired" })).toBeVisible();
  await visit("result-gone", page);
  await requestNin(page, "74000010000");
  await expect(newestRow(page)).toContainText("No Data Found");
  await requestNin(page, "74000010005");
  await expect(newestRow(page)).toContainText("Refunded");
  await expect(page.getByText("Your NIN check could not be completed")).toBeVisible();
  await visit("main-dashboard", page);
  await page.getByRole("tab", { name: "Transaction Logs" }).click();
  await expect(page.getByRole("table", { name: "Your transactions, newest first" })).toBeVisible();
  await visit("transactions", page);
  await page.goto("/main-dashboard#notices");
  await expect(
    page
      .getByRole("dialog", { name: "Notices" })
      .getByText(/refund/i)
      .first(),
  ).toBeVisible();
  await visit("notices", page);
}

/** Visits a subject's own pages with all their requesters. */
async function walkMyData(subject: Page, visit: Visit): Promise<void> {
  await subject.getByRole("button", { name: "See everyone who asked about you" }).click();
  await expect(subject.getByRole("heading", { level: 1 })).toHaveText("Your data");
  await visit("my-data", subject);
  for (const [name, words] of [
    ["my-data-complaint", "Complain to us"],
    ["my-data-held", "See all that we store about you"],
    ["my-data-delete", "Delete what you store about me"],
  ] as const) {
    await subject.getByRole("link", { name: words }).click();
    await visit(name, subject);
    await subject.goBack();
  }
}

/** Visits a company, and its stakeholders, which are paid for separately. */
async function walkCompany(page: Page, visit: Visit): Promise<void> {
  await page.goto("/main-dashboard");
  const request = await buySearch(page, { rc: "7654321" });
  await page.goto(`/businessName/${request}`);
  const lookUp = page.getByRole("button", { name: /^Lookup Stakeholder/ });
  await expect(lookUp).toBeVisible({ timeout: 60_000 });
  await lookUp.click();
  const choice = page.getByRole("dialog", { name: "Lookup Stakeholder" });
  await choice.getByRole("radio", { name: "Payment from Wallet" }).check();
  await visit("stakeholders-pay", page);
  await choice.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("region", { name: /^Shareholders/ })).toBeVisible({ timeout: 60_000 });
  await visit("stakeholders", page);
}

/** Returns a function that opens browsers for further people. */
export function contextFactory(browser: Browser, baseURL: string): NewPerson {
  return (options) => browser.newContext({ baseURL, reducedMotion: "reduce", ...options });
}
