import { apiBase } from "@idanimo/contract/operation";
import { scimPath, scimTokenPattern } from "@idanimo/contract/organisations/scim";
import { addDomain, checkDomain, type OrganisationDomain } from "@idanimo/contract/organisations/single-sign-on";

import { expectAccessible } from "./support/accessibility.ts";
import { expectNoAxeViolations, setTheme, themes } from "./support/appearance.ts";
import { callApi, createTestOrganisation, type TestOrganisation } from "./support/organisation.ts";
import { expect, test } from "./support/test.ts";
import { origins } from "./support/test-environment.ts";

/** Verifies a domain with a record in the sandbox's DNS. */
async function verifyDomain({ owner, id }: TestOrganisation): Promise<string> {
  const domain = `d${id.slice(0, 8)}.example`;
  const added = await callApi(owner, addDomain.path, { domain }, id);
  const { record } = added["domain"] as OrganisationDomain;
  const set = await fetch(`${origins.sandbox}/__sandbox/dns`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ domain, texts: [record] }),
  });
  expect(set.ok).toBe(true);
  await callApi(owner, checkDomain.path.replace("{domain}", domain), {}, id);
  return domain;
}

/** Calls as the directory does. */
async function callScim(token: string, method: string, path: string, body?: object) {
  const response = await fetch(`${origins.product}${apiBase}${scimPath}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

const patchOf = (value: object) => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
  Operations: [{ op: "replace", value }],
});

test("a directory adds a member, gives a role by group, and suspends them [TM-12]", async ({ page, newPerson }) => {
  const organisation = await createTestOrganisation(page, newPerson);
  const { owner, colleague } = organisation;
  const domain = await verifyDomain(organisation);

  await owner.goto("/organisation/security");
  await expect(owner.getByText("No tokens yet")).toBeVisible();
  await expect(owner.getByText(/\/api\/v2\/scim\/v2$/)).toBeVisible();
  await owner.getByRole("button", { name: "Create token" }).click();
  await owner.getByRole("dialog").getByLabel("Expires after").selectOption("90 days");
  await expectAccessible(owner);
  await owner.getByRole("dialog").getByRole("button", { name: "Create token" }).click();
  const created = owner.getByRole("dialog", { name: "Your new SCIM token" });
  const token = (await created.locator("code").textContent()) ?? "";
  expect(token).toMatch(scimTokenPattern);
  await expect(created.getByRole("button", { name: "Done" })).toBeDisabled();
  await created.getByRole("checkbox", { name: "I have copied it" }).check();
  await expectAccessible(owner);
  await created.getByRole("button", { name: "Done" }).click();
  const tokens = owner.getByRole("table", { name: "SCIM tokens" });
  await expect(tokens.getByText("Not used yet")).toBeVisible();
  await expect(owner.getByText(token)).toHaveCount(0);

  const userName = `hauwa@${domain}`;
  const made = await callScim(token, "POST", "/Users", { userName, name: { givenName: "Hauwa", familyName: "Sani" } });
  expect([made.status, made.body["active"]]).toEqual([201, true]);
  const id = String(made.body["id"]);
  const group = await callScim(token, "POST", "/Groups", { displayName: "Finance team", members: [{ value: id }] });
  expect(group.status).toBe(201);

  await owner.reload();
  await expect(tokens.getByText(/^Used/)).toBeVisible();
  await owner.getByLabel("Role of Finance team").selectOption("Finance");
  await expect(owner.getByText("The role of Finance team is saved.")).toBeVisible();
  for (const width of [360, 960, 1440])
    for (const theme of themes) {
      await owner.setViewportSize({ width, height: 900 });
      await setTheme(owner, theme);
      await expectNoAxeViolations(owner, `security with a directory ${width} ${theme}`);
    }

  await owner.goto("/organisation/members");
  const row = owner.getByRole("row").filter({ hasText: "Hauwa Sani" });
  await expect(row).toContainText("Finance");
  expect((await callScim(token, "PATCH", `/Users/${id}`, patchOf({ active: false }))).status).toBe(200);
  await owner.reload();
  await expect(row).toContainText("Suspended");

  // only owners see the directory
  await colleague.goto("/organisation/security");
  await expect(colleague.getByText("Directory (SCIM)")).toHaveCount(0);

  await owner.goto("/organisation/security");
  await tokens.getByRole("button", { name: /^End the token/ }).click();
  await owner.getByRole("alertdialog").getByRole("button", { name: "End token" }).click();
  await expect(owner.getByText("No tokens yet")).toBeVisible();
  expect((await callScim(token, "GET", "/Users")).status).toBe(401);
});

test("the directory's card says when it could not be loaded, and tries again [TM-12]", async ({
  page,
  newPerson,
  trouble,
}) => {
  trouble.allow(/scim-tokens/, 503);
  const { owner } = await createTestOrganisation(page, newPerson);
  await owner.route(/scim-tokens/, (route) =>
    route.fulfill({ status: 503, json: { code: "unavailable", status: 503 } }),
  );
  await owner.goto("/organisation/security");
  await expect(owner.getByText("The directory could not be loaded")).toBeVisible();
  await owner.unroute(/scim-tokens/);
  await owner.getByRole("button", { name: "Try again" }).click();
  await expect(owner.getByText("No tokens yet")).toBeVisible();
});
