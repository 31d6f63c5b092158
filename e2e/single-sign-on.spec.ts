import type { BrowserContext, Page } from "@playwright/test";

import { randomUUID } from "node:crypto";

import { login } from "@idanimo/contract/accounts";
import { apiBase } from "@idanimo/contract/operation";
import { createOrganisation } from "@idanimo/contract/organisations/organisations";
import { checkDomain, findSso, saveSso } from "@idanimo/contract/organisations/single-sign-on";
import * as texts from "@idanimo/contract/organisations/texts";

import { expectAccessible } from "./support/accessibility.ts";
import type { Person } from "./support/account.ts";
import { createAccount, makePerson, signInByApi } from "./support/api.ts";
import { expectNoAxeViolations, setTheme, themes } from "./support/appearance.ts";
import { expectFieldError, waitForCaptcha } from "./support/forms.ts";
import { callApi } from "./support/organisation.ts";
import { addPasskeyDevice } from "./support/passkey-device.ts";
import { origins } from "./support/test-environment.ts";
import { expect, test } from "./support/test.ts";

const pathOf = (path: string) => new RegExp(`${apiBase}${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

async function tellSandbox(path: string, body: object): Promise<void> {
  const response = await fetch(`${origins.sandbox}/__sandbox/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status, await response.text()).toBe(200);
}

/** Checks a screen at 360, 960 and 1440 px in both themes. */
async function expectGoodLooks(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const width of [360, 960, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of themes) {
      await setTheme(page, theme);
      await expectNoAxeViolations(page, `${page.url()} at ${width}, ${theme}`);
    }
  }
  await setTheme(page, "light");
  await expectAccessible(page);
  if (before) await page.setViewportSize(before);
}

/** Signs an owner with a passkey in and opens the security page of a new organisation. */
async function openSecurity(context: BrowserContext, page: Page, owner: Person): Promise<string> {
  await addPasskeyDevice(context, page);
  await createAccount(owner);
  await signInByApi(page, owner);
  await page.goto("/profile#security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const adding = page.getByRole("dialog", { name: "Add a passkey" });
  await adding.getByLabel("Name").fill("My phone");
  await adding.getByLabel("Your password").fill(owner.password);
  await adding.getByRole("button", { name: "Add passkey" }).click();
  await expect(page.getByText("Your passkey is kept.")).toBeVisible();
  const made = createOrganisation.output.parse(await callApi(page, createOrganisation.path, { name: "Kano Traders" }));
  const { organisationId } = made.organisation;
  await page.goto(`/organisation/security?organisation=${organisationId}`);
  return organisationId;
}

/** Verifies a domain with the record on its card. */
async function verifyDomain(page: Page, domain: string): Promise<void> {
  const domains = card(page, "Email domains");
  await domains.getByLabel("New domain").fill(`@${domain}`);
  await domains.getByRole("button", { name: "Add domain" }).click();
  const item = domains.getByRole("listitem").filter({ hasText: domain });
  await expect(item).toContainText("Waiting for its record");
  await item.getByRole("button", { name: `Check now: ${domain}` }).click();
  await expect(item.getByRole("alert")).toContainText(texts.domainRecordMissing);
  const record = (await item.locator("code").textContent()) ?? "";
  expect(record).toMatch(/^idanimo-domain-verification=[\w-]{43}$/);
  await tellSandbox("dns", { domain, texts: ["v=spf1 -all", record] });
  await item.getByRole("button", { name: `Check now: ${domain}` }).click();
  await expect(item).toContainText("Verified");
  await expect(item.getByRole("button", { name: /^Check/ })).toHaveCount(0);
}

async function saveConnection(page: Page): Promise<void> {
  const sso = card(page, "Single sign-on");
  await sso.getByLabel("Issuer").fill(`${origins.sandbox}/directory`);
  await sso.getByLabel("Client ID").fill("sandbox-directory-client-id");
  await sso.getByLabel("Client secret", { exact: true }).fill("sandbox-directory-client-secret");
  await sso.getByRole("button", { name: "Save single sign-on" }).click();
  await expect(page.getByText("Single sign-on is saved.")).toBeVisible();
}

const typeEmail = async (page: Page, email: string) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Email").press("Tab");
};

