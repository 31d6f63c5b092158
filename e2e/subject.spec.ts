import type { BrowserContextOptions, Page } from "@playwright/test";

import { examples, signIn } from "./support/account.ts";
import { questionFrom, reply } from "./support/inbox.ts";
import { expectFits } from "./support/looks.ts";
import { recordOf } from "./support/register.ts";
import { expect, test } from "./support/test.ts";
import { askFor, newestRow } from "./support/wizard.ts";

/** A cheap phone on a slow line: no script, and as narrow as they come. */
const smallPhone: BrowserContextOptions = { javaScriptEnabled: false, viewport: { width: 360, height: 740 } };
const yes = "Yes, they may see";

/** Opens the waiting screen of the newest request. */
async function wait(page: Page): Promise<void> {
  await newestRow(page).getByRole("button", { name: "Awaiting Consent" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /Wait/ }).click();
  await expect(page.getByRole("heading", { name: "Awaiting consent..." })).toBeVisible();
}

test("a subject says yes on a page without script, and takes it back: the open record lets go", async ({
  page,
  newPerson,
}) => {
  await signIn(page, examples.ada);
  await askFor(page, "71234500011");
  const { link } = await questionFrom("Ada Example");
  await wait(page);

  const subject = await (await newPerson(smallPhone)).newPage();
  await subject.goto(link);
  await expect(subject.getByRole("heading", { level: 1 })).toHaveText("Somebody asks to see your identity record");
  await expect(subject.getByRole("main")).toContainText("Ada Example");
  await expect(subject.getByRole("main")).toContainText("Renting a home");
  await expectFits(subject);
  await subject.reload(); // looking decides nothing
  await subject.getByRole("button", { name: yes }).click();
  await expect(subject.getByRole("heading", { level: 1 })).toHaveText("You said yes");
  await expectFits(subject);

  await expect(page.getByRole("article")).toContainText("712 3450 0011", { timeout: 60_000 });
  const { surname = "nobody", residence_address: address = "nowhere" } = await recordOf("71234500011");
  await expect(page.getByRole("article")).toContainText(surname);

  await subject.getByRole("button", { name: "Take it back" }).click();
  await expect(subject.getByRole("heading", { level: 1 })).toHaveText("You took it back");
  await expectFits(subject);
  await expect(page.getByRole("heading", { name: "Verification Result or Consent expired" })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.locator("body")).not.toContainText(surname);
  await expect(page.locator("body")).not.toContainText(address);
  await page.getByRole("link", { name: "Return to Dashboard" }).click();
  await expect(newestRow(page)).toContainText("Expired");
  await expect(newestRow(page)).not.toContainText("712 3450");
  await subject.goto(link); // the link still tells its owner how it stands
  await expect(subject.getByRole("button")).toHaveCount(0);
});

test("a subject says no: not one byte of theirs reaches the asker (T-42)", async ({ page, newPerson }) => {
  const told: Promise<string>[] = [];
  page.on("response", (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (response.url().includes("/api/v2/") && !type.includes("event-stream"))
      told.push(response.text().catch(() => "")); // a page that was left has no body to read
  });
  await signIn(page, examples.ada);
  await askFor(page, "71234500022");
  const { link } = await questionFrom("Ada Example");
  await wait(page);

  const subject = await (await newPerson(smallPhone)).newPage();
  await subject.goto(link);
  await subject.getByRole("button", { name: "No", exact: true }).click();
  await expect(subject.getByRole("heading", { level: 1 })).toHaveText("You said no");
  await expectFits(subject);

  await expect(page.getByText("Consent Denied")).toBeVisible({ timeout: 60_000 });
  const id = new URL(page.url()).searchParams.get("request") ?? "";
  await page.getByRole("link", { name: "Return to Dashboard" }).click();
  await expect(newestRow(page)).toContainText("Consent Denied");
  await page.goto(`/premblyNinResult/${id}`);
  await expect(page.getByRole("heading", { name: "Consent Denied" })).toBeVisible();

  const answers = (await Promise.all(told)).join("\n");
  expect(answers).toContain(id);
  const record = await recordOf("71234500022");
  for (const name of ["surname", "telephoneno", "email", "residence_address", "nok_address1", "centralID"] as const) {
    const value = record[name] ?? "";
    expect(value.length, name).toBeGreaterThan(3);
    expect(answers.toLowerCase(), name).not.toContain(value.toLowerCase());
  }
  expect(answers).not.toContain(record["photo"]?.slice(0, 200));
  expect(answers).not.toContain(record["telephoneno"]?.slice(1));
});

test("a wrong code decides nothing, and the same question is still answered by the right one (T-41)", async ({
  page,
}) => {
  await signIn(page, examples.ada);
  await askFor(page, "71234500033");
  const { sms, code } = await questionFrom("Ada Example");
  await wait(page);
  await reply(sms, `YES ${code === "ACDEFH" ? "ACDEFJ" : "ACDEFH"}`);
  await reply(sms, "yes");
  await expect(page.getByText("Waiting for the person to answer")).toBeVisible();
  await reply(sms, `no ${code.toLowerCase()}`);
  await expect(page.getByText("Consent Denied")).toBeVisible({ timeout: 60_000 });
});
