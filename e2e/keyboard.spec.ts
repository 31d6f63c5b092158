import { apiBase } from "@idanimo/contract/operation";
import { confirmTotp, setUpTotp } from "@idanimo/contract/second-factor";
import type { Page } from "@playwright/test";

import { waitForCode, uniqueEmail } from "./support/account.ts";
import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { totpCode } from "./support/authenticator.ts";
import { waitForCaptcha } from "./support/forms.ts";
import { waitForMessage, extractFrom, waitForConsentRequest } from "./support/inbox.ts";
import { newNin } from "./support/identity-numbers.ts";
import { at } from "./support/keyboard.ts";
import { expect, test } from "./support/test.ts";
import { expectBalance, paymentDialog, paymentFrame, topUp } from "./support/wallet.ts";
import { newestRow, paymentButton } from "./support/wizard.ts";

/** Sets up an authenticator for the signed-in user by API calls. @returns its secret */
async function addAuthenticator(page: Page, password: string): Promise<string> {
  const post = (path: string, body: object) =>
    page.evaluate(
      async ([address, sent]) => {
        const headers = { "content-type": "application/json" };
        return (await fetch(address, { method: "POST", headers, body: sent })).json();
      },
      [apiBase + path, JSON.stringify(body)] as const,
    );
  const { secret } = setUpTotp.output.parse(await post(setUpTotp.path, { password }));
  confirmTotp.output.parse(await post(confirmTotp.path, { code: totpCode(secret) }));
  return secret;
}

// Covers: OTP-07
test("a person signs up, resets the password and signs in by keyboard alone [SIGNUP-01 SIGNUP-08 OTP-02]", async ({
  page,
}) => {
  const [email, password] = [uniqueEmail("bisi.keys"), "Seven-9-keys-turn"];
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
  await waitForCaptcha(page);
  await at(page, page.getByRole("button", { name: "Proceed" }), { press: "Enter" });
  await expect(page.getByRole("heading", { level: 1, name: "Enter your code" })).toBeVisible();

  const code = await waitForCode(email, "mail");
  await expect(page.getByRole("textbox", { name: "Digit 1 of 6" })).toBeFocused();
  await page.keyboard.type(code);
  const done = page.getByRole("dialog", { name: "Your account is open" });
  await at(page, done.getByRole("button", { name: "Sign in" }), { press: "Enter" });
  await expect(page).toHaveURL(/\/login$/);

  await at(page, page.getByRole("link", { name: "Forgot your password?" }), { press: "Enter" });
  await expect(page.getByRole("heading", { level: 1, name: "Forgot your password?" })).toBeFocused();
  await at(page, page.getByLabel("Email"), { type: email });
  await waitForCaptcha(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("Password reset instructions sent to your email")).toBeVisible();

  const another = "Eight-8-locks-open";
  await page.goto(
    extractFrom(await waitForMessage(/reset-password/, { to: email }), /(http:\S+\/reset-password\/\S+)/),
  );
  await at(page, page.getByLabel("New password"), { type: another });
  await at(page, page.getByLabel("Confirm password", { exact: true }), { type: another });
  await page.keyboard.press("Enter");
  await expect(page.getByText("Reset password Successful")).toBeVisible();
  await at(page, page.getByLabel("Email"), { type: email });
  await at(page, page.getByLabel("Password", { exact: true }), { type: another });
  await waitForCaptcha(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/main-dashboard$/);
});

