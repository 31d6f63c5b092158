import type { Page } from "@playwright/test";

import { createAccount, makePerson, signInByApi } from "./support/api.ts";
import { approvalOf, expectWellMade, signInOperator } from "./support/console.ts";
import { newNin } from "./support/identity-numbers.ts";
import { waitForConsentRequest, waitForMessage } from "./support/inbox.ts";
import { at, tabTo } from "./support/keyboard.ts";
import { buySearch } from "./support/purchase.ts";
import { expect, test } from "./support/test.ts";
import { origins } from "./support/test-environment.ts";
import { topUp } from "./support/wallet.ts";

/** Days from now as a date field of the browser takes them from the keyboard: month, day, year. */
function typedDay(daysFromNow: number): string {
  const [year = "", month = "", day = ""] = new Date(Date.now() + daysFromNow * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split("-");
  return `${month}${day}${year}`;
}

async function typeTime(page: Page, label: string, daysFromNow: number): Promise<void> {
  await at(page, page.getByLabel(label), { type: typedDay(daysFromNow) });
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("1000AM");
}

/** Answers a dialog that asks for a reason. */
async function giveReason(page: Page, dialog: string, reason: string): Promise<void> {
  await at(page, page.getByRole("dialog", { name: dialog }).getByLabel("Reason"), { type: reason });
  await page.keyboard.press("Enter");
}

test("operators answer a grievance, enter a notice and handle a breach by keyboard [OC-14 OC-15 OC-16]", async ({
  page,
  newPerson,
  trouble,
}) => {
  test.setTimeout(480_000);
  trouble.allow(/\/console\/v1\/me$/, 401); // before the sign-in
  trouble.allow(/\/sign-in\/second-step$/, 400); // with a code that was used
  trouble.allow(/\/text$/, 403); // before the reason
  const customer = makePerson("Zubaida");
  await createAccount(customer);
  await signInByApi(page, customer);
  await page.goto("/main-dashboard");
  await topUp(page, "5000");
  const nin = newNin();
  await buySearch(page, { nin, purpose: { code: "tenancy" } });
  const { sms, link } = await waitForConsentRequest("Zubaida Account", nin);

  const reference = await test.step("a person complains about a request", async () => {
    const person = await (await newPerson()).newPage();
    await person.goto(link);
    await person.getByRole("button", { name: "I consent" }).click();
    await person.getByRole("button", { name: "See everyone who asked about you" }).click();
    await person.getByRole("link", { name: "Complain to us" }).click();
    await person.getByLabel("What is it about?").selectOption({ index: 1 });
    await person.getByLabel("Your words").fill("I never rented from them. Call me on 0803 555 1122.");
    await person.getByRole("button", { name: "Send it" }).click();
    await expect(person.getByRole("status")).toContainText(/ID-\w{6}/);
    return /ID-\w{6}/.exec(await person.getByRole("status").innerText())?.[0] ?? "";
  });

  const zainab = await (await newPerson()).newPage();
  await signInOperator(zainab, "zainab@example.test");

  await test.step("the privacy officer assigns it, writes a note, reads it with a reason and answers", async () => {
    await zainab.goto(`${origins.console}/grievances`);
    await expectWellMade(zainab);
    const row = zainab.getByRole("row", { name: new RegExp(reference) });
    await at(zainab, row.getByRole("link"), { press: "Enter" });
    await expect(zainab.getByText(reference)).toBeVisible();
    await tabTo(zainab, zainab.getByLabel("Responsible"));
    await zainab.keyboard.type("Zainab");
    await expect(zainab.getByText("Zainab Example is responsible.")).toBeVisible();
    await at(zainab, zainab.getByLabel("Note"), { type: "The customer is asked." });
    await at(zainab, zainab.getByRole("button", { name: "Add note" }), { press: "Enter" });
    await expect(zainab.getByRole("listitem").filter({ hasText: "The customer is asked." })).toBeVisible();
    await at(zainab, zainab.getByRole("button", { name: "Read the text" }), { press: "Enter" });
    await giveReason(zainab, "Read what the person wrote?", "to answer it");
    await expect(zainab.getByText("I never rented from them. Call me on [number].")).toBeVisible();
    await expectWellMade(zainab);
    const saved = zainab.waitForEvent("download");
    await at(zainab, zainab.getByRole("link", { name: "Standard notice (PDF)" }), { press: "Enter" });
    expect((await saved).suggestedFilename()).toBe(`Idanimo-notice-${reference}.pdf`);
    await at(zainab, zainab.getByLabel("Answer to the person"), { type: "We stopped the account." });
    await at(zainab, zainab.getByRole("button", { name: "Send the answer" }), { press: "Enter" });
    await expect(zainab.getByText("The answer is queued for sending.")).toBeVisible();
    await waitForMessage(new RegExp(`${reference} is answered. We stopped the account`), {
      to: sms.to,
      channel: "sms",
    });
  });

  await test.step("a notice that arrived by post gets a number and a clock from its day of arrival", async () => {
    await zainab.goto(`${origins.console}/grievances`);
    await at(zainab, zainab.getByRole("link", { name: "Enter a notice" }), { press: "Enter" });
    await expect(zainab.getByRole("heading", { level: 1, name: "Enter a notice" })).toBeVisible();
    await expectWellMade(zainab);
    await at(zainab, zainab.getByRole("button", { name: "Save the notice" }), { press: "Enter" });
    await expect(zainab.getByLabel("Day of arrival")).toBeFocused();
    await zainab.keyboard.type(typedDay(-3));
    await tabTo(zainab, zainab.getByLabel("How it arrived"));
    await zainab.keyboard.type("By post");
    await at(zainab, zainab.getByLabel(/^Phone or email for the answer/), { type: "ada.writes@example.test" });
    await at(zainab, zainab.getByLabel("What the notice says"), { type: "Please erase my data." });
    await at(zainab, zainab.getByRole("button", { name: "Save the notice" }), { press: "Enter" });
    await expect(zainab.getByText(/The notice has the number ID-\w{6}\./)).toBeVisible();
    await expect(zainab.getByRole("main")).toContainText("By post");
    await expect(zainab.getByRole("main")).not.toContainText("ada.writes");
  });

  await test.step("a breach has a clock, and who is affected as counts and ids", async () => {
    await zainab.goto(`${origins.console}/breach`);
    await expectWellMade(zainab);
    await at(zainab, zainab.getByRole("link", { name: "Start the clock" }), { press: "Enter" });
    await expect(zainab.getByRole("heading", { level: 1, name: "Start the clock" })).toBeVisible();
    await expectWellMade(zainab);
    await typeTime(zainab, "When someone here noticed it", -1);
    await typeTime(zainab, "First time someone may have had access", -2);
    await typeTime(zainab, "Last time someone may have had access", 1);
    await at(zainab, zainab.getByLabel("What happened, in one sentence"), { type: "A laptop was stolen." });
    await at(zainab, zainab.getByRole("button", { name: "Start the clock" }), { press: "Enter" });
    await expect(zainab.getByRole("heading", { level: 1, name: "Breach" })).toBeVisible();
    await expect(zainab.getByText(/^\d+ hours left$/)).toBeVisible();
    await expect(zainab.getByRole("table", { name: "Affected requests, oldest first" })).toBeVisible();
    await expectWellMade(zainab);
    await zainab.goto(origins.console);
    await expect(zainab.getByRole("row").nth(1)).toContainText("Breaches: notify the Commission");
    await zainab.goBack();
  });

  await test.step("the people are notified when a second operator approves", async () => {
    await at(zainab, zainab.getByRole("button", { name: "Notify the people" }), { press: "Enter" });
    await giveReason(zainab, "Request the notice to the people?", "the harm may be high");
    await expect(zainab.getByText(/Another operator approves it under Approvals/)).toBeVisible();
    const olu = await (await newPerson()).newPage();
    await signInOperator(olu, "olu@example.test");
    await olu.goto(`${origins.console}/approvals`);
    await expect(olu.getByText("A laptop was stolen.").first()).toBeVisible();
    await expectWellMade(olu);
    const approval = approvalOf(olu, "A laptop was stolen.");
    await at(olu, approval.getByRole("button", { name: "Approve" }), { press: "Enter" });
    await expect(olu.getByText("Approved, and done.")).toBeVisible();
    await waitForMessage(/an unauthorised person may have seen data/, { to: sms.to, channel: "sms" });
  });

  await test.step("the clock ends when the Commission is notified", async () => {
    await at(zainab, zainab.getByRole("button", { name: "The Commission is notified" }), { press: "Enter" });
    await giveReason(zainab, "Record that the Commission is notified?", "sent with number 17");
    await expect(zainab.getByText("Recorded. The clock has ended.")).toBeVisible();
    await expect(zainab.getByRole("main")).toContainText("sent with number 17");
    await expectWellMade(zainab);
  });
});
