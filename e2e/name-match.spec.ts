import type { Page } from "@playwright/test";

import { expectFitsWidth, expectNoAxeViolations } from "./support/appearance.ts";
import { createAccount, makePerson, signInByApi } from "./support/api.ts";
import { fetchNinRecord, newNin } from "./support/identity-numbers.ts";
import { replyToSms, waitForConsentRequest } from "./support/inbox.ts";
import { buySearch, lookupTimeout } from "./support/purchase.ts";
import { expect, test } from "./support/test.ts";
import { topUp } from "./support/wallet.ts";
import { leaveWaitingScreen, fillWizard, newestRow, pay, paymentButton } from "./support/wizard.ts";

const requester = makePerson("Bisi", { lastName: "Landlord" });
const viewports = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];

test.describe.configure({ mode: "serial" }); // a retried test needs the state of those before it
test.beforeAll(() => createAccount(requester));

const nameFields = (page: Page) => page.getByRole("group", { name: "The name you were given" });
const inputOf = (page: Page, label: string) => nameFields(page).getByRole("textbox", { name: label });
const verdict = (page: Page, title: string) => page.getByText(title, { exact: true });

async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  for (const size of viewports) {
    await page.setViewportSize(size);
    await expectFitsWidth(page);
    await expectNoAxeViolations(page);
  }
}

test("a given name is compared after the person consents, and no longer after they withdraw", async ({
  page,
  newPerson,
}) => {
  await signInByApi(page, requester);
  await page.goto("/main-dashboard");
  await topUp(page, "10000");
  const nin = newNin();
  const { firstname = "", surname = "" } = await fetchNinRecord(nin);

  await test.step("the wizard validates the name before the payment", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await fillWizard(page, nin);
    await page.getByRole("checkbox", { name: "Compare a name you were given" }).check();
    await inputOf(page, "Middle name").fill("Nk3m");
    await paymentButton(page).click();
    await expect(nameFields(page)).toContainText("Enter the first name.");
    await expect(nameFields(page)).toContainText("Use letters, hyphens and apostrophes only.");
    await expect(inputOf(page, "First name")).toBeFocused();
    await expectNoAxeViolations(page);
    await inputOf(page, "First name").fill(surname.toLowerCase()); // the order does not count
    await inputOf(page, "Middle name").fill("");
    await inputOf(page, "Last name").fill(firstname);
    await pay(page);
    await leaveWaitingScreen(page);
  });

  const { sms, link } = await waitForConsentRequest("Bisi Landlord", nin);
  expect(sms.text).not.toMatch(new RegExp(`${firstname}|${surname}`, "i"));
  const subject = await (
    await newPerson({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  ).newPage();
  await test.step("the person sees the name before they decide", async () => {
    await subject.goto(link);
    await expect(subject.getByRole("main")).toContainText("Name they expect");
    await expect(subject.getByRole("main")).toContainText(`${surname.toLowerCase()} ${firstname}`);
    await expectFitsWidth(subject);
    await subject.getByRole("button", { name: "I consent" }).click();
  });

  await test.step("the result leads with the comparison", async () => {
    await page.goto("/main-dashboard");
    await newestRow(page).getByRole("link").click();
    await expect(verdict(page, "Name matches")).toBeVisible(lookupTimeout);
    await expect(page.getByRole("article")).toContainText("The name matches the NIN record. You typed");
    await expectAccessibleAtBothWidths(page);
  });

  await subject.getByRole("button", { name: "Withdraw my consent" }).click();
  await expect(verdict(page, "Name matches")).toBeHidden();
  await expect(page.getByRole("article")).toBeHidden();
});

test("a consent by SMS shows that the name is different, and a fourth name is rejected [AO-07]", async ({
  page,
  trouble,
}) => {
  await signInByApi(page, requester);
  await page.goto("/main-dashboard");
  const nin = newNin();
  const search = { nin, purpose: { code: "tenancy" } };
  const expectedName = { firstname: "Xylander", lastname: "Qworth" };
  const request = await buySearch(page, { ...search, expectedName });
  const { sms, code } = await waitForConsentRequest("Bisi Landlord", nin);
  await page.goto(`/premblyNinResult/${request}`);
  await replyToSms(sms, `YES ${code}`);
  await expect(verdict(page, "Name is different")).toBeVisible(lookupTimeout);
  await expectAccessibleAtBothWidths(page);

  trouble.allow(/\/verification\/session$/, 429);
  const missing = newNin("0000"); // without a record, the same number may be asked again
  const ask = (firstname: string) =>
    page.evaluate(
      async (body) => {
        const headers = { "content-type": "application/json" };
        const response = await fetch("/api/v2/verification/session", { method: "POST", headers, body });
        return response.status;
      },
      JSON.stringify({ ...search, nin: missing, currency: "NGN", expectedName: { firstname, lastname: "Obi" } }),
    );
  expect([await ask("Ada"), await ask("Eve"), await ask("Ife"), await ask("Uju")]).toEqual([200, 200, 200, 429]);
});
