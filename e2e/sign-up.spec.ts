import type { Page } from "@playwright/test";

import { waitForCode, uniqueEmail, signIn, signUp } from "./support/account.ts";
import { makePerson } from "./support/api.ts";
import {
  recordRequestBodies,
  expectFieldError,
  expectNoFieldError,
  readLocalStorage,
  waitForCaptcha,
} from "./support/forms.ts";
import { waitForMessage, extractFrom } from "./support/inbox.ts";
import { newPhone } from "./support/identity-numbers.ts";
import { expectHiddenFromScripts } from "./support/secrets.ts";
import { expect, test } from "./support/test.ts";

const registrations = /\/auth\/registration$/;
const stolen = "Password1!";
const stolenWords = "This password is on a list of stolen passwords. Choose another one.";

const zainab = {
  firstName: "Zainab",
  lastName: "Newcomer",
  email: uniqueEmail("zainab.newcomer"),
  phone: "08031239876",
  password: "Harmattan-4-winds",
} as const;

const proceed = (page: Page) => page.getByRole("button", { name: "Proceed" });
const accept = (page: Page) => page.getByRole("checkbox", { name: /I accept/ });
const passwordIn = (page: Page) => page.getByLabel("Password", { exact: true });
const confirmationIn = (page: Page) => page.getByLabel("Confirm password", { exact: true });

