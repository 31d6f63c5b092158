import type { BrowserContextOptions, Page } from "@playwright/test";

import { expectFitsWidth, expectNoAxeViolations } from "./support/appearance.ts";
import { createAccount, makePerson, signInByApi } from "./support/api.ts";
import { fetchNinRecord, newBvn, newNin } from "./support/identity-numbers.ts";
import { replyToSms, waitForConsentRequest } from "./support/inbox.ts";
import { buySearch, lookupTimeout } from "./support/purchase.ts";
import { expect, test } from "./support/test.ts";
import { balanceOf, expectBalance, topUp } from "./support/wallet.ts";
import { leaveWaitingScreen, chooseSearchType, newestRow, pay, searchTypeCheckbox } from "./support/wizard.ts";

const landlord = makePerson("Halima", { lastName: "Landlord" });
const requester = "Halima Landlord";
const tenancy = { purpose: { code: "tenancy" } };
const smallPhone: BrowserContextOptions = { viewport: { width: 360, height: 740 } };
const viewports = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];

test.describe.configure({ mode: "serial" }); // a retried test needs the state of those before it
test.beforeAll(() => createAccount(landlord));

const result = (page: Page) => page.getByRole("article");
const answer = (page: Page, text: string) => result(page).getByText(text, { exact: true });
const offer = (page: Page, label: string) =>
  page.getByRole("checkbox", { name: label, exact: true }).locator("xpath=ancestor::div[count(.//input) = 1][last()]");

async function expectAccessibleAtBothWidths(page: Page): Promise<void> {
  for (const size of viewports) {
    await page.setViewportSize(size);
    await expectNoAxeViolations(page);
  }
}

/** Completes the wizard after its search fields, and waits for the dashboard. */
async function buyFilledSearch(page: Page): Promise<void> {
  await page.getByLabel("Reason for this check").selectOption({ label: "Renting a home" });
  await page.getByRole("radio", { name: "Wallet" }).check();
  await page.getByRole("checkbox", { name: /I accept/ }).check();
  await pay(page);
  await leaveWaitingScreen(page);
}

