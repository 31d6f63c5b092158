import { createAccount, makePerson, signInByApi } from "./support/api.ts";
import { approvalOf, expectWellMade, signInOperator } from "./support/console.ts";
import { extractFrom, waitForMessage } from "./support/inbox.ts";
import { newPhone } from "./support/identity-numbers.ts";
import { at, tabTo } from "./support/keyboard.ts";
import { expect, test } from "./support/test.ts";
import { origins } from "./support/test-environment.ts";

test("support sends a confirmation again and two operators remove a lost phone [OC-08 OC-19]", async ({
  page,
  newPerson,
  trouble,
}) => {
  test.setTimeout(360_000);
  trouble.allow(/\/console\/v1\/me$/, 401); // before the sign-in
  trouble.allow(/\/sign-in\/second-step$/, 400); // with a code that was used
  trouble.allow(/\/accounts\/[0-9a-f-]+\/resend$/, 429); // within a minute of the first email
  trouble.allow(/\/api\/v2\/.*$/, 401); // of the customer, whose sign-ins have ended
  const phone = newPhone();
  const digits = phone.slice(-7);
  const customer = makePerson("Halima", { phone });
  await createAccount(customer, { by: "sms" });
  await signInByApi(page, customer);
  const mail = await waitForMessage(/\/email-confirm#/, { to: customer.email });
  const first = extractFrom(mail, /(http:\S+\/email-confirm\S+)/);

  const zainab = await (await newPerson()).newPage();
  await signInOperator(zainab, "zainab@example.test");
  await zainab.goto(`${origins.console}/find`);
  await at(zainab, zainab.getByLabel(/^Email, phone/), { type: customer.email });
  await tabTo(zainab, zainab.getByLabel("Reason"));
  await zainab.getByLabel("Reason").selectOption("asked_us");
  await at(zainab, zainab.getByRole("button", { name: "Find" }), { press: "Enter" });
  await expect(zainab.getByRole("heading", { level: 1, name: /^Halima/ })).toBeVisible();
  await expectWellMade(zainab);

  await test.step("a request to remove the phone changes nothing and tells the owner", async () => {
    await at(zainab, zainab.getByRole("button", { name: "Remove the phone number" }), { press: "Enter" });
    const dialog = zainab.getByRole("dialog", { name: "Remove the phone number?" });
    await at(zainab, dialog.getByLabel("Reason"), { type: `lost on the bus ${digits.slice(0, 4)}` });
    await expectWellMade(zainab);
    await expect(dialog).not.toContainText(digits);
    await at(zainab, dialog.getByRole("button", { name: "Request the removal" }), { press: "Enter" });
    await expect(zainab.getByText("Requested. Another operator must approve it.")).toBeVisible();
    await waitForMessage(/is asked to remove your phone number/, { to: customer.email });
  });

  await test.step("a second operator approves, and the owner is signed out and adds a number", async () => {
    const olu = await (await newPerson()).newPage();
    await signInOperator(olu, "olu@example.test");
    await olu.goto(`${origins.console}/approvals`);
    const request = approvalOf(olu, `lost on the bus ${digits.slice(0, 4)}`);
    await expect(request).not.toContainText(digits);
    await expectWellMade(olu);
    await at(olu, request.getByRole("button", { name: "Approve" }), { press: "Enter" });
    await expect(olu.getByText("Approved, and done.")).toBeVisible();
    await waitForMessage(/removed your phone number and signed you out everywhere/, { to: customer.email });
    await page.goto("/profile");
    await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
    await signInByApi(page, customer);
    await page.goto("/profile");
    await expect(page.getByText("You can set this number only once.")).toBeVisible();
  });

  await test.step("the confirmation email is sent again with a fresh link", async () => {
    await zainab.reload();
    await expect(zainab.getByRole("button", { name: "Remove the phone number" })).toHaveCount(0);
    await expect(async () => {
      await zainab.keyboard.press("Escape"); // the dialog of an attempt within the minute
      await at(zainab, zainab.getByRole("cell").getByRole("button", { name: "Send again" }), { press: "Enter" });
      const dialog = zainab.getByRole("dialog", { name: "Send the confirmation email again?" });
      await at(zainab, dialog.getByLabel("Reason"), { type: "the customer lost it" });
      await at(zainab, dialog.getByRole("button", { name: "Send again" }), { press: "Enter" });
      await expect(zainab.getByText("A new email is on its way.")).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 120_000 });
    await expectWellMade(zainab);
    await waitForMessage(/sent the email that confirms your address again/, { to: customer.email });
    await expect(async () => {
      const newest = await waitForMessage(/\/email-confirm#/, { to: customer.email });
      expect(extractFrom(newest, /(http:\S+\/email-confirm\S+)/)).not.toBe(first);
    }).toPass();
  });
});
