import type { BrowserContext, Page } from "@playwright/test";

import { acceptInvitation } from "@idanimo/contract/organisations/organisations";
import * as texts from "@idanimo/contract/organisations/texts";
import { apiBase } from "@idanimo/contract/operation";

import { expectAccessible } from "./support/accessibility.ts";
import type { Person } from "./support/account.ts";
import { createAccount, makePerson, openDashboard, signInByApi } from "./support/api.ts";
import { expectFitsWidth } from "./support/appearance.ts";
import { extractFrom, waitForMessage } from "./support/inbox.ts";
import { expect, test } from "./support/test.ts";

const phone = { viewport: { width: 360, height: 740 } };
const accept = new RegExp(`${apiBase}${acceptInvitation.path}$`);

async function createOrganisation(page: Page, name: string) {
  await page.goto("/main-dashboard#accounts");
  await page.getByRole("button", { name: "Create an organisation" }).click();
  await page.getByLabel("Name of the organisation").fill(name);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Invite your first colleague" })).toBeVisible();
}

async function invite(page: Page, email: string, roles: readonly string[]) {
  await page.goto("/organisation/members");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a colleague" });
  await dialog.getByLabel("Email").fill(email);
  if (!roles.includes("Requester")) await dialog.getByRole("checkbox", { name: "Requester" }).uncheck();
  for (const role of roles) await dialog.getByRole("checkbox", { name: role }).check();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog).toBeHidden();
}

