import type { BrowserContextOptions, Page } from "@playwright/test";

import type { Person } from "./support/account.ts";
import { type Business, signInByApi, createAccount, makePerson } from "./support/api.ts";
import { waitForConsentRequest, replyToSms } from "./support/inbox.ts";
import { expectFitsWidth } from "./support/appearance.ts";
import { newNin, fetchNinRecord, formatNin } from "./support/identity-numbers.ts";
import { expect, test } from "./support/test.ts";
import type { NewPerson } from "./support/walk.ts";
import { topUp } from "./support/wallet.ts";
import { requestNin, newestRow } from "./support/wizard.ts";

/** A small phone without script. */
const smallPhone: BrowserContextOptions = { javaScriptEnabled: false, viewport: { width: 360, height: 740 } };
const yes = "I consent";

/** Signs in to a new account with money in the wallet. */
async function signInFundedAccount(page: Page, person: Person, business?: Business): Promise<void> {
  await createAccount(person, { ...(business && { business }) });
  await signInByApi(page, person);
  await page.goto("/main-dashboard");
  await topUp(page, "1000");
}

/** Opens the waiting screen of the newest request. */
async function openWaitingScreen(page: Page): Promise<void> {
  await newestRow(page).getByRole("button", { name: "Awaiting Consent" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "View request" }).click();
  await expect(page.getByRole("heading", { name: "Awaiting consent..." })).toBeVisible();
}

/** Opens the link of a message on a small phone. */
async function openOnSmallPhone(newPerson: NewPerson, link: string): Promise<Page> {
  const subject = await (await newPerson(smallPhone)).newPage();
  await subject.goto(link);
  return subject;
}

/** Expects the pending page with every box empty. */
async function expectNoTick(subject: Page, count: number): Promise<void> {
  const boxes = subject.getByRole("checkbox");
  await expect(boxes).toHaveCount(count);
  for (const box of await boxes.all()) await expect(box).not.toBeChecked();
}

const titleOf = (page: Page) => page.getByRole("heading", { level: 1 });