test("a name is confirmed after the person sees the answer, and withdrawn [AO-03] [AO-04] [AO-10]", async ({
  page,
  newPerson,
}) => {
  await signInByApi(page, landlord);
  await page.goto("/main-dashboard");
  await topUp(page, "20000");
  const nin = newNin();
  const { firstname = "", surname = "" } = await fetchNinRecord(nin);

  await test.step("the wizard shows what is learned, and both prices [AO-11]", async () => {
    await page.goto("/dashboard");
    await expect(offer(page, "Name match")).toContainText("They learn only: whether the name you were given matches.");
    await expect(offer(page, "Name match")).toContainText("₦236");
    await expect(offer(page, "Name match")).toContainText("Full record: ₦588");
    const topOf = async (label: string) => (await searchTypeCheckbox(page, label).boundingBox())?.y ?? Number.NaN;
    expect(await topOf("Name match")).toBeLessThan(await topOf("NIN"));
    await chooseSearchType(page, "Name match");
    await page.getByLabel("National ID number (NIN)").fill(nin);
    await page.getByLabel("First name").fill(firstname);
    await page.getByLabel("Last name").fill(surname);
    await expectAccessibleAtBothWidths(page);
    await buyFilledSearch(page);
  });

  const { sms, link } = await waitForConsentRequest(requester, nin);
  expect(sms.text).not.toMatch(new RegExp(`${firstname}|${surname}`, "i"));
  const subject = await (await newPerson(smallPhone)).newPage();
  const main = subject.getByRole("main");
  await test.step("the person reads one question, and sees the answer without deciding", async () => {
    await subject.goto(link);
    await expect(main).toContainText("Is this your name?");
    await expect(main).toContainText(new RegExp(`Name they believe is yours\\s*${firstname} ${surname}`));
    await expectNoAxeViolations(subject);
    await subject.getByRole("button", { name: "See the answer first" }).click();
    await expect(subject.getByRole("status")).toContainText("It will say: yes");
    await expectFitsWidth(subject);
    await expectNoAxeViolations(subject);
    await expect(newestRow(page)).toContainText("Awaiting");
    await expect(newestRow(page).getByRole("link")).toHaveCount(0);
    await subject.getByRole("button", { name: "I consent", exact: true }).click();
    await expect(main).toContainText("They can see the answer");
  });

  await test.step("the result shows the answer, and closes at once after the withdrawal", async () => {
    await newestRow(page).getByRole("link").click();
    await expect(page).toHaveURL(/\/answer\//);
    await expect(answer(page, "Yes")).toBeVisible(lookupTimeout);
    await expect(result(page)).toContainText(`Is ${firstname} ${surname} the name on this NIN?`);
    await expect(result(page)).toContainText("Answered on");
    await expect(result(page)).toContainText("National Identity Management Commission");
    await expect(result(page)).toContainText("Access ends in 29 days");
    await expectAccessibleAtBothWidths(page);
    await subject.getByRole("button", { name: "Withdraw my consent" }).click();
    await expect(result(page)).toBeHidden();
  });
});

test("an age is confirmed by SMS [AO-10] [AO-11]", async ({ page }) => {
  await signInByApi(page, landlord);
  await page.goto("/dashboard");
  const nin = newNin();
  await expect(offer(page, "Over 18 or 21")).toContainText(
    "They learn only: whether the person is at least 18 or 21, not the birth date.",
  );
  await chooseSearchType(page, "Over 18 or 21");
  await page.getByLabel("National ID number (NIN)").fill(nin);
  await page.getByLabel("Age", { exact: true }).selectOption({ label: "18 or older" });
  await buyFilledSearch(page);
  const { sms, code } = await waitForConsentRequest(requester, nin);
  expect(sms.text).toContain("Are you 18 or older?");
  await replyToSms(sms, `YES ${code}`);
  await newestRow(page).getByRole("link").click();
  await expect(answer(page, "Yes")).toBeVisible(lookupTimeout);
  await expect(result(page)).toContainText("Is the person of this NIN 18 or older?");
});

test("a person who denies after the preview shows nothing [AO-03] [AO-04]", async ({ page, newPerson }) => {
  await signInByApi(page, landlord);
  await page.goto("/main-dashboard");
  const nin = newNin();
  const balance = await balanceOf(page);
  const request = await buySearch(page, { check: "phone_is_theirs", nin, phone: "08030000055", ...tenancy });
  await page.goto(`/answer/${request}`);
  const { link } = await waitForConsentRequest(requester, nin);
  const subject = await (await newPerson({ ...smallPhone, javaScriptEnabled: false })).newPage();
  await subject.goto(link);
  await expect(subject.getByRole("main")).toContainText("Phone number they believe is yours");
  await subject.getByRole("button", { name: "See the answer first" }).click();
  await expect(subject.getByRole("status")).toContainText("It will say: no");
  await subject.getByRole("button", { name: "I do not consent" }).click();
  await expect(subject.getByRole("main")).toContainText("They do not see the answer.");
  await expect(page.getByRole("main")).toContainText(/denied|said no|did not consent/i);
  await expect(result(page)).toBeHidden();
  await page.goto("/main-dashboard"); // a denial is charged
  await expectBalance(page, `₦${(balance - 236).toLocaleString("en")}`);
});

test("a registration number and a VIN are compared at once [AO-12]", async ({ page }) => {
  await signInByApi(page, landlord);
  await page.goto("/main-dashboard");
  const vehicle = { license_number: "LAG456KJ", vin: "1HGCM82633A004352" };
  const request = await buySearch(page, { check: "plate_vin_agree", ...vehicle });
  await page.goto(`/answer/${request}`);
  const compared = page.getByRole("region", { name: "What was compared" });
  await expect(compared).toBeVisible(lookupTimeout);
  for (const field of ["Make", "Model", "Year", "Colour"]) await expect(compared).toContainText(field);
  await expect(compared).toContainText(/Agrees|Differs/);
  await expect(compared).toContainText("VinAudit");
  await expect(result(page)).not.toContainText(/owner/i);
  await expectAccessibleAtBothWidths(page);
});

test("a question that the source cannot answer is refunded [AO-06]", async ({ page }) => {
  await signInByApi(page, landlord);
  await page.goto("/main-dashboard");
  const balance = await balanceOf(page);
  const bvn = newBvn("0014"); // loans at the bureau, but no score
  const search = { check: "score_band", bvn, crc: true, atLeast: 701, purpose: { code: "credit" } };
  const request = await buySearch(page, search);
  await page.goto(`/answer/${request}`);
  await expect(page.getByRole("main")).toContainText("The bureau has no score.", lookupTimeout);
  await expectAccessibleAtBothWidths(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/main-dashboard");
  await expectBalance(page, `₦${balance.toLocaleString("en")}`);
});
