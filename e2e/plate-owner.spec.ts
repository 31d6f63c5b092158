import { randomInt } from "node:crypto";
import type { BrowserContextOptions, Page } from "@playwright/test";

import { expectFitsWidth, expectNoAxeViolations, setTheme } from "./support/appearance.ts";
import { createAccount, makePerson, signInByApi } from "./support/api.ts";
import { extractFrom, waitForMessage } from "./support/inbox.ts";
import { buySearch, lookupTimeout } from "./support/purchase.ts";
import { expect, test } from "./support/test.ts";
import { topUp } from "./support/wallet.ts";
import { newestRow } from "./support/wizard.ts";

const smallPhone: BrowserContextOptions = { javaScriptEnabled: false, viewport: { width: 360, height: 740 } };
const buyer = makePerson("Kemi");
/** Without a reserved ending: those are below 0012, and 7777. @param last keeps the messages of two tests apart */
const newPlate = (last: number) => `LAG${randomInt(100, 700)}${last}`;

test.describe.configure({ mode: "serial" }); // a retried test needs the state of those before it
test.beforeAll(() => createAccount(buyer));

const owner = (page: Page) => page.getByRole("region", { name: "The owner" });
const askButton = (page: Page) => owner(page).getByRole("button", { name: "Ask the owner" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Ask the owner" });

async function openPlate(page: Page, plate: string): Promise<string> {
  const request = await buySearch(page, { license_number: plate });
  await page.goto(`/vehicle2/${request}`);
  await expect(page.getByRole("article", { name: `Vehicle ${plate}` })).toBeVisible(lookupTimeout);
  return request;
}

/** Asks by keyboard alone. */
async function askByKeyboard(page: Page): Promise<void> {
  await askButton(page).focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByRole("button", { name: "Ask the owner" }).press("Enter");
  await expect(dialog(page).getByLabel("Reason for this check")).toBeFocused(); // no reason was chosen
  await page.keyboard.type("Buying");
  await expect(dialog(page).getByLabel("Reason for this check")).toHaveValue("sale");
}

async function waitForOwnerLink(plate: string): Promise<string> {
  const request = new RegExp(`as the owner of the vehicle \\*+${plate.slice(-2)}`);
  return extractFrom(await waitForMessage(request, { channel: "sms" }), /(http\S+\/consent\/[\w-]{43})/);
}

test("an owner consents and withdraws, and the open result follows at once [CL-15]", async ({ page, newPerson }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInByApi(page, buyer);
  await page.goto("/main-dashboard");
  await topUp(page, "10000");
  const plate = newPlate(1);
  const request = await openPlate(page, plate);
  await expect(owner(page)).toContainText("Not shared yet");
  await expect(owner(page)).not.toContainText("First name");
  await expectFitsWidth(page);
  await expectNoAxeViolations(page);

  await askByKeyboard(page);
  await expectFitsWidth(page);
  await expectNoAxeViolations(page);
  await dialog(page).getByRole("button", { name: "Ask the owner" }).press("Enter");
  await expect(dialog(page)).toBeHidden();
  await expect(owner(page)).toContainText("We asked the owner. They have until");
  await expect(askButton(page)).toBeHidden();

  const subject = await (await newPerson(smallPhone)).newPage();
  await subject.goto(await waitForOwnerLink(plate));
  await expect(subject.getByRole("main")).toContainText(`as the owner of the vehicle (*****${plate.slice(-2)})`);
  await expectFitsWidth(subject);
  await subject.getByRole("button", { name: "I consent" }).click();
  await expect(owner(page).getByText("First name")).toBeVisible();
  await expect(owner(page)).toContainText("Access ends in 2");
  await expectFitsWidth(page);
  await expectNoAxeViolations(page);

  await subject.getByRole("button", { name: "Withdraw my consent" }).click();
  await expect(owner(page)).toContainText("then withdrew their consent");
  await expect(owner(page).getByText("First name")).toBeHidden();
  await expect(page.getByRole("region", { name: "The vehicle" })).toBeVisible();

  await page.goto("/main-dashboard"); // its row of the history leads to the same result
  await newestRow(page).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/vehicle2/${request}$`));
});

test("a refusal is shown, and the owner cannot be asked again [CL-15]", async ({ page, newPerson }) => {
  await signInByApi(page, buyer);
  await page.goto("/main-dashboard");
  const plate = newPlate(2);
  await openPlate(page, plate);
  await askButton(page).click();
  await dialog(page).getByLabel("Reason for this check").selectOption("sale");
  await dialog(page).getByRole("button", { name: "Ask the owner" }).click();
  await expect(owner(page)).toContainText("We asked the owner");
  const subject = await (await newPerson(smallPhone)).newPage();
  await subject.goto(await waitForOwnerLink(plate));
  await subject.getByRole("button", { name: /^No$|^I do not consent/ }).click();
  await expect(owner(page)).toContainText("The owner refused.");
  await expect(askButton(page)).toBeHidden();
});

test("a register without the owner's phone number is explained, in both themes [CL-15]", async ({ page }) => {
  await signInByApi(page, buyer);
  await page.goto("/main-dashboard");
  await openPlate(page, "LAG0005");
  await expect(owner(page)).toContainText("The register has no phone number for the owner");
  await expect(askButton(page)).toBeHidden();
  for (const theme of ["light", "dark"] as const) {
    await setTheme(page, theme);
    await expectNoAxeViolations(page);
  }
});
