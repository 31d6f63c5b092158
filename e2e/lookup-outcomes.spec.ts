import { createAccountAndSignIn, makePerson } from "./support/api.ts";
import { waitForMessage } from "./support/inbox.ts";
import { expect, test } from "./support/test.ts";
import { balanceOf, expectBalance, topUp } from "./support/wallet.ts";
import { requestNin, newestRow, transactions } from "./support/wizard.ts";

/** Outcomes of the sandbox by the reserved ending of a number. */
const endings = [
  { nin: "72000010000", why: "no such record", row: "No Data Found", says: /isn't refundable/, refunded: false },
  {
    nin: "72000010001",
    why: "the provider returns 500",
    row: "Refunded",
    says: /could not be completed/,
    refunded: true,
  },
  {
    nin: "72000010003",
    why: "the provider returns an invalid response",
    row: "Refunded",
    says: /could not be completed/,
    refunded: true,
  },
  {
    nin: "72000010005",
    why: "the subject has no contact",
    row: "Refunded",
    says: /no phone number or email/,
    refunded: true,
  },
  { nin: "72000010006", why: "the subject is a minor", row: "Refunded", says: /under 18/, refunded: true },
  {
    nin: "72000010012",
    why: "the record belongs to another person",
    row: "Refunded",
    says: /could not be completed/,
    refunded: true,
  },
] as const;

test("each failed lookup has its outcome, explanation and charge", async ({ page }) => {
  const musa = makePerson("Musa");
  await createAccountAndSignIn(page, musa);
  await topUp(page, "5000");
  let balance = await balanceOf(page);
  const shown = () => `₦${balance.toLocaleString("en-NG")}`;
  for (const { nin, why, row, says, refunded } of endings) {
    await test.step(why, async () => {
      await requestNin(page, nin);
      await expect(newestRow(page)).toContainText(row, { timeout: 60_000 });
      await expect(page.getByRole("main")).toContainText(says);
      if (!refunded) balance -= 588;
      await expectBalance(page, shown());
      await newestRow(page).getByRole("button", { name: row }).click();
      await expect(page.getByRole("dialog")).toContainText(says);
      const dialog = page.getByRole("dialog");
      if (why !== "the subject is a minor") return dialog.getByRole("button", { name: "Got it" }).click();
      // no data of the minor remains, and only a guardian can consent [T-49]
      await dialog.getByRole("button", { name: "Ask through a guardian" }).click();
      await expect(page).toHaveURL(/\/consent\?request=/);
      await expect(dialog).toHaveCount(0);
      await page.getByRole("button", { name: "Ask through a guardian" }).click();
      await expect(page.getByText("Choose who would agree for them.")).toBeVisible();
      await page.getByLabel("Who can consent for them?").selectOption("A parent");
      await page.getByRole("button", { name: "Ask through a guardian" }).click();
      await expect(page.getByRole("main")).toContainText(
        /We have your request for a guardian.*Its number is G-[0-9A-F]{6}\. By \w+ \d+, \d{4} our team will email you/,
      );
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("The person is under 18");
      await expect(page).toHaveTitle(/^The person is under 18 · /);
      await page.getByRole("link", { name: "Return to Dashboard" }).click();
      await expect(newestRow(page)).toContainText("06");
      await expect(newestRow(page)).not.toContainText("720 0001");
    });
  }
  const refunds = endings.filter(({ refunded }) => refunded).length;
  const moved = await transactions(page);
  expect(moved.filter((row) => /Refund[\s\S]*\+₦588/.test(row))).toHaveLength(refunds);
  expect(moved.filter((row) => /Verification[\s\S]*−₦588/.test(row))).toHaveLength(endings.length);
  const mail = await waitForMessage(/A refund has been initiated/, { to: musa.email, channel: "mail" });
  expect(mail.text).toContain("₦588 was refunded to your wallet");
});
