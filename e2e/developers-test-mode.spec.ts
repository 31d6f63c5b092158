import { expectAccessible } from "./support/accessibility.ts";
import { createAccount, makePerson, signInByApi } from "./support/api.ts";
import { expectFitsWidth } from "./support/appearance.ts";
import { newNin } from "./support/identity-numbers.ts";
import { createTestOrganisation } from "./support/organisation.ts";
import { expect, test } from "./support/test.ts";
import { requestNin } from "./support/wizard.ts";

test("an owner buys a check with play money and answers as the person [DP-17]", async ({ page, newPerson }) => {
  const { owner } = await createTestOrganisation(page, newPerson, { name: "Kano Lenders" });
  const bar = owner.getByRole("complementary", { name: "Test mode" });

  await test.step("the switch in the bar enters test mode for this tab", async () => {
    const toggle = owner.getByRole("switch", { name: "Test mode" });
    await expect(toggle).toHaveAttribute("aria-checked", "false");
    await toggle.click();
    await expect(bar).toContainText("Play money, and no one is contacted");
    await expect(owner.getByRole("link", { name: /Play money/ })).toContainText("₦100,000");
    await expectAccessible(owner);
  });

  await test.step("play money is added on the page of test data", async () => {
    await bar.getByRole("link", { name: "Test data" }).click();
    await owner.getByRole("button", { name: "Add ₦100,000" }).click();
    await expect(owner.getByRole("status").filter({ hasText: "₦200,000" })).toBeVisible();
    await expect(owner.getByRole("table", { name: "Reserved endings" })).toContainText("0012");
    await expectAccessible(owner);
    await owner.setViewportSize({ width: 360, height: 740 });
    await expectFitsWidth(owner);
    await owner.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step("a check is paid with it, and its SMS arrives in the inbox", async () => {
    await requestNin(owner, newNin());
    await owner.goto("/developers/inbox");
    const message = owner.getByRole("listitem").filter({ hasText: "Kano Lenders" }).first();
    await expect(message).toContainText("SMS to +234");
    const code = /YES ([A-Z]{6})/.exec(await message.innerText())?.[1] ?? "";
    await message.getByRole("textbox", { name: /Reply as/ }).fill(`YES ${code}`);
    await message.getByRole("button", { name: "Send" }).click();
    await expect(owner.getByRole("list", { name: "Replies" }).first()).toContainText(`YES ${code}`);
    await expectAccessible(owner);
    await owner.setViewportSize({ width: 360, height: 740 });
    await expectFitsWidth(owner);
    await owner.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step("the result is on the dashboard of test mode, and not in live", async () => {
    await owner.goto("/main-dashboard");
    await expect(owner.getByText("Consent granted").or(owner.getByText("Successful")).first()).toBeVisible();
    await bar.getByRole("button", { name: "Leave" }).click();
    await expect(bar).toBeHidden();
    await expect(owner.getByRole("button", { name: /Wallet balance/ })).toContainText("₦0");
    await expect(owner.getByRole("table")).toHaveCount(0);
  });
});

test("a person's own account is led to an organisation [DP-17]", async ({ page }) => {
  const person = makePerson("Ada");
  await createAccount(person);
  await signInByApi(page, person);
  await page.goto("/developers/test-data");
  await expect(page.getByText("You are using your own account")).toBeVisible();
  await expect(page.getByRole("switch", { name: "Test mode" })).toHaveCount(0);
  await expectAccessible(page);
});
