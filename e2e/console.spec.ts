import { createAccount, makePerson, signInByApi } from "./support/api.ts";
import { expectNoAxeViolations } from "./support/appearance.ts";
import { approvalOf, expectWellMade, signInOperator } from "./support/console.ts";
import { at, tabTo } from "./support/keyboard.ts";
import { buySearch } from "./support/purchase.ts";
import { expect, test } from "./support/test.ts";
import { origins } from "./support/test-environment.ts";
import { expectBalance, topUp } from "./support/wallet.ts";

const reason = "The customer was charged for a wrong number";

test("two operators find a customer and refund a check by keyboard [OC-05 OC-10 OC-19]", async ({
  page,
  newPerson,
  trouble,
}) => {
  test.setTimeout(300_000);
  trouble.allow(/\/console\/v1\/me$/, 401); // before the sign-in
  trouble.allow(/\/sign-in\/second-step$/, 400); // with a code that was used
  const customer = makePerson("Hadiza");
  await createAccount(customer);
  await signInByApi(page, customer);
  await page.goto("/main-dashboard");
  await topUp(page, "5000");
  const requestId = await buySearch(page, { rc: "RC 123986" });
  await page.goto("/main-dashboard");
  await expectBalance(page, "₦4,090");

  const zainab = await (await newPerson()).newPage();
  await signInOperator(zainab, "zainab@example.test");
  await expectWellMade(zainab);

  await test.step("an exact email with a reason opens the account, without anything of the subject", async () => {
    await zainab.goto(`${origins.console}/find`);
    await at(zainab, zainab.getByLabel(/^Email, phone/), { type: customer.email });
    await tabTo(zainab, zainab.getByLabel("Reason"));
    await zainab.getByLabel("Reason").selectOption("asked_us");
    await at(zainab, zainab.getByRole("button", { name: "Find" }), { press: "Enter" });
    await expect(zainab.getByRole("heading", { level: 1, name: /^Hadiza/ })).toBeVisible();
    await expect(zainab.getByRole("main")).not.toContainText(customer.email);
    await expectWellMade(zainab);
  });

  await test.step("the owner of the account reads who looked, and why", async () => {
    await page.reload();
    await page.getByRole("button", { name: /^Notices/ }).click();
    await expect(page.getByText(/^Our support looked at your account: you contacted us/)).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("a requested refund moves nothing", async () => {
    await zainab.goto(`${origins.console}/requests/${requestId}`);
    await at(zainab, zainab.getByRole("button", { name: "Request a refund" }), { press: "Enter" });
    const dialog = zainab.getByRole("dialog", { name: "Request a refund" });
    await at(zainab, dialog.getByLabel("Reason"), { type: reason });
    await expectNoAxeViolations(zainab);
    await zainab.keyboard.press("Enter");
    await expect(zainab.getByText(/is requested as a refund/)).toBeVisible();
    await expectWellMade(zainab);
    await zainab.goto(`${origins.console}/approvals`);
    const request = approvalOf(zainab, reason);
    await expect(request.getByRole("button", { name: "Cancel my request" })).toBeVisible();
    await expect(request.getByRole("button", { name: "Approve" })).toHaveCount(0);
    await page.reload();
    await expectBalance(page, "₦4,090");
  });

  await test.step("a second operator approves it, and the money moves once", async () => {
    const olu = await (await newPerson()).newPage();
    await signInOperator(olu, "olu@example.test");
    await olu.goto(`${origins.console}/approvals`);
    await expectWellMade(olu);
    await at(olu, approvalOf(olu, reason).getByRole("button", { name: "Approve" }), { press: "Enter" });
    await expect(olu.getByText("Approved, and done.")).toBeVisible();
    await page.reload();
    await expectBalance(page, "₦5,000");
    for (const screen of ["prices", "sources", "jobs", "audit", "operators", "cases", "grievances"]) {
      await olu.goto(`${origins.console}/${screen}`);
      await expect(olu.getByRole("heading", { level: 1 })).toBeVisible();
      await expectWellMade(olu);
    }
  });
});

test("the first page opens for a client without compression or an accept header [OC-01]", async () => {
  const answer = await fetch(origins.console, { headers: { "accept-encoding": "identity" } });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(await answer.text()).toContain("<!doctype html>");
});
