import { readFile } from "node:fs/promises";

import type { Page } from "@playwright/test";

import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { waitForConsentRequest, replyToSms } from "./support/inbox.ts";
import { expectNoAxeViolations } from "./support/appearance.ts";
import { buySearch } from "./support/purchase.ts";
import { plainPicture } from "./support/result-shapes.ts";
import { newBvn, newPhone, formatNin } from "./support/identity-numbers.ts";
import { expectHiddenFromScripts } from "./support/secrets.ts";
import { expect, test } from "./support/test.ts";
import { topUp } from "./support/wallet.ts";

const kemi = makePerson("Kemi");
const purpose = { code: "credit" };

test.beforeAll(() => createAccount(kemi));

async function sayYes(number: string): Promise<void> {
  const { sms, code } = await waitForConsentRequest("Kemi Account", number);
  await replyToSms(sms, `YES ${code}`);
}

/** Grants on the subject's page with these optional parts. */
async function grantParts(page: Page, number: string, parts: readonly string[]): Promise<void> {
  const { link } = await waitForConsentRequest("Kemi Account", number);
  const subject = await page.context().newPage();
  await subject.goto(link);
  for (const part of parts) await subject.locator(`input[name=part][value=${part}]`).check();
  await subject.locator("form[action$='/grant'] button:not([formaction])").click();
  await expect(subject.locator("input[name=part]")).toHaveCount(0);
  await subject.close();
}

const title = (page: Page) => page.getByRole("heading", { level: 1 });
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

// Covers: RESULT-EXT-01 RESULT-EXT-02 RESULT-EXT-03 RESULT-EXT-04 RESULT-CREDIT-01 RESULT-CREDIT-02 RESULT-CREDIT-03 RESULT-VIN-01 RESULT-VIN-02 RESULT-VIN-05 RESULT-VIN-08 RESULT-PLATE-01 RESULT-BUSINESS-01 RESULT-BUSINESS-02 RESULT-BUSINESS-03 RESULT-BUSINESS-04 CONSENT-08
test("each kind opens at its own page and shows its record [RESULT-COMMON-01 RESULT-COMMON-02 RESULT-COMMON-03]", async ({
  page,
}) => {
  await signInByApi(page, kemi);
  await page.goto("/main-dashboard");
  await topUp(page, "40000");

  await test.step("a phone number, after consent", async () => {
    const phone = newPhone();
    const id = await buySearch(page, { phone, purpose });
    await page.goto(`/search-extension/${id}`);
    await expect(title(page)).toHaveText("Search Extension Verification Result");
    await expect(page.getByText("Awaiting Consent...")).toBeVisible({ timeout: 60_000 });
    await grantParts(page, phone, ["bank", "contact"]);
    await expect(page.getByRole("article")).toBeVisible({ timeout: 60_000 });
    await expect(part(page, "Phone verification")).toContainText("Verified");
    await expect(part(page, "BVN verification")).toContainText("Verified");
    await expect(part(page, "BVN: who they are")).toBeVisible();
    await expect(part(page, "Contact")).toContainText("Phone");
    await expect(part(page, "Contact"), "the address was not shared").not.toContainText("Home address");
    await expect(page.getByText(/^Not shared:.*their photo; .*their home address/)).toBeVisible();
    await expect(page.getByText(/Access ends in/)).toBeVisible();
    await expectHiddenFromScripts(page, [phone]);
    await expectNoAxeViolations(page);
  });

  await test.step("a BVN at three bureaus, one without a record", async () => {
    const all = { crc: true, firstCentral: true, creditRegistry: true };
    const bvn = newBvn("0011");
    const id = await buySearch(page, { bvn, ...all, purpose });
    await page.goto(`/financial/${id}`);
    await expect(title(page)).toHaveText("Verification Result");
    await expect(page.getByText("Awaiting Consent...")).toBeVisible({ timeout: 60_000 });
    await sayYes(bvn);
    const bureau = page.getByRole("tabpanel");
    await expect(bureau).toContainText(/Highest loan\s*₦/, { timeout: 60_000 });
    await expect(page.getByRole("tab", { name: "CRC", exact: true })).toHaveAttribute("aria-selected", "true");
    await expect(part(page, "BVN details")).toContainText(formatNin(bvn));
    await page.getByRole("tab", { name: "First Central" }).click();
    await expect(bureau).toContainText("No record found");
    await expect(page.getByRole("article")).toContainText(/Credit score \d{3}/);
    await expectNoAxeViolations(page);
  });

  await test.step("a company", async () => {
    const id = await buySearch(page, { rc: "1234567" });
    await page.goto(`/businessName/${id}`);
    const card = page.getByRole("article").locator("details", { hasText: "Registration date" });
    await expect(card).toHaveCount(1, { timeout: 60_000 });
    await expect(card.getByText("Registration date"), "a single card is open by default").toBeVisible();
    await expectNoAxeViolations(page);
    await page.goto(`/business/${id}`);
    await expect(card, "the older page shows the same cards").toHaveCount(1);
  });

  await test.step("a stolen vehicle", async () => {
    const id = await buySearch(page, { vin: "1HGCM82633A007777", stolencheck: true });
    await page.goto(`/vehicle/${id}`);
    await expect(page.getByText("This vehicle is in our database of stolen vehicles")).toBeVisible({ timeout: 60_000 });
    await expect(part(page, "Specification")).toContainText("1HGCM82633A007777");
    for (const name of ["PDF of this result", "Full report (PDF)"]) {
      const download = page.waitForEvent("download");
      await page.getByRole("link", { name, exact: true }).click();
      const file = await readFile(await (await download).path());
      expect(file.subarray(0, 5).toString(), name).toBe("%PDF-");
    }
    const toVerify = page.getByRole("link", { name: "our verification page", includeHidden: true });
    expect((await page.request.get((await toVerify.getAttribute("href")) ?? "")).status()).toBe(200);
    await expectNoAxeViolations(page);
  });

  await test.step("a plate number, opened through another kind's page", async () => {
    const id = await buySearch(page, { license_number: "LAG123AB" });
    await page.goto(`/vehicle/${id}`);
    await expect(part(page, "The vehicle")).toContainText("LAG123AB", { timeout: 60_000 });
    await expect(page).toHaveURL(new RegExp(`/vehicle2/${id}$`));
    await expect(part(page, "The owner")).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole("link", { name: "Go back" }).click();
    await expect(page).toHaveURL(/\/main-dashboard$/);
  });
});

