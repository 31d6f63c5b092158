import { decideApproval, organisationApprovals, saveApprovalRule } from "@idanimo/contract/organisations/approvals";
import { saveCap } from "@idanimo/contract/organisations/spending";
import { walletPayment } from "@idanimo/contract/wallet";
import type { Page } from "@playwright/test";

import { expectAccessible } from "./support/accessibility.ts";
import { expectNoAxeViolations, setTheme, themes } from "./support/appearance.ts";
import { newNin } from "./support/identity-numbers.ts";
import { extractFrom, replyToSms, waitForConsentRequest, waitForMessage } from "./support/inbox.ts";
import { callApi, createTestOrganisation } from "./support/organisation.ts";
import { expect, test } from "./support/test.ts";
import { expectBalance, topUp } from "./support/wallet.ts";
import { chooseSearchType, pay } from "./support/wizard.ts";

const everyNin = { searchTypes: ["nin"], purposes: [], above: null, enabled: true };
const pathOf = ({ path }: { readonly path: string }) =>
  new RegExp(`/api/v2${path.replace(/\{\w+\}/g, "[^/]+")}(\\?|$)`);

/** Fills in the wizard for one NIN that needs approval: no payment method is offered. */
async function fillForApproval(page: Page, nin: string) {
  await page.goto("/dashboard");
  await chooseSearchType(page, "NIN");
  await page.getByLabel("National ID number (NIN)").fill(nin);
  await page.getByLabel("Reason for this check").selectOption({ label: "Renting a home" });
  await expect(page.getByText("This needs approval by a colleague")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Wallet" })).toHaveCount(0);
  await page.getByRole("checkbox", { name: /I accept/ }).check();
}

/** Sends a check for approval; its page waits. */
async function requestApproval(page: Page, nin: string) {
  await fillForApproval(page, nin);
  await page.getByRole("button", { name: "Request approval" }).click();
  await page.getByRole("dialog", { name: "Disclaimer" }).getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Waiting for approval").first()).toBeVisible();
  await expect(page).toHaveURL(/\/approval\/[\w-]{22}$/);
}

const waitingTable = (page: Page) => page.getByRole("table", { name: "Waiting for approval" });
const openWaiting = async (page: Page) => {
  await waitingTable(page).getByRole("button", { name: "Review" }).click();
  return page.getByRole("dialog", { name: "Waiting for approval" });
};

test("a rule holds a check until another member approves it; then the subject is asked [TM-07 TM-08]", async ({
  page,
  newPerson,
  trouble,
}) => {
  trouble.allow(pathOf(decideApproval), 409);
  const { id, owner, ownerPerson, colleague, colleaguePerson } = await createTestOrganisation(page, newPerson);
  const nin = newNin();
  await topUp(owner, "20000");

  await test.step("the owner sets the rule, and reads what it means", async () => {
    await owner.goto("/organisation/rules");
    await expect(owner.getByText("No check needs approval")).toBeVisible();
    await expectAccessible(owner);
    await owner.getByRole("button", { name: "Add a rule" }).click();
    const dialog = owner.getByRole("dialog", { name: "New approval rule" });
    await dialog.getByRole("checkbox", { name: "NIN", exact: true }).check();
    await expect(dialog.getByRole("status")).toHaveText("A NIN check by a requester needs approval.");
    await expectNoAxeViolations(owner);
    await dialog.getByRole("button", { name: "Save rule" }).click();
    await expect(owner.getByRole("list", { name: "Approval rules" })).toContainText("A NIN check by a requester");
    await expect(owner.getByText("Only one member can approve checks")).toBeVisible();
  });

  await test.step("the requester's check waits, and nothing is charged", async () => {
    await requestApproval(colleague, nin);
    await expectAccessible(colleague);
    await expectBalance(colleague, "₦20,000");
    await colleague.goto("/main-dashboard");
    const row = colleague.getByRole("table", { name: "Your requests that wait for approval" }).getByRole("row").nth(1);
    await expect(row).toContainText("Awaiting Approval");
    await expect(row).not.toContainText(nin);
    await row.getByRole("link", { name: "Awaiting Approval" }).click();
    await expect(colleague.getByRole("button", { name: "Cancel request" })).toBeVisible();
  });

  await test.step("the email leads an approver to it, whatever account the browser uses", async () => {
    await expect(owner.getByRole("navigation", { name: "Main" }).getByText("1 waiting for approval")).toBeAttached();
    const mail = await waitForMessage(/organisation\/approvals/, { to: ownerPerson.email, channel: "mail" });
    const link = extractFrom(mail, /(http:\S+\/organisation\/approvals\?organisation=[\w-]+)/);
    expect(link).toContain(id);
    // without an active organisation, as in a new tab
    await owner.evaluate(() => sessionStorage.clear());
    await owner.goto(link);
    await expect(waitingTable(owner)).toContainText(`${colleaguePerson.firstName} ${colleaguePerson.lastName}`);
    await expect(waitingTable(owner)).toContainText("Renting a home");
    await expect(waitingTable(owner)).not.toContainText(nin);
  });

  await test.step("a changed price is shown beside the old one, and confirmed", async () => {
    // what this page loaded has an outdated price; the server decides
    await owner.route(pathOf(organisationApprovals), async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { readonly approvals: readonly object[] };
      const approvals = body.approvals.map((one) => ({ ...one, total: 500, totalNow: 500 }));
      await route.fulfill({ response, json: { ...body, approvals } });
    });
    await owner.reload();
    const dialog = await openWaiting(owner);
    await dialog.getByRole("button", { name: "Approve ₦500" }).click();
    await expect(dialog.getByRole("status")).toContainText("It was ₦500 when it was requested, and is now ₦588.");
    await expectNoAxeViolations(owner);
    await owner.unrouteAll();
    await expectBalance(colleague, "₦20,000");
    await dialog.getByRole("button", { name: "Approve ₦588" }).click();
    await expect(dialog).toBeHidden();
    await expectBalance(owner, "₦19,412");
  });

  await test.step("the requester's page continues without a click, and the subject is asked", async () => {
    await expect(colleague).toHaveURL(/\/consent\?request=/, { timeout: 60_000 });
    const asked = await waitForConsentRequest("Bright Homes", nin);
    await replyToSms(asked.sms, `YES ${asked.code}`);
    await expect(colleague.getByRole("heading", { name: "Verification Result" })).toBeVisible({ timeout: 60_000 });
  });

  await owner.getByRole("tab", { name: "Decided" }).click();
  await expect(owner.getByRole("table", { name: "Decided" })).toContainText("Approved");
});

