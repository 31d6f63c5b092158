import * as texts from "@idanimo/contract/organisations/texts";
import type { Page } from "@playwright/test";

import { expectAccessible } from "./support/accessibility.ts";
import { createAccount, makePerson, signInByApi } from "./support/api.ts";
import { expectFitsWidth } from "./support/appearance.ts";
import { waitForMessage } from "./support/inbox.ts";
import { callApi, createTestOrganisation } from "./support/organisation.ts";
import { expect, test } from "./support/test.ts";

const password = makePerson("Anyone").password;

/** Goes through the dialog of an organisation without a balance. */
async function confirmClosing(page: Page, button: string) {
  const dialog = page.getByRole("dialog", { name: "Close Bright Homes" });
  await expect(dialog.getByText("Ends at once, for every member:")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByLabel("Type CLOSE").fill("CLOSE");
  await dialog.getByLabel("Your password").fill(password);
  await dialog.getByRole("button", { name: button }).click();
}

test("two owners close an organisation; each keeps their own account [TM-16]", async ({ page, newPerson, trouble }) => {
  trouble.allow(/\/api\/v2\//, 404); // of open pages after it was closed
  const { id, owner, colleague, colleaguePerson } = await createTestOrganisation(page, newPerson, { roles: ["owner"] });
  const settings = `/organisation/settings?organisation=${id}`;
  await owner.goto(settings);
  await expect(owner.getByText("Two owners must agree.")).toBeVisible();
  await owner.getByRole("button", { name: "Close organisation" }).click();
  await confirmClosing(owner, "Ask another owner");
  await expect(owner.getByText("You asked to close this organisation")).toBeVisible();
  await waitForMessage(/asks to close Bright Homes/, { to: colleaguePerson.email, channel: "mail" });

  await colleague.setViewportSize({ width: 360, height: 740 });
  await colleague.goto(settings);
  await expect(colleague.getByText(/asks to close this organisation/)).toBeVisible();
  await expectFitsWidth(colleague);
  await expectAccessible(colleague);
  await colleague.getByRole("button", { name: "Reject" }).click();
  await expect(colleague.getByText(/asks to close this organisation/)).toBeHidden();

  await owner.goto(settings);
  await owner.getByRole("button", { name: "Close organisation" }).click();
  await confirmClosing(owner, "Ask another owner");
  await colleague.goto(settings);
  await colleague.getByRole("button", { name: "Review and confirm" }).click();
  await confirmClosing(colleague, "Close organisation");
  await colleague.waitForURL(/main-dashboard/);
  await expect(colleague.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  // the other owner's open page returns to their own account
  await owner.waitForURL(/main-dashboard/);
});

test("a new organisation is led to its settings before its first check", async ({ page }) => {
  const owner = makePerson("Hauwa");
  await createAccount(owner);
  await signInByApi(page, owner);
  const made = (await callApi(page, "/organisations", { name: "Jos Trading" })) as {
    organisation: { organisationId: string };
  };
  await page.goto(`/dashboard?check=nin&organisation=${made.organisation.organisationId}`);
  await expect(page.getByText(texts.incompleteTitle)).toBeVisible();
  await expect(page.getByText("RC number, office address and acceptance of the terms")).toBeVisible();
  await page.getByRole("link", { name: "Open settings" }).click();
  await page.getByLabel("RC number").fill("RC 123456");
  await page.getByLabel("Office address").fill("4 Bello Road, Kano");
  await page.getByRole("checkbox", { name: /I accept the/ }).check();
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("This organisation can check people.")).toBeVisible();
  await page.goto("/dashboard?check=nin");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(texts.incompleteTitle)).toBeHidden();
});
