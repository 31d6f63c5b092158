import type { Page } from "@playwright/test";

import * as texts from "@idanimo/contract/texts";

import { signInByApi, createAccountAndSignIn, createAccount, makePerson } from "./support/api.ts";
import { totpCode } from "./support/authenticator.ts";
import { waitForCaptcha } from "./support/forms.ts";
import { addPasskeyDevice } from "./support/passkey-device.ts";
import { expectHiddenFromScripts } from "./support/secrets.ts";
import { expect, test } from "./support/test.ts";

const code = (page: Page) => page.getByLabel("Code from your authenticator");
const goOn = (page: Page) => page.getByRole("button", { name: "Continue", exact: true });
const main = (page: Page) => page.getByRole("main");

async function logOut(page: Page, name: string): Promise<void> {
  await page
    .getByRole("banner")
    .getByRole("button", { name: new RegExp(name) })
    .click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
}

async function firstStep(page: Page, { email, password }: { readonly email: string; readonly password: string }) {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await waitForCaptcha(page);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("a passkey is added with the password, signs in, and fails once removed [T-09]", async ({
  page,
  context,
  trouble,
}) => {
  trouble.allow(/\/user\/passkeys\/options$/, 400);
  trouble.allow(/\/auth\/passkey\/login$/, 400);
  trouble.allowLost(/\/passkeys\/[^/]+\/remove$/);
  const kemi = makePerson("Kemi");
  const device = await addPasskeyDevice(context, page);
  await createAccountAndSignIn(page, kemi);
  await page.goto("/profile#security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const adding = page.getByRole("dialog", { name: "Add a passkey" });
  await adding.getByLabel("Name").fill("My phone");
  await adding.getByLabel("Your password").fill("Not-her-password-1");
  await adding.getByRole("button", { name: "Add passkey" }).click();
  await expect(adding.getByLabel("Your password")).toHaveAccessibleDescription(/This password is wrong\.$/);
  expect(await device.credentials()).toHaveLength(0);
  await adding.getByLabel("Your password").fill(kemi.password);
  await adding.getByRole("button", { name: "Add passkey" }).click();
  await expect(page.getByText("Your passkey is kept.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "My phone" })).toContainText("Added");
  const [passkey] = await device.credentials();
  expect(passkey).toMatchObject({ isResidentCredential: true, userDisplayName: expect.any(String) });
  await expectHiddenFromScripts(page, [passkey?.privateKey ?? "none", passkey?.credentialId ?? "none"]);

  await logOut(page, "Kemi");
  await page.goto("/login"); // the email field offers the passkey, and this device accepts
  await expect(page).toHaveURL(/\/main-dashboard$/);
  await expect(page.getByRole("banner").getByRole("button", { name: /Kemi/ })).toBeVisible();
  await logOut(page, "Kemi");
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/\/main-dashboard$/);
  await expect(page.getByRole("banner").getByRole("button", { name: /Kemi/ })).toBeVisible();

  await page.goto("/profile#security");
  await expect(page.getByRole("listitem").filter({ hasText: "My phone" })).toContainText("Used");
  await page.getByRole("button", { name: "Remove My phone" }).click();
  const removing = page.getByRole("dialog", { name: "Remove “My phone”?" });
  await removing.getByLabel("Your password").fill(kemi.password);
  await page.route(/\/passkeys\/[^/]+\/remove$/, (route) => route.abort("connectionreset"), { times: 1 });
  await removing.getByRole("button", { name: "Remove passkey" }).click();
  await expect(removing.getByRole("alert")).toContainText("Nothing was changed");
  await expect(
    removing.getByText(/It can no longer be used to sign in/),
    "the effect is explained beside the button",
  ).toBeVisible();
  await removing.getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByText("The passkey is removed.")).toBeVisible();
  await logOut(page, "Kemi");
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(main(page).getByRole("alert")).toContainText(texts.passkeyRefused);
});

test("an authenticator is set up, and its codes complete a sign-in [LOGIN-10 T-09]", async ({ page, trouble }) => {
  trouble.allow(/^\/api\/v2\/user\//, 401);
  trouble.allow(/\/user\/totp\/confirm$/, 400);
  trouble.allow(/\/auth\/second-factor$/, 400);
  const bola = makePerson("Bola");
  await createAccount(bola);
  await signInByApi(page, bola);
  let [secret, recovery]: [string, readonly string[]] = ["", []];

  await test.step("setup: the secret and the recovery codes are shown once", async () => {
    await page.goto("/profile#security");
    await page.getByRole("button", { name: "Set up" }).click();
    const asking = page.getByRole("dialog", { name: "Set up an authenticator" });
    await asking.getByLabel("Your password").fill(bola.password);
    await asking.getByRole("button", { name: "Continue", exact: true }).click();
    const scan = page.getByRole("dialog", { name: "Add this to your authenticator" });
    await expect(scan.getByRole("img", { name: /QR code/ })).toBeVisible();
    secret = (await scan.locator("code").innerText()).replaceAll(/\s/g, "");
    const uri = new URL((await scan.getByRole("link", { name: /Open it/ }).getAttribute("href")) ?? "");
    expect(uri.searchParams.get("secret")).toBe(secret);
    await scan.getByLabel("Code").fill(totpCode(secret, 40));
    await expect(scan.getByLabel("Code")).toHaveAccessibleDescription(new RegExp(texts.secondFactorWrong));
    await scan.getByLabel("Code").fill(totpCode(secret));
    const done = page.getByRole("dialog", { name: "Your authenticator is on" });
    const codes = done.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await expect(codes).toHaveCount(10);
    recovery = await codes.allInnerTexts();
    expect(new Set(recovery).size).toBe(10);
    await page.keyboard.press("Escape");
    await expect(done.getByRole("button", { name: "Done" })).toBeDisabled();
    await done.getByRole("checkbox", { name: "I have saved them" }).check();
    await done.getByRole("button", { name: "Done" }).click();
    await expect(main(page)).toContainText("10 recovery codes left");
    await expectHiddenFromScripts(page, [secret, ...recovery]);
    await logOut(page, "Bola");
  });

  await test.step("the password leads only to the second step", async () => {
    await firstStep(page, bola);
    await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
    await expect(code(page)).toBeFocused();
    await page.goto("/main-dashboard");
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step("a wrong code shows an error; the right one signs in", async () => {
    await firstStep(page, bola);
    await code(page).fill(totpCode(secret, 40));
    await expect(code(page)).toHaveAccessibleDescription(new RegExp(texts.secondFactorWrong));
    await expect(code(page)).toHaveValue("");
    await code(page).pressSequentially(totpCode(secret, 1)); // the one it was turned on with is used up
    await expect(page).toHaveURL(/\/main-dashboard$/);
    await logOut(page, "Bola");
  });

  await test.step("a recovery code signs in once", async () => {
    const [first = "", second = ""] = recovery;
    await firstStep(page, bola);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(first);
    await goOn(page).click();
    await expect(page).toHaveURL(/\/main-dashboard$/);
    await logOut(page, "Bola");
    await firstStep(page, bola);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(first);
    await goOn(page).click();
    await expect(page.getByLabel("Recovery code")).toHaveAccessibleDescription(/wrong or was already used\.$/);
    await page.getByLabel("Recovery code").fill(second.toUpperCase().replaceAll("-", ""));
    await goOn(page).click();
    await expect(page).toHaveURL(/\/main-dashboard$/);
    await page.goto("/profile#security");
    await expect(main(page)).toContainText("8 recovery codes left");
  });

  await test.step("five wrong codes end a pending sign-in, and the user starts again", async () => {
    await logOut(page, "Bola");
    await firstStep(page, bola);
    for (let wrong = 1; wrong <= 5; wrong += 1) {
      await expect(code(page)).toHaveValue("");
      await code(page).fill(totpCode(secret, 40 + wrong));
    }
    await expect(main(page).getByRole("alert")).toContainText(texts.secondFactorEnded);
    await page.getByRole("button", { name: "Start again" }).click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });
});
