import { expectWellMade, signInOperator } from "./support/console.ts";
import { at, tabTo } from "./support/keyboard.ts";
import { expect, test } from "./support/test.ts";
import { origins } from "./support/test-environment.ts";

test("money, prices, sources, jobs, audit and operators work by keyboard alone [OC-11 OC-19]", async ({
  newPerson,
  trouble,
}) => {
  test.setTimeout(300_000);
  trouble.allow(/\/console\/v1\/me$/, 401); // before the sign-in
  trouble.allow(/\/sign-in\/second-step$/, 400); // with a code that was used
  trouble.allow(/\/exchange-rate$/, 409); // there is no second operator for prices [OC-11]
  trouble.allow(/\/operators\/[0-9a-f-]+\/roles$/, 409); // nor a second owner
  const alone = /This needs a second operator/;
  const reason = `Rate of the day ${Date.now() % 100_000}`;
  const olu = await (await newPerson()).newPage();
  await signInOperator(olu, "olu@example.test");
  const button = (name: string) => olu.getByRole("button", { name });
  await test.step("money: the accounts report", async () => {
    await olu.goto(`${origins.console}/money`);
    await tabTo(olu, olu.getByRole("tab", { name: "Payments" }));
    await olu.keyboard.press("End");
    await expect(olu.getByRole("tab", { name: "Accounts report" })).toHaveAttribute("aria-selected", "true");
    await at(olu, button("Show"), { press: "Enter" });
    await expect(olu.getByText("The accounts balance")).toBeVisible();
    await expectWellMade(olu);
    await olu.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("prices: another rate needs a second operator", async () => {
    await olu.goto(`${origins.console}/prices`);
    await tabTo(olu, olu.getByRole("tab", { selected: true }));
    await olu.keyboard.press("End");
    await at(olu, button("Change the rate"), { press: "Enter" });
    const field = olu.getByRole("dialog").getByLabel("Naira for one dollar");
    await tabTo(olu, field);
    await olu.keyboard.press("ControlOrMeta+A");
    await olu.keyboard.type("1512");
    await at(olu, button("See what changes"), { press: "Enter" });
    await at(olu, olu.getByRole("dialog").getByLabel("Reason"), { type: reason });
    await expectWellMade(olu);
    await olu.setViewportSize({ width: 1440, height: 900 });
    await at(olu, button("Request the change"), { press: "Enter" });
    await expect(olu.getByText(alone)).toBeVisible();
  });

  await test.step("sources: the dialog that closes one opens, and Escape leaves it open", async () => {
    await olu.goto(`${origins.console}/sources`);
    await at(olu, olu.getByRole("button", { name: /^Close/ }).first(), { press: "Enter" });
    const dialog = olu.getByRole("dialog");
    await tabTo(olu, dialog.getByLabel("What customers read"));
    await at(olu, dialog.getByLabel("Reason"), { type: "the register is moving" });
    await olu.keyboard.press("Escape"); // other tests buy from it
    await expect(dialog).toBeHidden();
  });

  await test.step("jobs: the queues", async () => {
    await olu.goto(`${origins.console}/jobs`);
    await tabTo(olu, olu.getByRole("tab", { name: "Failed" }));
    await olu.keyboard.press("ArrowRight");
    await expect(olu.getByRole("tab", { name: "Queues" })).toHaveAttribute("aria-selected", "true");
    await olu.keyboard.press("End");
    await expect(olu.getByRole("tab", { name: "Unsent messages" })).toHaveAttribute("aria-selected", "true");
  });

  await test.step("audit: the rows of one act", async () => {
    await olu.goto(`${origins.console}/audit`);
    await at(olu, olu.getByLabel("Act"), { type: "operator_signed_in" });
    await olu.keyboard.press("Enter");
    await expect(olu.getByText("Operator signed in").first()).toBeVisible();
    await expectWellMade(olu);
    await olu.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("operators: other roles need a second owner", async () => {
    await olu.goto(`${origins.console}/operators`);
    const row = olu.getByRole("row").filter({ hasText: "Zainab Example" });
    await at(olu, row.getByRole("button", { name: "Change roles" }), { press: "Enter" });
    const dialog = olu.getByRole("dialog", { name: "Change roles" });
    await at(olu, dialog.getByLabel("Prices"), { press: "Space" });
    await at(olu, dialog.getByLabel("Reason"), { type: `New task ${reason}` });
    await at(olu, dialog.getByRole("button", { name: "Request" }), { press: "Enter" });
    await expect(olu.getByText(alone)).toBeVisible();
  });
});