test("an owner verifies a domain and enforces single sign-on, and a new person joins [TM-11 TM-13]", async ({
  page,
  context,
  newPerson,
  trouble,
}) => {
  test.slow(); // looks at two screens in every width and theme
  trouble.allow(pathOf(checkDomain.path), 409);
  trouble.allow(pathOf(saveSso.path), 400);
  trouble.allow(pathOf(login.path), 403);
  trouble.allowLost(pathOf(findSso.path));
  const domain = `kano-${randomUUID().slice(0, 8)}.example`;
  const email = `hauwa.sani@${domain}`;
  const owner = makePerson("Amina");
  await openSecurity(context, page, owner);
  const sso = card(page, "Single sign-on");
  await expect(sso).toContainText("SAML is not supported yet.");
  await sso.getByRole("button", { name: "Save single sign-on" }).click();
  await expectFieldError(sso.getByLabel("Client ID"), texts.clientIdRequired);
  await expectFieldError(sso.getByLabel("Client secret", { exact: true }), texts.clientSecretRequired);

  await verifyDomain(page, domain);
  await saveConnection(page);
  await sso.getByLabel("Issuer").fill(`${origins.sandbox}/nothing`);
  await sso.getByLabel("Client secret", { exact: true }).fill("another-secret");
  await sso.getByRole("button", { name: "Save single sign-on" }).click();
  await expectFieldError(sso.getByLabel("Issuer"), texts.issuerUnusable);
  await page.reload();
  await expect(sso.getByLabel("Issuer")).toHaveValue(`${origins.sandbox}/directory`);
  await expect(sso.getByLabel("Client secret", { exact: true })).toHaveValue("");

  await sso.getByRole("radio", { name: /^Enforced/ }).check();
  await sso.getByRole("button", { name: "Save single sign-on" }).click();
  await expectFieldError(sso.getByLabel("Owner who can still use a passkey"), texts.ssoNeedsExemptOwner);
  await sso.getByLabel("Owner who can still use a passkey").selectOption({ label: `Amina Account, ${owner.email}` });
  await expectGoodLooks(page);
  await sso.getByRole("button", { name: "Save single sign-on" }).click();
  await expect(page.getByText("Single sign-on is saved.")).toBeVisible();
  const role = card(page, "Role of new members");
  await role.getByLabel("Role", { exact: true }).selectOption("Reader");
  await role.getByRole("button", { name: "Save role" }).click();
  await expect(page.getByText("The settings are saved.")).toBeVisible();

  await tellSandbox("directory/accounts", { id: domain, email });
  const hers = await (await newPerson()).newPage();
  await typeEmail(hers, email);
  const link = hers.getByRole("link", { name: "Continue with Kano Traders" });
  await expect(link).toBeVisible();
  await expect(hers.getByRole("button", { name: "Sign in", exact: true })).toHaveCount(0);
  await expectGoodLooks(hers);
  await link.click();
  // the provider's page lists its fixed staff: this test's own account has another id
  const button = hers.getByRole("button", { name: "Hauwa Sani" });
  await button.evaluate((element: HTMLButtonElement, id) => (element.value = id), domain);
  await button.click();
  await expect(hers).toHaveURL(/\/main-dashboard/);
  await expect(hers.getByRole("banner")).toContainText("Kano Traders");
  await page.goto("/organisation/members");
  await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Reader");

  // also without the response that leads to the provider
  const other = await (await newPerson()).newPage();
  await other.route(pathOf(findSso.path), (route) => route.abort());
  await typeEmail(other, `no-one@${domain}`);
  await other.getByLabel("Password", { exact: true }).fill("Some-Password-1!");
  await waitForCaptcha(other);
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(other.getByRole("alert")).toContainText("Kano Traders requires its own sign-in");
  await expect(other.getByRole("link", { name: "Continue with Kano Traders" })).toBeVisible();
});

test("single sign-on that is offered leaves the password, and other domains see none [TM-11]", async ({
  page,
  context,
  newPerson,
  trouble,
}) => {
  trouble.allow(pathOf(checkDomain.path), 409);
  const domain = `lagos-${randomUUID().slice(0, 8)}.example`;
  await openSecurity(context, page, makePerson("Sade"));
  await verifyDomain(page, domain);
  await card(page, "Single sign-on")
    .getByRole("radio", { name: /^Offered/ })
    .check();
  await saveConnection(page);
  const theirs = await (await newPerson({ viewport: { width: 360, height: 740 } })).newPage();
  await typeEmail(theirs, `emeka@${domain}`);
  await expect(theirs.getByRole("link", { name: "Continue with Kano Traders" })).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await theirs.getByLabel("Email").fill("emeka@elsewhere.example");
  await expect(theirs.getByRole("link", { name: "Continue with Kano Traders" })).toHaveCount(0);

  await page.getByRole("button", { name: `Remove ${domain}` }).click();
  const dialog = page.getByRole("alertdialog", { name: "Remove this domain?" });
  await dialog.getByRole("button", { name: "Remove domain" }).click();
  await expect(page.getByRole("list", { name: "Email domains" })).toHaveCount(0);
  await typeEmail(theirs, `emeka@${domain}`);
  await expect(theirs.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await expect(theirs.getByRole("link", { name: "Continue with Kano Traders" })).toHaveCount(0);
});