test("a subject grants consent without script and withdraws it: the result closes [CONSENT-02 T-39]", async ({
  page,
  newPerson,
}) => {
  const nin = newNin();
  await signInFundedAccount(page, makePerson("Ada"));
  await requestNin(page, nin);
  const { link } = await waitForConsentRequest("Ada Account", nin);
  await openWaitingScreen(page);

  const subject = await openOnSmallPhone(newPerson, link);
  const main = subject.getByRole("main");
  await expect(titleOf(subject)).toHaveText("An unverified account asks for your identity record");
  await expect(main).toContainText("Ada Account");
  await expect(main).toContainText("Renting a home");
  await expectFitsWidth(subject);
  await subject.reload(); // opening the page decides nothing
  await subject.getByRole("checkbox", { name: "Home address" }).check();
  await subject.getByRole("button", { name: yes }).click();
  await expect(titleOf(subject)).toHaveText("You consented");
  await expect(main).toContainText(/You shared\s+Names, identity number, gender, birth date\s+Home address/);
  await expect(main).toContainText(/Not shared\s+Photo\s+Phone, email/);
  await expectFitsWidth(subject);
  const receipt = await subject.request.get(
    (await subject.getByRole("link", { name: "Keep this receipt (PDF)" }).getAttribute("href")) ?? "",
  );
  expect([receipt.status(), (await receipt.body()).subarray(0, 5).toString()]).toEqual([200, "%PDF-"]);

  await expect(page.getByRole("article")).toContainText(formatNin(nin), { timeout: 60_000 });
  const { surname = "missing", residence_address: address = "nowhere" } = await fetchNinRecord(nin);
  await expect(page.getByRole("article")).toContainText(surname);
  await expect(page.getByRole("article")).toContainText("Not shared");

  await subject.getByRole("button", { name: "Withdraw my consent" }).click();
  await expect(titleOf(subject)).toHaveText("You withdrew your consent");
  await expectFitsWidth(subject);
  await expect(page.getByRole("heading", { name: "Verification Result or Consent expired" })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.locator("body")).not.toContainText(surname);
  await expect(page.locator("body")).not.toContainText(address);
  await page.getByRole("link", { name: "Return to Dashboard" }).click();
  await expect(newestRow(page)).toContainText("Expired");
  await expect(newestRow(page)).not.toContainText(formatNin(nin).slice(0, 8));
  await expect(async () => {
    await subject.goto(link); // the link still shows the subject the current state
    await expect(subject.getByRole("heading", { name: "Receipt of deletion" })).toBeVisible({ timeout: 1_000 });
    await expect(main).toContainText("Position in the log", { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await expect(subject.getByRole("button", { name: yes })).toHaveCount(0);
  await expectFitsWidth(subject);
});

for (const javaScriptEnabled of [false, true])
  test(`no box is ticked after Back, reload or another language, script ${javaScriptEnabled ? "on" : "off"} [CL-01]`, async ({
    page,
    newPerson,
    trouble,
  }) => {
    trouble.allow(/^\/consent\/[\w-]+\/grant$/, 400);
    const nin = newNin();
    await signInFundedAccount(page, makePerson("Ada"));
    await requestNin(page, nin);
    const { link } = await waitForConsentRequest("Ada Account", nin);
    const subject = await (await newPerson({ ...smallPhone, javaScriptEnabled })).newPage();
    const tickAll = async () => {
      for (const box of await subject.getByRole("checkbox").all()) await box.check();
    };
    await subject.goto(link);
    await expectNoTick(subject, 3); // photo, contact and address for renting a home
    await tickAll();
    await subject.reload();
    await expectNoTick(subject, 3);
    await tickAll();
    await subject.getByRole("link", { name: "report misuse" }).click();
    await expect(titleOf(subject)).toHaveText("Report misuse");
    await subject.goBack();
    await expectNoTick(subject, 3);
    await tickAll();
    await subject.getByRole("link", { name: "Naij\u00e1" }).click();
    await expect(subject.locator("html")).toHaveAttribute("lang", "pcm-NG");
    await expectNoTick(subject, 3);
    await tickAll();
    await subject.goBack();
    await expect(subject.locator("html")).toHaveAttribute("lang", "en-NG");
    await expectNoTick(subject, 3);

    if (javaScriptEnabled) {
      // a form that was changed by hand is rejected as a whole, and the page comes back without a tick
      await tickAll();
      await subject
        .getByRole("checkbox")
        .first()
        .evaluate((box) => box.setAttribute("value", "religion"));
      await subject.getByRole("button", { name: yes }).click();
      await expect(subject.getByRole("alert")).toContainText("Nothing was shared.");
      await expectNoTick(subject, 3);
      await subject.goto(link); // Back would ask to send the form again
    }
    await subject.getByRole("checkbox", { name: "Photo" }).check();
    await subject.getByRole("button", { name: yes }).click();
    await expect(titleOf(subject)).toHaveText("You consented");
    await subject.goBack();
    await expect(subject.getByRole("checkbox", { checked: true })).toHaveCount(0);
  });

test("a subject reports the requester, in Naijá, and gets a reference number [CONSENT-02]", async ({
  page,
  newPerson,
}) => {
  const nin = newNin();
  const businessName = "Bright Rooms Ltd";
  const office = { rcNumber: "RC 204061", officeAddress: "1 Marina, Lagos", designation: "Owner", nin: newNin() };
  await signInFundedAccount(page, makePerson("Bright"), { businessName, ...office });
  await requestNin(page, nin);
  const { link } = await waitForConsentRequest(businessName, nin);
  const subject = await openOnSmallPhone(newPerson, link);
  await expect(subject.getByRole("main")).toContainText("Asked by a member of its staff. Account since");
  await subject.getByRole("link", { name: "Naijá" }).click();
  await expect(subject.locator("html")).toHaveAttribute("lang", "pcm-NG");
  await expectFitsWidth(subject);
  await subject.getByRole("link", { name: "I no know dem: report am" }).click();
  await expect(titleOf(subject)).toHaveText("Report bad use");
  await subject.getByLabel("Dem dey ask me for money").check();
  await subject.getByLabel("Tell us more, if you want").fill("They called me.\nTwice.");
  await expectFitsWidth(subject);
  await subject.getByRole("button", { name: "Send am" }).click();
  await expect(titleOf(subject)).toHaveText("You no agree");
  await expect(subject.getByRole("status")).toContainText(/Your number na ID-[A-Z0-9]{6}/);
  await expectFitsWidth(subject);
  await expect(newestRow(page)).toContainText("Consent Denied", { timeout: 60_000 });
});

test('"not me" ends the request with a refund; a late click changes nothing [CONSENT-02]', async ({
  page,
  newPerson,
  trouble,
}) => {
  trouble.allow(/^\/consent\/[\w-]+\/grant$/, 409);
  trouble.allow(/^\/consent\/[\w-]+$/, 404);
  const nin = newNin();
  await signInFundedAccount(page, makePerson("Ada"));
  await requestNin(page, nin);
  const stranger = await openOnSmallPhone(newPerson, (await waitForConsentRequest("Ada Account", nin)).link);
  const late = await stranger.context().newPage();
  await late.goto(stranger.url()); // the same request, open twice
  await stranger.getByRole("link", { name: "This is not me: wrong person" }).click();
  await expect(titleOf(stranger)).toHaveText("Is this not you?");
  await expectFitsWidth(stranger);
  await stranger.getByRole("button", { name: "Yes, wrong person" }).click();
  await expect(titleOf(stranger)).toHaveText("Thank you for telling us");
  await expectFitsWidth(stranger);
  await late.getByRole("button", { name: yes }).click();
  await expect(late.getByRole("status")).toContainText("Nothing was changed.");
  await expect(titleOf(late)).toHaveText("Thank you for telling us");
  await expect(newestRow(page)).toContainText("Refunded", { timeout: 60_000 });

  await stranger.goto(`${stranger.url().slice(0, -3)}xyz`);
  await expect(titleOf(stranger)).toHaveText("This link does not work");
  await expectFitsWidth(stranger);
});

test("after a subject denies consent, the requester gets none of their data [T-42]", async ({ page, newPerson }) => {
  const reported: Promise<string>[] = [];
  page.on("response", (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (response.url().includes("/api/v2/") && !type.includes("event-stream"))
      reported.push(response.text().catch(() => "")); // the body of a page that was left is not available
  });
  const nin = newNin();
  await signInFundedAccount(page, makePerson("Ada"));
  await requestNin(page, nin);
  const { link } = await waitForConsentRequest("Ada Account", nin);
  await openWaitingScreen(page);

  const subject = await openOnSmallPhone(newPerson, link);
  await subject.getByRole("button", { name: "I do not consent" }).click();
  await expect(titleOf(subject)).toHaveText("You did not consent");
  await expectFitsWidth(subject);

  await expect(page.getByText("Consent Denied")).toBeVisible({ timeout: 60_000 });
  const id = new URL(page.url()).searchParams.get("request") ?? "";
  await page.getByRole("link", { name: "Return to Dashboard" }).click();
  await expect(newestRow(page)).toContainText("Consent Denied");
  await page.goto(`/premblyNinResult/${id}`);
  await expect(page.getByRole("heading", { name: "Consent Denied" })).toBeVisible();

  const answers = (await Promise.all(reported)).join("\n");
  expect(answers).toContain(id);
  const record = await fetchNinRecord(nin);
  expect(answers.toLowerCase().split(/[^a-z]+/)).not.toContain((record["surname"] ?? "").toLowerCase()); // compares complete words
  for (const name of ["telephoneno", "email", "residence_address", "nok_address1", "centralID"] as const) {
    const value = record[name] ?? "";
    expect(value.length, name).toBeGreaterThan(3);
    expect(answers.toLowerCase(), name).not.toContain(value.toLowerCase());
  }
  expect(answers).not.toContain(record["photo"]?.slice(0, 200));
  expect(answers).not.toContain(record["telephoneno"]?.slice(1));
});

test("a wrong code decides nothing, and the right one still works [T-41]", async ({ page }) => {
  const nin = newNin();
  await signInFundedAccount(page, makePerson("Ada"));
  await requestNin(page, nin);
  const { sms, code } = await waitForConsentRequest("Ada Account", nin);
  await openWaitingScreen(page);
  await replyToSms(sms, `YES ${code === "ACDEFH" ? "ACDEFJ" : "ACDEFH"}`);
  await replyToSms(sms, "yes");
  await expect(page.getByText("Waiting for the person to answer")).toBeVisible();
  await replyToSms(sms, `no ${code.toLowerCase()}`);
  await expect(page.getByText("Consent Denied")).toBeVisible({ timeout: 60_000 });
});
