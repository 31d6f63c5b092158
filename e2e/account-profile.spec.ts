import type { Page } from "@playwright/test";

import { profileImageMaxBytes } from "@idanimo/contract/limits";
import * as texts from "@idanimo/contract/texts";

import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { recordRequestBodies, expectFieldError } from "./support/forms.ts";
import { waitForMessage, extractFrom } from "./support/inbox.ts";
import { origins } from "./support/test-environment.ts";
import { newPhone } from "./support/identity-numbers.ts";
import { expectHiddenFromScripts } from "./support/secrets.ts";
import { expect, test } from "./support/test.ts";

const updates = /\/user\/update$/;
const save = (page: Page) => page.getByRole("button", { name: "Save changes" });
const banner = (page: Page) => page.getByRole("banner");

// Covers: PROFILE-05 PROFILE-08 ERR-32 T-16
test("an individual edits the profile, except the email and a saved phone number [PROFILE-01 PROFILE-03 PROFILE-04]", async ({
  page,
}) => {
  const femi = makePerson("Femi");
  await createAccount(femi);
  await signInByApi(page, femi);
  const response = page.waitForResponse(/\/user\/profile$/);
  await page.goto("/profile");
  expect(Object.keys((await (await response).json()) as object)).toEqual(
    expect.arrayContaining([
      "walletBalance",
      "currency",
      "firstName",
      "lastName",
      "profileImageLocation",
      "phoneNumber",
      "email",
      "address",
      "nin",
      "businessName",
      "rcNumber",
      "designation",
    ]),
  );
  await expect(page.getByRole("heading", { name: texts.personalInformation })).toBeVisible();
  await expect(page.getByLabel("Business name")).toHaveCount(0);
  await expect(page.getByLabel("Email")).toHaveValue(femi.email);
  await expect(page.getByLabel("Email")).not.toBeEditable();

  const sent = recordRequestBodies(page, updates);
  await page.getByLabel("First name").fill("");
  await save(page).click();
  await expectFieldError(page.getByLabel("First name"), texts.firstNameRequired);
  await page.getByLabel("First name").fill("Olufemi");
  await page.getByLabel("Phone number").fill("0803");
  await save(page).click();
  await expectFieldError(page.getByLabel("Phone number"), texts.phoneInvalid);
  expect(sent).toEqual([]);
  await page.getByLabel("Phone number").fill("08034445566");
  await save(page).click();
  await expect(page.getByText(texts.profileUpdated)).toBeVisible();
  expect(sent).toEqual([{ firstName: "Olufemi", phoneNumber: "+2348034445566" }]);
  await expect(banner(page).getByRole("button", { name: "Olufemi Account" })).toBeVisible();
  for (const reloaded of [false, true]) {
    if (reloaded) await page.reload();
    const phone = page.getByLabel("Phone number");
    await expect(phone).toHaveValue("+234 803 444 5566");
    await expect(phone).not.toBeEditable();
    await expect(phone).toHaveAccessibleDescription(texts.phoneLocked);
    await expect(page.getByLabel("First name")).toHaveValue("Olufemi");
  }
  await expectHiddenFromScripts(page, ["8034445566", femi.email, femi.password]);
});

// Covers: PROFILE-10 CONST-12
test("a picture is previewed, cropped, uploaded and shown in the navigation bar [PROFILE-06 PROFILE-07 PROFILE-08]", async ({
  page,
}) => {
  const ife = makePerson("Ife");
  await createAccount(ife);
  await signInByApi(page, ife);
  await page.goto("/profile");
  const file = page.getByLabel("Picture file");
  await expect(page.getByRole("button", { name: "Add a picture" })).toBeVisible();
  const png = await page.screenshot();
  const sent = recordRequestBodies(page, updates);
  const chooses = (name: string, buffer: Buffer) => file.setInputFiles({ name, mimeType: "image/png", buffer });
  await chooses("picture.png", Buffer.from("GIF89a and more of it"));
  await expect(page.getByRole("alert").filter({ hasText: texts.imageType })).toBeVisible();
  await chooses("picture.png", Buffer.concat([png, Buffer.alloc(profileImageMaxBytes)]));
  await expect(page.getByRole("alert").filter({ hasText: texts.imageTooLarge })).toBeVisible();

  await chooses("picture.png", png);
  const crop = page.getByRole("dialog", { name: "Your picture" });
  const selection = crop.locator(".ReactCrop__crop-selection");
  await expect(selection).toBeVisible();
  const before = await selection.boundingBox();
  await selection.focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await selection.boundingBox())?.x).toBeGreaterThan(before?.x ?? 0);
  await crop.getByRole("button", { name: "Save picture" }).click();
  await expect(page.getByText(texts.profileUpdated)).toBeVisible();
  expect(sent).toEqual([{ profileImage: expect.stringMatching(/^data:image\/png;base64,[\w+/]+=*$/) }]);

  const shown = banner(page).locator("img").first();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
  const { src, height } = await shown.evaluate(({ src, naturalHeight }: HTMLImageElement) => ({
    src,
    height: naturalHeight,
  }));
  expect(height).toBe(512);
  const profile = await profileOf(page);
  expect(src).toBe(origins.product + String(profile["profileImageLocation"]));
  await page.goto("/main-dashboard");
  await expect(
    banner(page)
      .locator(`img[src="${new URL(src).pathname}"]`)
      .first(),
  ).toBeVisible();
});

