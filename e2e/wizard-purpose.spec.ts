import * as texts from "@idanimo/contract/texts";

import { createAccount, makePerson, signInByApi } from "./support/api.ts";
import { expectFieldError, expectNoFieldError } from "./support/forms.ts";
import { newNin } from "./support/identity-numbers.ts";
import { expect, test } from "./support/test.ts";
import { chooseSearchType, fillWizard, pay, paymentButton, searchTypeCheckbox } from "./support/wizard.ts";

const hauwa = makePerson("Hauwa");
test.beforeAll(() => createAccount(hauwa));

test("the wizard and the disclaimer name what the purpose can show before payment [CL-08 CL-06]", async ({ page }) => {
  await signInByApi(page, hauwa);
  await fillWizard(page, newNin(), "Instant payment");
  const purpose = page.getByLabel("Reason for this check");
  const main = page.getByRole("main");
  const lists = main.getByText("This purpose can show:");
  await expect(lists, "in the details and in the summary").toHaveCount(2);
  for (const part of ["their photo", "their phone number and email", "their home address"])
    await expect(main.getByText(part, { exact: true })).toBeVisible();
  await expect(main).not.toContainText("religion");
  await purpose.selectOption({ label: "A family matter" });
  await expect(main.getByText("their religion", { exact: true })).toBeVisible();
  await paymentButton(page).click();
  const disclaimer = page.getByRole("dialog", { name: "Disclaimer" });
  await expect(disclaimer).toContainText("This purpose can show:");
  await expect(disclaimer.getByText("their religion", { exact: true })).toBeVisible();
  await disclaimer.getByRole("button", { name: "Cancel" }).click();
});

test("a purpose that a credit check does not allow is cleared with a message [CL-06]", async ({ page, trouble }) => {
  trouble.allow(/\/verification\/session$/, 400);
  await signInByApi(page, hauwa);
  await fillWizard(page, newNin(), "Instant payment");
  const purpose = page.getByLabel("Reason for this check");
  await purpose.selectOption({ label: "A job" });
  await page.getByLabel("Message to the person").fill("For the shop");
  await chooseSearchType(page, "BVN");
  await expect(purpose).toHaveValue("");
  await expectFieldError(purpose, "“A job” is not available for a credit check. Choose another reason.");
  await expect(purpose.getByRole("option", { name: "A job (not available for a credit check)" })).toBeDisabled();
  await searchTypeCheckbox(page, "BVN").uncheck();
  await expect(purpose, "the check is removed").toHaveValue("employment");
  await expectNoFieldError(purpose);

  await page.route(/\/verification\/session$/, (route) =>
    route.fulfill({
      status: 400,
      json: { code: "purpose_not_allowed", message: "Not here", fields: { purpose: texts.purposeNotAllowed } },
    }),
  );
  await pay(page);
  await expectFieldError(purpose, texts.purposeNotAllowed);
  await expect(purpose).toBeFocused();
  await expect(page.getByLabel("National ID number (NIN)")).toHaveValue(/\d{3} \d{4} \d{4}/);
  await expect(page.getByLabel("Message to the person")).toHaveValue("For the shop");
});