test("a rejection and its reason are seen without a reload; the requester may cancel [TM-07 TM-08]", async ({
  page,
  newPerson,
}) => {
  const { id, owner, colleague } = await createTestOrganisation(page, newPerson, {
    colleague: { viewport: { width: 360, height: 740 } },
  });
  await callApi(owner, saveApprovalRule.path, everyNin, id);
  await colleague.goto("/dashboard");
  await chooseSearchType(colleague, "NIN");
  await colleague.getByRole("button", { name: "Next" }).click();
  await colleague.getByLabel("National ID number (NIN)").fill(newNin());
  await colleague.getByLabel("Reason for this check").selectOption({ label: "Renting a home" });
  await colleague.getByRole("button", { name: "Next" }).click();
  await expect(colleague.getByText("This needs approval by a colleague")).toBeVisible();
  await colleague.getByRole("checkbox", { name: /I accept/ }).check();
  await expectNoAxeViolations(colleague);
  await colleague.getByRole("button", { name: "Request approval" }).last().click();
  await colleague.getByRole("dialog", { name: "Disclaimer" }).getByRole("button", { name: "Confirm" }).click();
  await expect(colleague).toHaveURL(/\/approval\//);
  await expect(colleague.getByText("Waiting for approval").first()).toBeVisible();
  await expectNoAxeViolations(colleague);

  await owner.goto("/organisation/approvals");
  const dialog = await openWaiting(owner);
  // an empty wallet: it stays open, and the dialog leads to a top-up
  await dialog.getByRole("button", { name: "Reject" }).click();
  await dialog.getByRole("button", { name: "Reject check" }).click();
  await expect(dialog.getByText("Say why, so that your colleague knows what to change.")).toBeVisible();
  await expectNoAxeViolations(owner);
  await dialog.getByLabel("Why not?").fill("Ask the landlord first");
  await dialog.getByRole("button", { name: "Reject check" }).click();
  await expect(dialog).toBeHidden();
  await expect(owner.getByText("Nothing waits")).toBeVisible();

  await expect(colleague.getByText("Your colleague rejected this check")).toBeVisible();
  await expect(colleague.getByText("Their reason: Ask the landlord first")).toBeVisible();
  await expectNoAxeViolations(colleague);

  await colleague.setViewportSize({ width: 1440, height: 900 });
  await requestApproval(colleague, newNin());
  await colleague.getByRole("button", { name: "Cancel request" }).click();
  await colleague.getByRole("alertdialog").getByRole("button", { name: "Cancel request" }).click();
  await expect(colleague.getByText("This request was cancelled")).toBeVisible();
  await expect(owner.getByText("Nothing waits")).toBeVisible();
});

test("too little balance keeps an approval open; members cannot decide their own [TM-07]", async ({
  page,
  newPerson,
  trouble,
}) => {
  trouble.allow(pathOf(decideApproval), 402);
  const { id, owner, colleague } = await createTestOrganisation(page, newPerson, { roles: ["admin"] });
  await callApi(owner, saveApprovalRule.path, everyNin, id);
  await requestApproval(colleague, newNin());
  await colleague.goto("/organisation/approvals");
  await waitingTable(colleague).getByRole("button", { name: "View" }).click();
  await expect(colleague.getByRole("dialog").getByText("You requested this")).toBeVisible();
  await expect(colleague.getByRole("dialog").getByRole("button", { name: /Approve/ })).toHaveCount(0);

  await owner.goto("/organisation/approvals");
  const dialog = await openWaiting(owner);
  await dialog.getByRole("button", { name: "Approve ₦588" }).click();
  await expect(dialog.getByText("The wallet balance is too low")).toBeVisible();
  await expectNoAxeViolations(owner);
  await dialog.getByRole("link", { name: "Top up the wallet" }).click();
  await expect(owner.getByRole("dialog", { name: "User Wallet" })).toBeVisible();
});

test("a cap is set, shown beside the price, and refuses the payment above it [TM-06]", async ({
  page,
  newPerson,
  trouble,
}) => {
  trouble.allow(pathOf(walletPayment), 403);
  const { owner, colleague } = await createTestOrganisation(page, newPerson);
  await topUp(owner, "20000");
  await owner.goto("/organisation/rules");
  await owner.getByRole("button", { name: "Add a cap" }).click();
  const dialog = owner.getByRole("dialog", { name: "New spending cap" });
  await dialog.getByRole("button", { name: "Save cap" }).click();
  await expect(dialog.getByText("Choose a member of this organisation.")).toBeVisible();
  await expect(dialog.getByText("Enter an amount, a number of checks, or both.")).toBeVisible();
  await expectNoAxeViolations(owner);
  await dialog.getByRole("radio", { name: "Each member of a role" }).check();
  await dialog.getByLabel("Role", { exact: true }).selectOption({ label: "Requester" });
  await dialog.getByLabel("Amount at most").fill("500");
  await dialog.getByRole("button", { name: "Save cap" }).click();
  await expect(owner.getByRole("table", { name: "Spending caps" })).toContainText("₦500 a day");
  await expectAccessible(owner);

  await colleague.goto("/dashboard");
  await chooseSearchType(colleague, "NIN");
  await expect(colleague.getByText("This is above your spending cap")).toBeVisible();
  await expect(colleague.getByText("₦500 left today.")).toBeVisible();
  await colleague.getByLabel("National ID number (NIN)").fill(newNin());
  await colleague.getByLabel("Reason for this check").selectOption({ label: "Renting a home" });
  await colleague.getByRole("radio", { name: "Wallet" }).check();
  await colleague.getByRole("checkbox", { name: /I accept/ }).check();
  await expectNoAxeViolations(colleague);
  await pay(colleague);
  const refused = colleague.getByRole("alertdialog", { name: "Spending cap reached" });
  await expect(refused).toContainText("You have ₦500 left. It starts again on");
  await expectNoAxeViolations(colleague);
  await refused.getByRole("button", { name: "Close" }).last().click();
  await expectBalance(colleague, "₦20,000");

  await owner.getByRole("button", { name: /^Remove the cap of Requester/ }).click();
  await owner.getByRole("alertdialog").getByRole("button", { name: "Remove cap" }).click();
  await expect(owner.getByText("No spending caps")).toBeVisible();
});

const longName = "Oluwaseun Adebayo-Olanrewaju of the northern branch office";
const waitingApproval = {
  id: "5f0c1a3e-0000-4000-8000-000000000001",
  searchTypes: ["nin", "bvn"],
  checks: 2,
  purpose: "account_opening",
  valueMasked: "*********55",
  currency: "NGN",
  total: 1588,
  state: "pending",
  requestedBy: longName,
  own: false,
  totalNow: 1688,
  requestedAt: "2026-11-27T10:00:00Z",
  expiresAt: "2036-12-04T10:00:00Z",
  decidedBy: null,
  decidedAt: null,
  reason: null,
};

test("rules and approvals fit every width and theme, with long names, slow and failed [TM-06 TM-07]", async ({
  page,
  newPerson,
  trouble,
}) => {
  trouble.allow(/\/api\/v2\//, 503);
  const { id, owner } = await createTestOrganisation(page, newPerson, { name: `Bright Homes ${longName}` });
  const rule = {
    searchTypes: ["nin", "bvn", "phone"],
    purposes: ["employment", "credit"],
    above: 5000,
    enabled: false,
  };
  await callApi(owner, saveApprovalRule.path, rule, id);
  const cap = {
    appliesTo: "role",
    subjectId: "requester",
    period: "month",
    searchType: "bvn",
    amount: 50000,
    count: 20,
  };
  await callApi(owner, saveCap.path, cap, id);
  await owner.route(pathOf(organisationApprovals), (route) =>
    route.fulfill({ json: { approvals: [waitingApproval], next: null } }),
  );
  const screens = [
    { address: "/organisation/rules", shows: owner.getByRole("table", { name: "Spending caps" }) },
    { address: "/organisation/approvals", shows: waitingTable(owner) },
  ];
  for (const { address, shows } of screens) {
    await owner.goto(address);
    await expect(shows).toBeVisible();
    for (const width of [360, 960, 1440])
      for (const theme of themes) {
        await owner.setViewportSize({ width, height: 800 });
        await setTheme(owner, theme);
        await expectNoAxeViolations(owner, `${address} ${width} ${theme}`);
      }
  }
  await owner.setViewportSize({ width: 360, height: 740 });
  await openWaiting(owner);
  await expectNoAxeViolations(owner);
  await owner.unrouteAll();

  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await owner.route(pathOf(organisationApprovals), async (route) => {
    await held;
    await route.fulfill({ status: 503, json: {} });
  });
  await owner.goto("/organisation/approvals");
  await expect(owner.getByRole("status").filter({ hasText: "the approvals" }).first()).toBeAttached();
  release();
  await expect(owner.getByText("The approvals could not be loaded")).toBeVisible();
  await expectNoAxeViolations(owner);
  await owner.unrouteAll();
  await owner.getByRole("button", { name: "Try again" }).click();
  await expect(owner.getByText("Nothing waits")).toBeVisible();
});