test("the consent disclaimer leads to the waiting screen or back [CONSENT-03 O-44]", async ({ page }) => {
  await signInByApi(page, kemi);
  await page.goto("/disclaimer");
  await expect(title(page)).toHaveText("Disclaimer");
  await expectNoAxeViolations(page);
  await expect(page.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/dashboard");
  await page.getByRole("link", { name: "Make payment" }).click();
  await expect(page).toHaveURL(/\/consent$/);
  await expect(title(page)).toHaveText("Awaiting consent...");
});

test("a live face is captured on another origin, and only its reference returns [LIVEFACE-01 LIVEFACE-02 T-50]", async ({
  page,
  context,
}) => {
  await signInByApi(page, kemi);
  const requests: { readonly url: string; readonly referrer: string | undefined }[] = [];
  context.on("request", (one) =>
    requests.push({ url: one.url().split("#")[0] ?? "", referrer: one.headers()["referer"] }),
  );
  await page.goto("/dashboard");
  await page.getByRole("checkbox", { name: "NIN + Face", exact: true }).check();
  const nin = page.getByLabel("National ID number (NIN)");
  await nin.fill("70123456789");
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Capture the face" }).click();
  const tab = await opened;
  const capture = tab.frameLocator("iframe[title='Capture page']");
  await capture
    .getByLabel("Or choose a picture")
    .setInputFiles({ name: "face.png", mimeType: "image/png", buffer: Buffer.from(plainPicture, "base64") });
  await capture.getByRole("button", { name: "Use this picture" }).click();
  await expect(tab.getByText("It was added to your check.")).toBeVisible();
  await expect(page.getByText("Face captured")).toBeVisible();
  await expectHiddenFromScripts(page, ["lf_", "70123456789"]);
  const reported = requests.filter(({ url }) => url.includes("/live-face/"));
  expect(reported.length).toBeGreaterThan(2);
  for (const { url, referrer } of reported) {
    expect(url, "neither NIN nor ticket is in a URL").toMatch(/^[^?#]+\/live-face\/[a-z./]+$/);
    expect(referrer || undefined, "no referrer").toBeUndefined();
  }
  await tab.reload();
  await expect(capture.getByText("Use the camera, or choose a picture."), "a new ticket each time").toBeVisible();
});