const findLink = async (email: string) =>
  extractFrom(await waitForMessage(/\/join\//, { to: email, channel: "mail" }), /(http:\S+\/join\/[\w-]+)/);

/** Signs in, and waits until the browser knows who is signed in. */
async function openKnownDashboard(page: Page, person: Person) {
  await openDashboard(page, person);
  await expect(page.getByRole("banner").getByRole("button", { name: `${person.firstName} Account` })).toBeVisible();
}

async function join(context: BrowserContext, person: Person): Promise<Page> {
  const page = await context.newPage();
  await openKnownDashboard(page, person);
  await page.goto(await findLink(person.email));
  await page.getByRole("button", { name: `Join as ${person.firstName} ${person.lastName}` }).click();
  await page.waitForURL(/main-dashboard/);
  return page;
}

test("a colleague is invited, signs up, joins, changes role and is removed [TM-01 TM-02 TM-09]", async ({
  page,
  newPerson,
  trouble,
}) => {
  trouble.allow(/\/api\/v2\//, 404); // after the removal
  trouble.allow(/\/api\/v2\//, 403);
  const [owner, colleague] = [makePerson("Ngozi"), makePerson("Bola")];
  await createAccount(owner);
  await openDashboard(page, owner);
  await createOrganisation(page, "Bright Homes");
  await invite(page, colleague.email, ["Requester", "Reader"]);
  await expect(page.getByRole("table", { name: "Open invitations" })).toContainText(colleague.email);

  const theirs = await (await newPerson(phone)).newPage();
  await theirs.goto(await findLink(colleague.email));
  await expect(theirs.getByRole("heading", { name: "Join Bright Homes" })).toBeVisible();
  expect(new URL(theirs.url()).pathname, "the URL no longer contains the token").toBe("/join");
  await expectFitsWidth(theirs);
  await expectAccessible(theirs);
  await expect(theirs.getByRole("link", { name: "Create an account" })).toBeVisible();
  await createAccount(colleague);
  await signInByApi(theirs, colleague);
  await theirs.goto("/main-dashboard");
  await theirs.getByRole("link", { name: "See the invitation" }).click();
  await theirs.getByRole("button", { name: `Join as ${colleague.firstName}` }).click();
  await theirs.waitForURL(/main-dashboard/);
  await expect(theirs.getByRole("link", { name: "Account: Bright Homes" })).toBeVisible();

  await theirs.goto("/organisation/members");
  await expect(theirs.getByRole("table", { name: "Members" })).toContainText(owner.email);
  await expect(theirs.getByRole("button", { name: "Invite" })).toHaveCount(0);
  await expectFitsWidth(theirs);
  await expectAccessible(theirs);

  await page.reload();
  await page.getByRole("button", { name: `Manage ${colleague.firstName}` }).click();
  const dialog = page.getByRole("dialog", { name: colleague.firstName });
  await expectAccessible(page);
  await dialog.getByRole("checkbox", { name: "Reader" }).uncheck();
  await dialog.getByRole("button", { name: "Save roles" }).click();
  await expect(dialog).toBeHidden();
  // the open page drops the list without a reload
  await expect(theirs.getByRole("table", { name: "Members" })).toHaveCount(0);
  await expect(theirs.getByText("Your role does not include this page")).toBeVisible();

  await page.getByRole("button", { name: `Manage ${colleague.firstName}` }).click();
  await page.getByRole("button", { name: "Remove from organisation" }).click();
  await page.getByRole("button", { name: "Remove member" }).click();
  await expect(page.getByRole("table", { name: "Members" })).not.toContainText(colleague.email);
  await theirs.waitForURL(/main-dashboard/);
  await expect(theirs.getByText("You are no longer a member of that organisation.")).toBeVisible();
  await expect(theirs.getByRole("link", { name: "Account: Bright Homes" })).toHaveCount(0);
});

test("an invitation works once and for its email only [TM-01]", async ({ page, newPerson, trouble }) => {
  trouble.allow(accept, 403);
  trouble.allow(/\/invitations\/(open|accept)$/, 410);
  const [owner, invited, other] = [makePerson("Amara"), makePerson("Chidi"), makePerson("Dele")];
  for (const person of [owner, invited, other]) await createAccount(person);
  await openDashboard(page, owner);
  await createOrganisation(page, "Kano Motors");
  await invite(page, invited.email, ["Finance"]);
  const link = await findLink(invited.email);

  const wrong = await (await newPerson()).newPage();
  await openKnownDashboard(wrong, other);
  await wrong.goto(link);
  await wrong.getByRole("button", { name: "Join as Dele" }).click();
  await expect(wrong.getByRole("alert")).toContainText(texts.wrongEmail);

  const joined = await join(await newPerson(), invited);
  await expect(joined.getByRole("banner")).toContainText("Kano Motors");
  // what the role does not include is not offered
  await expect(
    joined.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Identity Verification" }),
  ).toHaveCount(0);
  await wrong.goto(link);
  await expect(wrong.getByText(texts.invitationEnded)).toBeVisible();
});

test("each tab acts for its own account, and roles and settings are saved [TM-15]", async ({
  page,
  context,
  trouble,
}) => {
  trouble.allow(/\/organisation\/members\//, 409);
  const owner = makePerson("Sade");
  await createAccount(owner);
  await openDashboard(page, owner);
  await createOrganisation(page, "Lagos Lettings");
  const second = await context.newPage();
  await second.goto("/organisation/members");
  await expect(second.getByText("You are using your own account")).toBeVisible();
  await expectAccessible(second);
  await createOrganisation(second, "Ibadan Lettings");
  await page.reload();
  await expect(page.getByRole("banner")).toContainText("Lagos Lettings");
  await expect(second.getByRole("banner")).toContainText("Ibadan Lettings");

  await page.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("button", { name: "Leave organisation" }).click();
  await expect(page.getByText(texts.lastOwner)).toBeVisible();
  await page.getByRole("button", { name: "Stay" }).click();

  await page.getByRole("navigation", { name: "Organisation" }).getByRole("link", { name: "Roles" }).click();
  await page.getByRole("button", { name: "New role" }).click();
  await page.getByRole("button", { name: "Save role" }).click();
  await expect(page.getByText(texts.roleNameRequired)).toBeVisible();
  await page.getByLabel("Name").fill("Branch manager");
  await page.getByRole("checkbox", { name: "Invite, suspend and remove members" }).check();
  await page.getByRole("button", { name: "Save role" }).click();
  await expect(page.getByRole("list", { name: "Rights of Branch manager" })).toContainText("Invite, suspend");
  await expectAccessible(page);

  await page.getByRole("navigation", { name: "Organisation" }).getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("RC number").fill("RC 1234567");
  await page.getByLabel("Office address").fill("1 Marina, Lagos");
  await page.getByRole("checkbox", { name: /I accept the/ }).check();
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("This organisation can check people.")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("navigation", { name: "Organisation" }).getByRole("link", { name: "Security" }).click();
  await expect(page.getByRole("checkbox", { name: "Require a second sign-in step" })).not.toBeChecked();
  const days = page.getByLabel("Suspend members without activity after (days)");
  await days.fill("7");
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(days).toHaveAttribute("aria-invalid", "true");
  await days.fill("30");
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("The settings are saved.")).toBeVisible();
  await expectAccessible(page);
});

test("the owner searches the activity of members and downloads it [TM-17]", async ({ page }) => {
  const owner = makePerson("Hauwa");
  await createAccount(owner);
  await openDashboard(page, owner);
  await createOrganisation(page, "Jos Trading");
  await invite(page, makePerson("Musa").email, ["Reader"]);
  await page.getByRole("navigation", { name: "Organisation" }).getByRole("link", { name: "Activity" }).click();
  const activity = page.getByRole("table", { name: "Activity, newest first" });
  await expect(activity.getByRole("row")).toHaveCount(3); // with the header
  await expect(activity.getByRole("row").nth(1)).toContainText(`Invited a colleague`);
  await expect(activity.getByRole("row").nth(1)).toContainText(`${owner.firstName} ${owner.lastName}`);
  await expectAccessible(page);
  await page.getByLabel("What was done").selectOption("Created the organisation");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(activity.getByRole("row")).toHaveCount(2);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV" }).click();
  const stream = await (await download).createReadStream();
  const text = Buffer.concat(await stream.toArray()).toString();
  expect(text).toContain("Created the organisation");
  expect(text, "is filtered as the list is").not.toContain("Invited a colleague");

  await page.getByLabel("What was done").selectOption("Topped up the wallet");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page.getByText("Nothing was done on these days")).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectFitsWidth(page);
});
