import { createApiKey } from "@idanimo/contract/developers/keys";
import { apiBase } from "@idanimo/contract/operation";
import type { Page } from "@playwright/test";

import { expectAccessible } from "./support/accessibility.ts";
import { expectNoAxeViolations, setTheme, themes } from "./support/appearance.ts";
import { callApi, createTestOrganisation } from "./support/organisation.ts";
import { expect, test } from "./support/test.ts";
import { origins } from "./support/test-environment.ts";

/** Calls as a program does. @returns the request id */
async function callAsProgram(secret: string, path: string): Promise<string> {
  const response = await fetch(`${origins.product}${apiBase}${path}`, {
    headers: { authorization: `Bearer ${secret}`, "idempotency-key": "order-1" },
  });
  await response.text();
  return response.headers.get("x-request-id") ?? "";
}

async function expectLooksRight(page: Page, what: string) {
  for (const width of [360, 1440])
    for (const theme of themes) {
      await page.setViewportSize({ width, height: 900 });
      await setTheme(page, theme);
      await expectNoAxeViolations(page, `${what} ${width} ${theme}`);
    }
}

test("a developer finds a rejected call in the log and reads why [DP-13]", async ({ page, newPerson, trouble }) => {
  trouble.allow(/developers\/requests/, 404); // an id that no call has
  const { id: organisationId, owner, ownerPerson, colleague } = await createTestOrganisation(page, newPerson);
  const { password } = ownerPerson;
  const key = { name: "Back office", scopes: ["quotes"], expiresInDays: 30, password };
  const made = { ...key, mode: "live" };
  const { secret } = createApiKey.output.parse(await callApi(owner, createApiKey.path, made, organisationId));

  // before the first call the page says how to make one
  await owner.goto("/developers/requests");
  await expect(owner.getByText("No calls yet")).toBeVisible();
  await expect(owner.getByText(/^curl http.* idn_live_…"$/)).toBeVisible();
  await expectLooksRight(owner, "no requests");

  await callAsProgram(secret, "/verification/sources");
  const rejected = await callAsProgram(secret, "/user/matching-requests");
  const list = owner.getByRole("table", { name: "API calls, newest first" });
  await expect(list.getByText("403 scope_missing")).toBeVisible();
  await expect(list.getByRole("row")).toHaveCount(3);
  await expectAccessible(owner);
  await expectLooksRight(owner, "requests");

  // filters are in the address, so that the page can be shared and comes back
  await owner.getByLabel("Response").selectOption("Rejected (4xx)");
  await expect(list.getByRole("row")).toHaveCount(2);
  await owner.getByLabel("Route").selectOption("/verification/sources");
  await expect(owner.getByText("No calls match")).toBeVisible();
  await owner.getByRole("button", { name: "Show all calls" }).click();
  await expect(list.getByRole("row")).toHaveCount(3);
  await owner.getByLabel("Response").selectOption("Rejected (4xx)");
  await expect(list.getByRole("row")).toHaveCount(2);

  // by keyboard to the call, whose code is explained
  await list.getByRole("link", { name: "GET /user/matching-requests" }).press("Enter");
  await expect(owner.getByText("A key needs the scope checks:read for this call.")).toBeVisible();
  await expect(owner.getByText(rejected)).toBeVisible();
  await expect(owner.getByRole("button", { name: "Copy the request id" })).toBeVisible();
  await expectAccessible(owner);
  await expectLooksRight(owner, "request");
  await owner.goBack();
  await expect(owner.getByLabel("Response")).toHaveValue("4xx");

  // by request id
  const find = owner.getByLabel(/^Request id/);
  await find.fill("not an id");
  await find.press("Enter");
  await expect(owner.getByText("Write a request id as in the header x-request-id of a response.")).toBeVisible();
  await find.fill(` ${rejected.toUpperCase()} `);
  await find.press("Enter");
  await expect(owner.getByRole("heading", { name: "GET /user/matching-requests" })).toBeVisible();
  await owner.goto(`/developers/requests/${organisationId}`);
  await expect(owner.getByText("There is no call with this id")).toBeVisible();

  // a requester has no right to the log
  await colleague.goto("/developers/requests");
  await expect(colleague.getByText("Your role does not include this page")).toBeVisible();
});
