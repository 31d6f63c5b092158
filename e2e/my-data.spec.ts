import type { BrowserContextOptions, Page } from "@playwright/test";

import { uniqueEmail, type Person } from "./support/account.ts";
import { createAccountAndSignIn } from "./support/api.ts";
import { waitForMessage, extractFrom, waitForConsentRequest } from "./support/inbox.ts";
import { expectFitsWidth } from "./support/appearance.ts";
import { runOperator, runOperatorAs } from "./support/operator.ts";
import { origins } from "./support/test-environment.ts";
import { newNin, fetchNinRecord } from "./support/identity-numbers.ts";
import { expect, test } from "./support/test.ts";
import { topUp } from "./support/wallet.ts";
import { requestNin, newestRow } from "./support/wizard.ts";

/** A small phone without script. */
const smallPhone: BrowserContextOptions = { javaScriptEnabled: false, viewport: { width: 360, height: 740 } };

/** Used by no other test. */
const bola: Person = {
  firstName: "Bola",
  lastName: "Asks",
  email: uniqueEmail("bola.asks"),
  password: "Harmattan-7-rains",
};

/** An example operator who may read what people wrote. */
const privacyOfficer = "zainab@example.test";

const title = (page: Page) => page.getByRole("heading", { level: 1 });

test("a subject sees the requesters, withdraws, blocks, complains and gets a reply [T-48 T-75]", async ({
  page,
  newPerson,
  trouble,
}) => {
  trouble.allow(/\/my-data\/enter$/, 400);
  await createAccountAndSignIn(page, bola);
  await topUp(page, "2000");
  const nin = newNin();
  await requestNin(page, nin);
  const { sms, link } = await waitForConsentRequest("Bola Asks", nin);
  const person = await (await newPerson(smallPhone)).newPage();
  await person.goto(link);
  await person.getByRole("button", { name: "I consent" }).click();
  await expect(title(person)).toHaveText("You consented");

  await newestRow(page).getByRole("link", { name: "View Result" }).click();
  const { surname = "missing" } = await fetchNinRecord(nin);
  await expect(page.getByRole("article")).toContainText(surname, { timeout: 60_000 });

  await test.step("from the message's page to all requesters, and a withdrawal", async () => {
    await person.getByRole("button", { name: "See everyone who asked about you" }).click();
    await expect(title(person)).toHaveText("Your data");
    await expect(person.getByRole("main")).toContainText("You consented. They can see it for");
    await expect(person.getByRole("main")).toContainText(/Opened (once|\d+ times)/);
    await expectFitsWidth(person);
    await person.getByRole("button", { name: "Withdraw my consent" }).click();
    await expect(person.getByRole("status")).toHaveText(
      "You withdrew your consent. They can no longer see your record.",
    );
    await expect(page.getByRole("heading", { name: "Verification Result or Consent expired" })).toBeVisible();
    await expect(page.locator("body")).not.toContainText(surname);
  });

  await test.step("blocking one requester, and all", async () => {
    await person.getByRole("button", { name: "Block Bola Asks" }).click();
    await expect(person.getByRole("status")).toHaveText("They can no longer ask about you.");
    await expect(person.getByRole("button", { name: "Let Bola Asks ask again" })).toBeVisible();
    await person.getByRole("button", { name: "Block everyone" }).click();
    await expect(person.getByRole("main")).toContainText("You blocked everyone on");
    await person.getByRole("button", { name: "Let people ask again" }).click();
    await expect(person.getByRole("status")).toHaveText("People may ask about you again.");
  });

  const reference = await test.step("a complaint has a reference and a date", async () => {
    await person.getByRole("link", { name: "Complain to us" }).click();
    await person.getByLabel("What is it about?").selectOption({ index: 1 });
    await person.getByLabel("Your words").fill("I never rented from them.\nWho are they?");
    await expectFitsWidth(person);
    await person.getByRole("button", { name: "Send it" }).click();
    await expect(person.getByRole("status")).toContainText(/Your number is ID-\w{6}\. We answer by \w+ \d+, 20\d\d\./);
    return /ID-\w{6}/.exec(await person.getByRole("status").innerText())?.[0] ?? "";
  });

  await test.step("an operator views it with a reason, which the subject sees, and replies", async () => {
    expect((await runOperator("grievances")).words).toContain(reference);
    const read = await runOperatorAs(privacyOfficer, "read-case", reference, "--reason", "a new complaint");
    expect(read.words).toContain("I never rented from them.");
    expect(read.words).not.toContain(sms.to.slice(-8));
    await waitForMessage(new RegExp(`Your case ${reference} was read by an operator`), { to: sms.to, channel: "sms" });
    const answer = "They are stopped. We are sorry.";
    expect((await runOperatorAs(privacyOfficer, "answer-case", reference, answer)).code).toBe(0);
    await waitForMessage(new RegExp(`${reference} is answered. They are stopped`), { to: sms.to, channel: "sms" });
  });

  await test.step("the same subject signs in with a code and a formatted number", async () => {
    const other = await (await newPerson(smallPhone)).newPage();
    await other.goto(`${origins.product}/my-data`);
    await expectFitsWidth(other);
    await other.getByLabel("Your phone number or email address").fill(sms.to.replace("+234", "0"));
    await other.getByRole("button", { name: "Send me a code" }).click();
    const code = extractFrom(
      await waitForMessage(/Your Idanimo code is/, { to: sms.to, channel: "sms" }),
      /code is (\d{6})/,
    );
    await other.getByLabel("Code").fill(code === "000000" ? "111111" : "000000");
    await other.getByRole("button", { name: "Show my data" }).click();
    await expect(other.getByRole("alert")).toHaveText("That code is wrong. You have 4 more attempts.");
    await expectFitsWidth(other);
    await other.getByLabel("Code").fill(code);
    await other.getByRole("button", { name: "Show my data" }).click();
    await expect(other.getByRole("main")).toContainText("You withdrew your consent on");
    await expect(other.getByRole("main")).toContainText("They are stopped. We are sorry.");
    await expect(other.getByRole("main")).toContainText("Read by an operator on");
    await other.getByRole("link", { name: "See all that we store about you" }).click();
    await expect(other.getByRole("main")).toContainText("Requests: 1. Cases: 1. Blocks: 1.");
    await expectFitsWidth(other);
    await other.getByRole("link", { name: "Back to your data" }).click();
    await other.getByRole("link", { name: "Delete what you store about me" }).click();
    await other.getByRole("button", { name: "Delete it now" }).click();
    await expect(other.getByRole("status")).toContainText("Withdrawn: 0. Refused: 0. Your number is ID-");
    await other.getByRole("link", { name: "Naijá" }).click();
    await expect(other.locator("html")).toHaveAttribute("lang", "pcm-NG");
    await other.getByRole("button", { name: "Comot from this page" }).click();
    await expect(title(other)).toHaveText("Who ask about you?");
    await other.goto(`${origins.product}/my-data`);
    await expect(title(other)).toHaveText("Who asked about you?");
  });
});
