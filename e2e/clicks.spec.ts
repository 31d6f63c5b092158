import type { BrowserContext, Page } from "@playwright/test";

import { enterCode, fillSignUp, type Person, waitForCode } from "./support/account.ts";
import { makePerson } from "./support/api.ts";
import { newNin } from "./support/identity-numbers.ts";
import { replyToSms, waitForConsentRequest } from "./support/inbox.ts";
import { expect, test } from "./support/test.ts";
import { endPayment, paymentFrame } from "./support/wallet.ts";
import { pay, searchTypeCheckbox } from "./support/wizard.ts";

/**
 * How many clicks a journey takes. The limits are the present numbers: a change that needs more clicks fails here.
 * A click is a press of the pointer or of Enter, in any frame; a choice from a native list is two. Fields are reached
 * with Tab, as in the measurement before.
 */
const limits = { newUser: 15, repeat: 6, phoneNewUser: 17, phoneRepeat: 8 } as const;

/** Counts the clicks of every page and frame of a browser. */
async function countClicks(context: BrowserContext): Promise<{ clicks: number }> {
  const counter = { clicks: 0 };
  await context.exposeBinding("countClick", () => void (counter.clicks += 1));
  await context.addInitScript(() => {
    const report = () => (globalThis as unknown as { countClick: () => void }).countClick();
    const isTrusted = (event: Event) => event.isTrusted && report();
    // at the document: a press that Playwright withholds, because something moved, gets no further than the window
    document.addEventListener("pointerdown", isTrusted, true);
    document.addEventListener("keydown", (event) => event.key === "Enter" && isTrusted(event), true);
    // the list itself is drawn by the browser, and choosing from it fires no pointer event
    document.addEventListener("change", ({ target }) => target instanceof HTMLSelectElement && report(), true);
  });
  return counter;
}

/** Opens the list with the pointer, and chooses. */
async function choosePurpose(page: Page): Promise<void> {
  const list = page.getByLabel("Reason for this check");
  await list.dispatchEvent("focus");
  await list.click();
  await page.keyboard.press("Escape");
  await list.selectOption({ label: "Renting a home" });
}

/** Answers as the subject, and waits until the record opens without a click. */
async function expectResultAfterConsent(page: Page, person: Person, nin: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Awaiting consent..." })).toBeVisible({ timeout: 25_000 });
  const { sms, code } = await waitForConsentRequest(`${person.firstName} ${person.lastName}`, nin);
  await replyToSms(sms, `YES ${code}`);
  await expect(page.getByRole("article")).toBeVisible({ timeout: 60_000 });
}

for (const device of [
  { name: "a laptop", viewport: { width: 1280, height: 900 }, newUser: limits.newUser, repeat: limits.repeat },
  { name: "a phone", viewport: { width: 360, height: 740 }, newUser: limits.phoneNewUser, repeat: limits.phoneRepeat },
]) {
  const isPhone = device.viewport.width < 600;
  const next = async (page: Page) => {
    if (isPhone) await page.getByRole("button", { name: "Next" }).click();
  };

  // two complete journeys, with every step behind the sign-in page rendered for the first time
  test(`a first result and a repeated check take few clicks on ${device.name}`, async ({ newPerson }) => {
    test.slow();
    const person = makePerson("Uche", { lastName: isPhone ? "Phone" : "Laptop" });
    const context = await newPerson({ viewport: device.viewport });
    const counter = await countClicks(context);
    const page = await context.newPage();

    await test.step("from the landing page to the first result", async () => {
      await page.goto("/");
      await page.getByRole("link", { name: "GET STARTED" }).first().click();
      await page.getByRole("link", { name: "Create one" }).click();
      await page.getByRole("button", { name: "Proceed" }).click();
      await fillSignUp(page, person);
      await page.getByRole("button", { name: "Proceed" }).click();
      await enterCode(page, await waitForCode(person.email, "mail"));
      const password = page.getByLabel("Password", { exact: true });
      await expect(password, "the email is filled in").toBeFocused();
      await page.keyboard.type(person.password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByRole("link", { name: "NIN", exact: true }).click();
      await expect(searchTypeCheckbox(page, "NIN")).toBeChecked();
      await next(page);
      const nin = newNin();
      await page.getByLabel("National ID number (NIN)").fill(nin);
      await choosePurpose(page);
      await next(page);
      await page.getByRole("radio", { name: "Instant payment" }).click();
      await page.getByRole("checkbox", { name: /I accept/ }).click();
      await pay(page);
      await endPayment(await paymentFrame(page), "Approve");
      await expectResultAfterConsent(page, person, nin);
      expect(counter.clicks, "clicks of a new user").toBeLessThanOrEqual(device.newUser);
      expect(counter.clicks, "the counter works").toBeGreaterThan(10);
    });

    await test.step("a repeated check from the dashboard, paid as before", async () => {
      await page.goto("/main-dashboard");
      counter.clicks = 0;
      await page.getByRole("link", { name: /^(Verify a person|New check)$/ }).click();
      await searchTypeCheckbox(page, "NIN").click();
      await next(page);
      const nin = newNin();
      await page.getByLabel("National ID number (NIN)").fill(nin);
      await choosePurpose(page);
      await next(page);
      await expect(page.getByRole("radio", { name: "Instant payment" }), "as the last time").toBeChecked();
      await expect(page.getByRole("checkbox", { name: /I accept/ })).toBeChecked();
      await pay(page);
      expect(counter.clicks, "clicks of a repeated check").toBeLessThanOrEqual(device.repeat);
    });
  });
}
