import { keyPattern } from "@idanimo/contract/developers/key-format";
import { apiVersions, newestVersion } from "@idanimo/contract/developers/versions";
import { apiBase } from "@idanimo/contract/operation";

import { expectAccessible } from "./support/accessibility.ts";
import { expectNoAxeViolations, setTheme, themes } from "./support/appearance.ts";
import { createTestOrganisation } from "./support/organisation.ts";
import { expect, test } from "./support/test.ts";
import { origins } from "./support/test-environment.ts";

/** Calls as a program does. @returns the status, and the code of a problem */
async function callAsProgram(secret: string, path: string): Promise<string> {
  const response = await fetch(`${origins.product}${apiBase}${path}`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  const { code } = (await response.json()) as { code?: string };
  return code === undefined ? String(response.status) : `${response.status} ${code}`;
}

test("an owner creates a key, a program uses it, and the owner rolls and ends it [DP-01 DP-03 DP-16]", async ({
  page,
  newPerson,
  trouble,
}) => {
  trouble.allow(/developers\/keys/, 400); // a wrong password
  const { owner, ownerPerson, colleague } = await createTestOrganisation(page, newPerson);
  await owner.goto("/developers/keys");
  await expect(owner.getByText("No keys yet")).toBeVisible();

  // a test key needs the password and no choice
  await owner.getByRole("button", { name: "Create a test key" }).click();
  const testForm = owner.getByRole("dialog", { name: "New test key" });
  await testForm.getByLabel("Your password", { exact: true }).fill(ownerPerson.password);
  await expectAccessible(owner);
  await testForm.getByRole("button", { name: "Create test key" }).click();
  const testKey = owner.getByRole("dialog", { name: "Your test key" });
  const testSecret = (await testKey.locator("code").textContent()) ?? "";
  expect(testSecret).toMatch(/^idn_test_/);
  expect(await callAsProgram(testSecret, "/verification/sources")).toBe("200");
  await testKey.getByRole("checkbox", { name: "I have copied it" }).check();
  await testKey.getByRole("button", { name: "Done" }).click();

  // the only member who manages keys can give it to no one
  await owner.getByRole("button", { name: "Give Test key to a colleague" }).click();
  const giving = owner.getByRole("dialog", { name: "Give Test key to a colleague" });
  await expect(giving.getByText("No colleague can have this key.")).toBeVisible();
  await expectAccessible(owner);
  await giving.getByRole("button", { name: "Close" }).last().click();
  await owner.getByRole("button", { name: "End Test key" }).click();
  await owner.getByRole("alertdialog").getByRole("button", { name: "End key" }).click();
  await expect(owner.getByText("No keys yet")).toBeVisible();
  await owner.getByRole("button", { name: "Create the first key" }).click();

  // by keyboard: the form says what is missing, then the key is created
  const form = owner.getByRole("dialog", { name: "New API key" });
  await form.getByRole("button", { name: "Create key" }).press("Enter");
  await expect(form.getByText("Choose at least one scope.")).toBeVisible();
  await form.getByLabel("Name").fill("Back office");
  await form.getByRole("checkbox", { name: "Quotes" }).press("Space");
  await expect(form.getByRole("checkbox", { name: "Person results" })).toBeDisabled();
  await form.getByLabel("Expires after").selectOption("30 days");
  await expectAccessible(owner);
  await form.getByLabel("Your password", { exact: true }).fill("Wrong-horse-1");
  await form.getByLabel("Your password", { exact: true }).press("Enter");
  await expect(form.getByText("This password is wrong.")).toBeVisible();
  await form.getByLabel("Your password", { exact: true }).fill(ownerPerson.password);
  await form.getByLabel("Your password", { exact: true }).press("Enter");

  const created = owner.getByRole("dialog", { name: "Your new API key" });
  const secret = (await created.locator("code").textContent()) ?? "";
  expect(secret).toMatch(keyPattern);
  await expect(created.getByRole("button", { name: "Done" })).toBeDisabled();
  await expectAccessible(owner);
  await created.getByRole("checkbox", { name: "I have copied it" }).press("Space");
  await created.getByRole("button", { name: "Done" }).press("Enter");
  await expect(owner.getByText(secret)).toHaveCount(0);

  expect(await callAsProgram(secret, "/verification/sources")).toBe("200");
  expect(await callAsProgram(secret, "/user/matching-requests")).toBe("403 scope_missing");
  const keys = owner.getByRole("table", { name: "API keys" });
  await expect(async () => {
    await owner.reload();
    await expect(keys.getByText(/^Used/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  for (const width of [360, 1440])
    for (const theme of themes) {
      await owner.setViewportSize({ width, height: 900 });
      await setTheme(owner, theme);
      await expectNoAxeViolations(owner, `keys ${width} ${theme}`);
    }

  // the first call pinned the organisation to the newest version; a key may have another one
  await expect(owner.getByText(`API version: ${newestVersion}.`)).toBeVisible();
  await keys.getByRole("button", { name: "Version of Back office" }).press("Enter");
  const versions = owner.getByRole("dialog", { name: "Version of Back office" });
  await versions.getByLabel("API version").selectOption(apiVersions[0]);
  await expectAccessible(owner);
  await versions.getByRole("button", { name: "Change version" }).press("Enter");
  await expect(keys.getByText(`Version ${apiVersions[0]}`)).toBeVisible();
  await owner.getByRole("button", { name: "Change version" }).click();
  const ofOrganisation = owner.getByRole("dialog", { name: "API version of your organisation" });
  await ofOrganisation.getByLabel("API version").selectOption(apiVersions[0]);
  await ofOrganisation.getByRole("button", { name: "Change version" }).click();
  await expect(owner.getByText("It ends on November 28, 2027.")).toBeVisible();

  await keys.getByRole("button", { name: "Roll Back office" }).click();
  const roll = owner.getByRole("dialog", { name: "Roll Back office" });
  await roll.getByLabel("Your password", { exact: true }).fill(ownerPerson.password);
  await roll.getByRole("button", { name: "Roll key" }).click();
  const rolled = owner.getByRole("dialog", { name: "The new secret of your key" });
  const next = (await rolled.locator("code").textContent()) ?? "";
  await rolled.getByRole("checkbox", { name: "I have copied it" }).check();
  await rolled.getByRole("button", { name: "Done" }).click();
  for (const one of [secret, next]) expect(await callAsProgram(one, "/verification/sources")).toBe("200");
  await expect(keys.getByText(/^Old secret until/)).toBeVisible();

  await keys.getByRole("button", { name: "End Back office" }).click();
  await owner.getByRole("alertdialog").getByRole("button", { name: "End key" }).click();
  await expect(owner.getByText("No keys yet")).toBeVisible();
  for (const one of [secret, next]) expect(await callAsProgram(one, "/verification/sources")).toBe("401 key_ended");

  // a requester sees no keys
  await colleague.goto("/developers/keys");
  await expect(colleague.getByText("Your role does not include this page")).toBeVisible();
});