test("a business views and edits its own form [PROFILE-02 PROFILE-03 PROFILE-08]", async ({ page }) => {
  const business = {
    businessName: "Market Women Ltd",
    rcNumber: "RC778899",
    officeAddress: "5 Balogun Street, Lagos",
    designation: "Owner",
    nin: "71234567890",
  };
  const grace = makePerson("Grace");
  await createAccount(grace, { business });
  await signInByApi(page, grace);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: texts.businessInformation })).toBeVisible();
  await expect(page.getByLabel("Business name")).toHaveValue(business.businessName);
  await expect(page.getByLabel("RC number")).toHaveValue(business.rcNumber);
  await expect(page.getByLabel("Your designation")).toHaveValue(business.designation);
  await expect(page.getByLabel("Office address")).toHaveValue(business.officeAddress);
  await expect(page.getByLabel("NIN")).toHaveValue(/^•+\d{1,4}$/);
  expect(await page.content()).not.toContain(business.nin);
  const sent = recordRequestBodies(page, updates);
  await page.getByLabel("Business name").fill("Market Women and Daughters Ltd");
  await save(page).click();
  await expect(page.getByText(texts.profileUpdated)).toBeVisible();
  expect(sent).toEqual([{ businessName: "Market Women and Daughters Ltd" }]);
});

test("an account opened by SMS must confirm its email before it can pay [T-15]", async ({
  page,
  newPerson,
  trouble,
}) => {
  trouble.allow(/\/payment\/flexi-initiate$/, 403);
  trouble.allow(/\/user\/email-confirm$/, 429);
  trouble.allow(/\/auth\/email-confirm$/, 400);
  const musa = makePerson("Musa", { phone: newPhone() });
  await createAccount(musa, { by: "sms" });
  await signInByApi(page, musa);
  await page.goto("/main-dashboard");
  const notice = page.getByText(`Open the link in our email to ${musa.email}`);
  await expect(notice).toBeVisible();
  await page.getByRole("button", { name: "Send the email again" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: /Sent\. It should arrive in a minute|We just sent/ }),
  ).toBeVisible();

  await banner(page)
    .getByRole("button", { name: /Wallet balance/ })
    .click();
  await page.getByLabel("Amount to add").fill("5000");
  await page.getByRole("button", { name: texts.proceedToPayment }).click();
  const rejected = page.getByRole("alertdialog", { name: "Confirm your email" });
  await expect(rejected).toContainText(texts.emailNotConfirmed);
  await rejected.getByRole("button", { name: "Close" }).last().click();

  const mail = await waitForMessage(/Confirm your email address/, { to: musa.email, channel: "mail" });
  const link = extractFrom(mail, /(http:\S+\/email-confirm\S+)/);
  const stranger = await (await newPerson()).newPage();
  await stranger.goto(link); // opening the link alone confirms nothing
  await expect(stranger.getByRole("button", { name: "Yes, confirm it" })).toBeVisible();
  expect(await profileOf(page)).toMatchObject({ emailConfirmed: false });
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Email verified" })).toBeVisible();
  expect(page.url()).toBe(`${origins.product}/email-confirm`);
  await page.goto("/main-dashboard");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  expect(await profileOf(page)).toMatchObject({ emailConfirmed: true });
  await expect(notice).toHaveCount(0);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Email not confirmed yet" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText(texts.confirmLinkInvalidSignedIn);
});

/** The signed-in user as the server returns them. */
const profileOf = (page: Page) =>
  page.evaluate(async () => (await (await fetch("/api/v2/user/profile")).json()) as Record<string, unknown>);