// Covers: SIGNUP-04 SIGNUP-05 SIGNUP-06 SIGNUP-07 SIGNUP-08 CONST-13
test("sign-up offers both account types, and the individual form its fields [NAV-20 SIGNUP-01 SIGNUP-02]", async ({
  page,
}) => {
  await page.goto("/sign-up");
  const kinds = page.getByRole("radio");
  await expect(kinds).toHaveCount(2);
  await expect(page.getByRole("radio", { name: /^Individual/ })).toBeChecked();
  await expect(page.getByRole("main")).toContainText(
    "For people who are not a registered business and wish to perform verifications.",
  );
  await page.getByRole("radio", { name: /^Business/ }).check();
  await proceed(page).click();
  await expect(page).toHaveURL(/\/individual\/sign-up\/2$/);
  await page.goBack();
  await page.getByRole("radio", { name: /^Individual/ }).check();
  await proceed(page).click();
  await expect(page).toHaveURL(/\/individual\/sign-up\/1$/);

  for (const name of ["First name", "Last name", "Email", "Phone number", "Password", "Confirm password"])
    await expect(page.getByLabel(name, { exact: name !== "Phone number" })).toBeVisible();
  await expect(page.getByLabel("Country code")).toHaveValue("NG");
  await expect(page.getByLabel("Country code").locator("option:checked")).toHaveText("Nigeria (+234)");
  await expect(page.getByRole("button", { name: "Continue with Google" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue with Facebook" })).toBeVisible();

  await waitForCaptcha(page);
  await expect(proceed(page)).toBeDisabled();
  await accept(page).check();
  await expect(proceed(page)).toBeEnabled();
  await accept(page).uncheck();
  await expect(proceed(page)).toBeDisabled();
  for (const address of ["/individual/sign-up/1", "/individual/sign-up/2", "/individual/sign-up/3"]) {
    await page.goto(address);
    await page.getByRole("main").getByRole("link", { name: "Back" }).click();
    await expect(page, address).toHaveURL(/\/sign-up$/);
  }
});

// Covers: SIGNUP-12 SIGNUP-13 SIGNUP-14 SIGNUP-15 SIGNUP-18 CONST-01
test("the individual form reports the first invalid field and sends nothing [SIGNUP-09 SIGNUP-10 SIGNUP-11]", async ({
  page,
}) => {
  const sent = recordRequestBodies(page, registrations);
  await page.goto("/individual/sign-up/1");
  await accept(page).check();
  await waitForCaptcha(page);
  await proceed(page).click();
  const [first, last, email] = [page.getByLabel("First name"), page.getByLabel("Last name"), page.getByLabel("Email")];
  await expectFieldError(first, "Please enter your first name");
  await expectFieldError(last, "Please enter your last name");
  await expectFieldError(email, "Please enter your email");
  await expectFieldError(passwordIn(page), "Please enter your password");
  await expect(first).toBeFocused();
  await first.fill("Zainab");
  await expectNoFieldError(first);
  await expectFieldError(last, "Please enter your last name");
  await last.fill("Newcomer");

  await email.fill("zainab.example.test");
  await proceed(page).click();
  await expectFieldError(email, "Invalid email format");
  await expect(email).toBeFocused();
  await email.fill("zainab.unknown@example.test");
  for (const [password, words] of [
    ["Gar-4al", "Password must be 8 characters or more"],
    ["garri-4-all", "Password must contain at least one capital letter"],
    ["GARRI-4-ALL", "Password must contain at least one lowercase letter"],
    ["Garri-for-all", "Password must contain at least one number"],
    ["Garri4all", "Password must contain at least one special character"],
  ] as const) {
    await passwordIn(page).fill(password);
    await expectNoFieldError(passwordIn(page));
    await proceed(page).click();
    await expectFieldError(passwordIn(page), words);
    await expect(passwordIn(page)).toBeFocused();
  }
  await passwordIn(page).fill("Garri-4-all");
  await confirmationIn(page).fill("Garri-4-al");
  await proceed(page).click();
  await expectFieldError(confirmationIn(page), "Passwords do not match");
  await expect(confirmationIn(page)).toBeFocused();
  expect(sent).toEqual([]);
});

// Covers: SIGNUP-41 ERR-16 ERR-18 ERR-19 ERR-20 ERR-21 OTP-02 OTP-03 OTP-04 OTP-05 OTP-06 OTP-07 OTP-08 CONST-06 IP-03 T-09 T-19
test("a person signs up and activates the account despite errors on the way [LAND-04 SIGNUP-19 SIGNUP-20]", async ({
  page,
  context,
  trouble,
}) => {
  trouble.allow(registrations, 400);
  trouble.allow(/\/auth\/activation$/, 400);
  trouble.allow(/\/auth\/resendtotp\//, 429);
  trouble.allowLost(/\/auth\/(registration|resendtotp)/);
  const secrets: string[] = [zainab.password, stolen];
  const sent = recordRequestBodies(page, registrations);
  await page.clock.install();
  await page.goto("/reach/market-day");
  const seenFrom = page.waitForResponse(/\/client-address$/);
  await page.goto("/individual/sign-up/1");
  const location = (await (await seenFrom).json()) as { readonly ip: string; readonly country_name: string };

  await test.step("the server's field errors appear at their fields", async () => {
    await page.getByLabel("First name").fill(zainab.firstName);
    await page.getByLabel("Last name").fill(zainab.lastName);
    await page.getByLabel("Email").fill(zainab.email);
    await page.getByLabel("Phone number").fill(zainab.phone);
    await passwordIn(page).fill(stolen);
    await confirmationIn(page).fill(stolen);
    await accept(page).check();
    await waitForCaptcha(page);
    await proceed(page).click();
    await expectFieldError(passwordIn(page), stolenWords);
    await expect(page.getByRole("alert")).toContainText("An error occurred while signing up");
    await expectHiddenFromScripts(page, secrets);
  });

  await test.step("a missing response is reported, and the input stays", async () => {
    await page.route(registrations, (route) => route.abort("connectionreset"), { times: 1 });
    await passwordIn(page).fill(zainab.password);
    await confirmationIn(page).fill(zainab.password);
    await waitForCaptcha(page);
    await proceed(page).click();
    await expect(page.getByRole("alert")).toContainText("An error occurred while signing up");
    await expect(page.getByRole("alert")).toContainText("No response received from the server");
    await expect(page.getByLabel("Email")).toHaveValue(zainab.email);
  });

  await test.step("success opens the code page without signing in", async () => {
    await waitForCaptcha(page);
    await proceed(page).click();
    await expect(page).toHaveURL(/\/verify-otp$/);
    expect(sent.at(-1)).toEqual({
      userType: "individual",
      firstName: zainab.firstName,
      lastName: zainab.lastName,
      email: zainab.email,
      phoneNumber: "+2348031239876",
      password: zainab.password,
      nin: "",
      rememberMe: false,
      ipAddress: location.ip,
      ipCountry: location.country_name,
      CLICK_ID: "market-day",
      acceptedTerms: expect.any(String),
      captcha: expect.any(String),
    });
    expect(JSON.parse((await readLocalStorage(page, "formData")) ?? "{}")).toMatchObject({
      email: zainab.email,
      phoneNumber: "+2348031239876",
    });
    expect(await readLocalStorage(page, "root")).toBeNull();
    expect((await context.cookies()).map(({ name }) => name)).not.toContain("__Host-idanimo");
    await expectHiddenFromScripts(page, secrets);
  });

  const cells = page.getByRole("group", { name: "One-time code" }).getByRole("textbox");
  const verify = page.getByRole("button", { name: "Verify OTP" });
  const resend = page.getByRole("button", { name: "Resend Code" });
  const code = await waitForCode(zainab.email, "mail");
  secrets.push(code);

  await test.step("six cells accept typed or pasted digits, and the text masks the phone number", async () => {
    await expect(
      page.getByText(`Enter the OTP sent to +234********76 and ${zainab.email} for continuation`),
    ).toBeVisible();
    await expect(cells).toHaveCount(6);
    await expect(cells.first()).toBeFocused();
    await page.keyboard.type("12a34");
    await verify.click();
    await expect(page.getByRole("group", { name: "One-time code" })).toHaveAccessibleDescription(/Enter all 6 digits/);
    await expectHiddenFromScripts(page, secrets);
  });

  await test.step("a wrong code shows an error and clears the cells", async () => {
    const wrong = code === "111111" ? "222222" : "111111";
    await pasteInto(page, wrong);
    await expect(page.getByRole("group", { name: "One-time code" })).toHaveAccessibleDescription(
      /OTP verification failed/,
    );
    await expect(cells.first()).toBeFocused();
    await expect(cells.first()).toHaveValue("");
  });

  await test.step("a new code is available once a minute, and each outcome is shown", async () => {
    await expect(resend).toBeDisabled();
    await page.clock.fastForward(61_000); // on the page's clock; for the server it is too soon
    await resend.click();
    await expect(page.getByRole("alert")).toContainText("OTP Resend failed");
    await expect(page.getByRole("alert")).toContainText("We just sent a code. You can ask for another one in");
    await page.route(/\/auth\/resendtotp\//, (route) => route.abort("connectionreset"), { times: 1 });
    await resend.click();
    await expect(page.getByRole("alert")).toContainText("Error sending OTP");
    // the server's response a minute later, which its own tests of OTP-08 cover
    await page.route(/\/auth\/resendtotp\//, (route) => route.fulfill({ json: { result: "success" } }), { times: 1 });
    await resend.click();
    await expect(page.getByText("OTP Sent Successfully")).toBeVisible();
    await expect(page).toHaveURL(/\/verify-otp$/);
    await expect(resend).toBeDisabled();
  });

  await test.step("the right code activates the account, deletes the draft and opens sign-in", async () => {
    await pasteInto(page, code);
    await expect(page.getByRole("dialog", { name: "Your account is open" })).toBeVisible();
    expect(await readLocalStorage(page, "formData")).toBeNull();
    await page.getByRole("dialog").getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByLabel("Email"), "the verified email is filled in").toHaveValue(zainab.email);
    await expectHiddenFromScripts(page, secrets);
    await page.reload();
    await expect(page.getByLabel("Email"), "and is not stored").toHaveValue("");
  });
});

test("says before and after the code that an SMS leaves the email unconfirmed [OTP-06 OTP-07 SIGNUP-45]", async ({
  page,
}) => {
  const tunde = makePerson("Tunde", { phone: newPhone() });
  await signUp(page, tunde);
  await expect(page.getByRole("group", { name: "One-time code" })).toHaveAccessibleDescription(
    /Use the code from the email to start right away\. If you use the SMS code, you must also confirm your email/,
  );
  await pasteInto(page, await waitForCode(tunde.phone?.replace(/^0/, "+234") ?? "", "sms"));
  const opened = page.getByRole("dialog", { name: "Your account is open" });
  await expect(opened).toContainText("One step left: confirm your email.");
  await opened.getByRole("button", { name: "Sign in" }).click();
  await signIn(page, tunde);

  const mail = await waitForMessage(/Confirm your email address/, { to: tunde.email, channel: "mail" });
  await page.goto(extractFrom(mail, /(http:\S+\/email-confirm\S+)/));
  await expect(page.getByRole("heading", { name: "Email verified" })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("Sign in");
  await page.getByRole("link", { name: "Go to dashboard" }).click();
  await expect(page).toHaveURL(/\/main-dashboard$/);
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
});

/** Pastes a complete code at the first cell, as users do from an email. */
async function pasteInto(page: Page, text: string): Promise<void> {
  const cell = page.getByRole("group", { name: "One-time code" }).getByRole("textbox").first();
  await cell.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", pasted);
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
