import { purposes } from "@idanimo/contract/consent";

import { waitForCode, enterCode, signIn, signUp } from "./support/account.ts";
import { makePerson } from "./support/api.ts";
import { waitForMessage, waitForConsentRequest, replyToSms } from "./support/inbox.ts";
import { newNin, newPhone, formatNin } from "./support/identity-numbers.ts";
import { expectHiddenFromScripts } from "./support/secrets.ts";
import { expect, expectInvariantsHold, test } from "./support/test.ts";
import { closePayment, endPayment, expectBalance, openTopUp, paymentDialog, topUp } from "./support/wallet.ts";
import { leaveWaitingScreen, newestRow, pay, paymentButton, transactions } from "./support/wizard.ts";

const nin = newNin();
const phone = newPhone();
const ngozi = makePerson("Ngozi", { lastName: "Journey", phone });

test.describe.configure({ mode: "serial" }); // a retried test needs the state of those before it

test("a person signs up, pays, and sees the record once the subject consents [T-09 T-19]", async ({ page }) => {
  const secrets = [ngozi.password, nin, formatNin(nin)];
  const noSecretReadable = () => expectHiddenFromScripts(page, secrets);

  await test.step("sign-up: the code arrives by email and by SMS", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "GET STARTED" }).first().click();
    await page.getByRole("link", { name: "Create one" }).click();
    await noSecretReadable();
    await signUp(page, ngozi);
    const code = await waitForCode(ngozi.email, "mail");
    const textedCode = await waitForCode(phone, "sms");
    expect(textedCode, "the SMS code differs from the email code").not.toBe(code);
    secrets.push(code, textedCode);
    await noSecretReadable();
    await enterCode(page, code);
    await expect(page).toHaveURL(/\/login/);
  });

  await test.step("sign-in: the captcha is solved without a puzzle", async () => {
    await expect(page.getByText("Security check passed")).toBeVisible();
    await signIn(page, ngozi);
    const cookies = await page.context().cookies();
    for (const { name, httpOnly, secure } of cookies)
      expect({ name, httpOnly, secure }).toEqual({
        name: expect.stringMatching(/^__Host-/),
        httpOnly: true,
        secure: true,
      });
    expect(cookies.find(({ name }) => name === "__Host-idanimo")?.sameSite).toBe("Lax");
    secrets.push(...cookies.map(({ value }) => value));
    await expectBalance(page, "₦0");
    await expect(page.getByText("No checks yet")).toBeVisible();
    await noSecretReadable();
  });

  await test.step("top-up: the balance changes when the provider has responded", async () => {
    await topUp(page, "20000");
    await expectBalance(page, "₦20,000");
    const frame = await openTopUp(page, "5000");
    await endPayment(frame, "Approve but notify late");
    await expect(paymentDialog(page).getByText("Payment pending", { exact: true })).toBeVisible();
    await closePayment(page);
    await expectBalance(page, "₦20,000");
    await expectBalance(page, "₦25,000", 40_000);
    await noSecretReadable();
  });

  await test.step("the wizard shows the fee before and during typing", async () => {
    await page.getByRole("banner").getByRole("link", { name: "Identity Verification" }).click();
    await expect(page.getByRole("heading", { name: "Identity Verification Service" })).toBeVisible();
    await expect(page.getByText("₦588", { exact: true })).toBeVisible();
    await expect(page.getByText("Choose what to check first.")).toBeVisible();
    await page.getByRole("checkbox", { name: "NIN", exact: true }).check();
    await expect(paymentButton(page)).toHaveText("Payment ₦588");
    await page.getByLabel("National ID number (NIN)").pressSequentially(nin);
    await expect(page.getByLabel("National ID number (NIN)")).toHaveValue(formatNin(nin));
    await expect(paymentButton(page)).toHaveText("Payment ₦588");
    await page.getByLabel("Reason for this check").selectOption({ label: purposes.tenancy });
    await page.getByRole("radio", { name: "Wallet" }).check();
    await expect(paymentButton(page)).toBeDisabled();
    await page.getByRole("checkbox", { name: /I accept/ }).check();
    await noSecretReadable();
  });

  await test.step("payment from the wallet: the dashboard says that consent is requested", async () => {
    await paymentButton(page).click();
    await expect(page.getByRole("dialog", { name: "Disclaimer" })).toContainText("₦588");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expectBalance(page, "₦25,000");
    await pay(page);
    await leaveWaitingScreen(page);
    await expectBalance(page, "₦24,412");
    await expect(newestRow(page)).toContainText("Awaiting Consent");
    await noSecretReadable();
  });

  await test.step("the waiting screen opens the result when the subject replies YES", async () => {
    const asked = await waitForConsentRequest("Ngozi Journey", nin);
    expect(asked.sms.text).toContain(`Why: ${purposes.tenancy}`);
    expect(asked.sms.text).not.toContain(nin);
    await newestRow(page).getByRole("button", { name: "Awaiting Consent" }).click();
    await page.getByRole("dialog", { name: "Awaiting Consent" }).getByRole("button", { name: "View request" }).click();
    await expect(page.getByRole("heading", { name: "Awaiting consent..." })).toBeVisible();
    await noSecretReadable();
    await replyToSms(asked.sms, `YES ${asked.code}`);
    await expect(page).toHaveURL(/\/premblyNinResult\/|\/result\//, { timeout: 60_000 });
    await expect(page.getByRole("heading", { name: "Verification Result" })).toBeVisible();
    await expect(page.getByRole("article")).toContainText(formatNin(nin));
    await expect(page.getByRole("article")).toContainText(/Consent\s*By SMS on/);
    await expect(page.getByRole("article").getByRole("img")).not.toHaveCount(0);
    await noSecretReadable();
    await waitForMessage(/you said yes/, { to: asked.sms.to });
  });

  await test.step("history and transaction log show the request and the payment", async () => {
    await page.getByRole("link", { name: "Go back" }).click();
    await expect(newestRow(page)).toContainText("View Result");
    const moved = await transactions(page);
    expect(moved).toHaveLength(3);
    expect(moved[0]).toMatch(/Verification[\s\S]*Successful[\s\S]*−₦588/);
    expect(moved[1]).toMatch(/Top-up[\s\S]*Successful[\s\S]*\+₦5,000/);
    expect(moved[2]).toMatch(/Top-up[\s\S]*Successful[\s\S]*\+₦20,000/);
    await noSecretReadable();
  });

  await expectInvariantsHold();
});

test("a logout ends the session on the server; protected pages lead to sign-in [T-10 NAV-01]", async ({
  page,
  context,
  trouble,
}) => {
  trouble.allow(/^\/api\/v2\//, 401);
  for (const address of ["/dashboard", "/main-dashboard", "/consent?request=x", "/result/x", "/profile"]) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/login/);
  }
  await signIn(page, ngozi);
  const cookies = await context.cookies();
  const header = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const profile = () => page.request.get("/api/v2/user/profile", { headers: { cookie: header } });
  expect((await profile()).status()).toBe(200);
  await page.getByRole("banner").getByRole("button", { name: /Ngozi/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page.getByRole("link", { name: "GET STARTED" }).first()).toBeVisible();
  expect((await profile()).status(), "the old cookie is invalid").toBe(401);
  await page.goto("/main-dashboard");
  await expect(page).toHaveURL(/\/login/);
});