// Covers: SIGNUP-42
test("a business signs up by keyboard alone [SIGNUP-21 SIGNUP-22 SIGNUP-29]", async ({ page }) => {
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
  await at(page, page.getByLabel("Email"), { type: uniqueEmail("tunde.keys") });
  await at(page, page.getByLabel("Password", { exact: true }), { type: "nine lamps on a wall" });
  await at(page, page.getByLabel("Confirm password", { exact: true }), { type: "nine lamps on a wall" });
  await at(page, page.getByRole("checkbox", { name: /I accept/ }), { press: "Space" });
  await waitForCaptcha(page);
  await at(page, page.getByRole("button", { name: "Proceed" }), { press: "Enter" });
  await expect(ownNin, "the first invalid field").toBeFocused();
  await page.keyboard.type("70123455501");
  await page.keyboard.press("Enter");
  const done = page.getByRole("dialog", { name: "Account created" });
  await at(page, done.getByRole("button", { name: "Enter the code" }), { press: "Enter" });
  await expect(page.getByRole("textbox", { name: "Digit 1 of 6" })).toBeFocused();
});

test("a user signs in, pays and opens a result by keyboard alone [LOGIN-01 PAY-01 CONSENT-01]", async ({
  page,
  newPerson,
  trouble,
}) => {
  const chidi = makePerson("Chidi");
  const nin = newNin();
  await createAccount(chidi);
  await signInByApi(page, chidi);
  const secret = await addAuthenticator(page, chidi.password);
  await page.goto("/login");
  await at(page, page.getByLabel("Email"), { type: chidi.email });
  await at(page, page.getByLabel("Password", { exact: true }), { type: chidi.password });
  await waitForCaptcha(page);
  await page.keyboard.press("Enter");
  await at(page, page.getByLabel("Code from your authenticator"), { type: totpCode(secret, 1) });
  await expect(page).toHaveURL(/\/main-dashboard$/);

  const wallet = page.getByRole("banner").getByRole("button", { name: /Wallet balance/ });
  await at(page, wallet, { press: "Enter" });
  await at(page, page.getByRole("dialog", { name: "User Wallet" }).getByLabel("Amount to add"), { type: "5000" });
  await page.keyboard.press("Enter");
  const approve = (await paymentFrame(page)).getByRole("button", { name: "Approve", exact: true });
  await at(page, approve, { press: "Enter" });
  await expect(paymentDialog(page).getByText(/is in your wallet/)).toBeVisible();
  await at(page, paymentDialog(page).getByRole("button", { name: "Close" }), { press: "Enter" });
  await expectBalance(page, "₦5,000");
  await expect(wallet, "the focus is restored").toBeFocused();

  await page.reload();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  const verify = page.getByRole("banner").getByRole("link", { name: "Identity Verification", exact: true });
  await at(page, verify, { press: "Enter" });
  await at(page, page.getByRole("checkbox", { name: "NIN", exact: true }), { press: "Space" });
  await at(page, page.getByLabel("National ID number (NIN)"), { type: nin });
  await at(page, page.getByLabel("Reason for this check"), { type: "Rent" });
  await at(page, page.getByRole("radio", { name: "Wallet" }), { press: "Space" });
  await at(page, page.getByRole("checkbox", { name: /I accept/ }), { press: "Space" });
  await at(page, paymentButton(page), { press: "Enter" });
  const disclaimer = page.getByRole("dialog", { name: "Disclaimer" });
  await at(page, disclaimer.getByRole("button", { name: "Confirm" }), { press: "Enter" });
  await expect(page).toHaveURL(/\/consent\?request=/, { timeout: 25_000 });
  await at(page, page.getByRole("link", { name: "Return to Dashboard" }).first(), { press: "Enter" });
  await expect(page).toHaveURL(/\/main-dashboard$/);
  const waiting = newestRow(page).getByRole("button", { name: "Awaiting Consent" });
  await at(page, waiting, { press: "Enter" });
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(waiting).toBeFocused();

  const subject = await (await newPerson()).newPage();
  await subject.goto((await waitForConsentRequest(`${chidi.firstName} ${chidi.lastName}`, nin)).link);
  await at(subject, subject.getByRole("button", { name: "I consent" }), { press: "Enter" });
  await expect(subject.getByRole("heading", { level: 1, name: "You consented" })).toBeVisible();
  await at(page, newestRow(page).getByRole("link", { name: "View Result" }), { press: "Enter" });
  await expect(page.getByRole("article")).toBeVisible();
  await at(page, page.getByRole("link", { name: "Go back" }), { press: "Enter" });
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await at(subject, subject.getByRole("button", { name: "Withdraw my consent" }), { press: "Enter" });
  await expect(subject.getByRole("heading", { level: 1, name: "You withdrew your consent" })).toBeVisible();

  await at(page, page.getByLabel("Search all your requests"), { type: "no such request" });
  await expect(newestRow(page)).toHaveCount(0);

  // the event of the change may arrive before the new token: calls in between are repeated [T-10]
  trouble.allow(/^\/api\/v2\/user\//, 401);
  await page.goto("/set-new-password");
  const another = "Nine-9-doors-shut";
  await at(page, page.getByLabel("Old password"), { type: chidi.password });
  await at(page, page.getByLabel("New password"), { type: another });
  await at(page, page.getByLabel("Confirm password", { exact: true }), { type: another });
  await page.keyboard.press("Enter");
  await expect(page.getByText("Password Update Successful")).toBeVisible();

  await page.goto("/profile");
  const close = page.getByRole("button", { name: /^Close (my|your|this|the) account|^Close account/ });
  await at(page, close, { press: "Enter" });
  await expect(page.getByRole("dialog")).toBeVisible();
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press("Tab");
    expect(
      await page.evaluate(
        () =>
          document.querySelector("dialog[open]")?.contains(document.activeElement) ||
          document.activeElement === document.body,
      ),
      "the focus stays in the dialog",
    ).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(close).toBeFocused();
});

test("a user uploads and pays a file, and a subject denies, by keyboard alone [BULK-01 BULK-04 CONSENT-02]", async ({
  page,
  newPerson,
}) => {
  const depot = makePerson("Danladi");
  const nins = [newNin(), newNin()] as const;
  const business = { businessName: "Danladi Keys", rcNumber: "RC 445566", officeAddress: "1 Marina, Lagos" };
  await createAccount(depot, { business: { ...business, designation: "Owner", nin: "70123455502" } });
  await signInByApi(page, depot);
  await page.goto("/main-dashboard");
  await topUp(page, "2000");

  await page.goto("/dashboard");
  await at(page, page.getByRole("checkbox", { name: "Bulk NIN", exact: true }), { press: "Space" });
  const chooser = page.waitForEvent("filechooser");
  await at(page, page.getByRole("button", { name: "Choose the file" }), { press: "Enter" });
  const buffer = Buffer.from(nins.join("\n"));
  await (await chooser).setFiles({ name: "people.csv", mimeType: "text/csv", buffer });
  await expect(page.getByText("2 lines, all valid")).toBeVisible();
  await at(page, page.getByLabel("Reason for this check"), { type: "A job" });
  await at(page, page.getByRole("radio", { name: "Wallet" }), { press: "Space" });
  await at(page, page.getByRole("checkbox", { name: /I accept/ }), { press: "Space" });
  await at(page, paymentButton(page), { press: "Enter" });
  const disclaimer = page.getByRole("dialog", { name: "Disclaimer" });
  await at(page, disclaimer.getByRole("button", { name: "Confirm" }), { press: "Enter" });
  const file = page.getByRole("link", { name: "View bulk results" });
  await expect(file.or(page.getByRole("region", { name: "Your file" }))).toBeVisible({ timeout: 25_000 });
  if (await file.isVisible()) await at(page, file, { press: "Enter" });
  await expect(page.getByText("All 2 people were asked")).toBeVisible({ timeout: 30_000 });

  const subject = await (await newPerson()).newPage();
  await subject.goto((await waitForConsentRequest(business.businessName, nins[0])).link);
  await at(subject, subject.getByRole("button", { name: "I do not consent" }), { press: "Enter" });
  await expect(subject.getByRole("heading", { level: 1, name: "You did not consent" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Your file" }).getByText("Consent Denied")).toBeVisible();
});
