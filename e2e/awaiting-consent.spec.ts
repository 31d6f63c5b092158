import type { Page, Route } from "@playwright/test";

import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { expectFitsWidth, expectNoAxeViolations } from "./support/appearance.ts";
import { consentResponse, resultShapes, exampleRequestId } from "./support/result-shapes.ts";
import { expect, test } from "./support/test.ts";

/** Tests of the screen on which the requester waits for consent. */

const ngozi = makePerson("Ngozi");
test.beforeAll(() => createAccount(ngozi));

const { person, extension } = resultShapes;
const pending = {
  consent: "pending",
  message: "Awaiting Consent",
  outcome: null,
  deadline: "2026-11-22T10:00:00.000Z",
  now: "2026-11-21T11:00:00.000Z",
  reminder: { sentAt: null, possibleAt: "2026-11-21T11:42:00.000Z" },
  asked: [
    { channel: "sms", state: "sent", at: "2026-11-21T10:42:00.000Z" },
    { channel: "mail", state: "sent", at: "2026-11-21T10:57:00.000Z" },
  ],
};
const title = (page: Page) => page.getByRole("heading", { level: 1 });

async function routeConsentStatus(page: Page, act: (route: Route) => Promise<void>): Promise<void> {
  await page.unroute(/\/check-consent\//);
  await page.route(/\/check-consent\//, act);
}

// Covers: CONSENT-06 CONSENT-07 CONSENT-08 CONSENT-11 C-18 C-27 O-52
test("the waiting screen lists the channels, polls, and opens the result [CONSENT-01 CONSENT-04 CONSENT-05]", async ({
  page,
  trouble,
}) => {
  await signInByApi(page, ngozi);
  await page.clock.install({ time: new Date(pending.now) });
  trouble.allowLost(/\/api\/v2\/events/);
  await page.route(/\/api\/v2\/events/, (route) => route.abort("failed")); // without events
  let requestCount = 0;
  let json: object = consentResponse(person, null, pending);
  await routeConsentStatus(page, (route) => ((requestCount += 1), route.fulfill({ json })));
  await page.goto(`/consent?request=${exampleRequestId}`);
  await expect(title(page)).toHaveText("Awaiting consent...");
  const steps = page.getByRole("main").getByRole("listitem");
  await expect(steps).toHaveText(["SMS sent at 11:42 AM, but delivery was not confirmed", "Email sent at 11:57 AM"]);
  await expect(page.getByRole("main")).toContainText("November 22, 2026 at 11:00 AM, Lagos time");
  await expect(page.getByRole("link", { name: "Return to Dashboard" })).toHaveAttribute("href", "/main-dashboard");
  await page.setViewportSize({ width: 360, height: 740 });
  await expectFitsWidth(page);

  const before = requestCount;
  await page.clock.fastForward(15_000);
  await expect.poll(() => requestCount).toBeGreaterThan(before);
  json = consentResponse(person, person.full);
  await page.clock.fastForward(15_000);
  await expect(page).toHaveURL(new RegExp(`/result/${exampleRequestId}$`));
  await expect(title(page)).toHaveText("Verification Result");
  await expect(page.getByRole("article")).toBeVisible();

  await test.step("a pending result's page says so with the specified capitals", async () => {
    json = consentResponse(extension, null, pending);
    await page.goto(`/search-extension/${exampleRequestId}`);
    await expect(page.getByText("Awaiting Consent...", { exact: true })).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(0);
  });
});

test("a grant whose event was lost is seen within a minute [CONSENT-05 CONSENT-06]", async ({ page }) => {
  await signInByApi(page, ngozi);
  await page.clock.install({ time: new Date(pending.now) });
  await page.addInitScript(() => {
    class Silent extends EventTarget {
      onopen?: () => void;
      close = () => undefined;
      constructor() {
        super();
        queueMicrotask(() => this.onopen?.());
      }
    }
    Object.assign(globalThis, { EventSource: Silent });
  });
  let requestCount = 0;
  let json: object = consentResponse(person, null, pending);
  await routeConsentStatus(page, (route) => ((requestCount += 1), route.fulfill({ json })));
  await page.goto(`/consent?request=${exampleRequestId}`);
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(2);
  const before = requestCount;
  await page.clock.runFor(30_000);
  await expect(title(page)).toHaveText("Awaiting consent...");
  expect(requestCount, "an open stream delays polling").toBe(before);
  json = consentResponse(person, person.full);
  await page.clock.runFor(45_000);
  await expect(page).toHaveURL(new RegExp(`/result/${exampleRequestId}$`));
});

test("each end of a wait is explained, with what happened to the money [CONSENT-09 CONSENT-10 T-45]", async ({
  page,
}) => {
  await signInByApi(page, ngozi);
  for (const [more, heading, words, money] of [
    [
      { consent: "terminated", outcome: "BLOCKED" },
      "The person cannot be asked",
      "We can't ask this person now.",
      "refunded to your wallet",
    ],
    [
      { consent: "terminated", outcome: "NO_CONTACT" },
      "The person cannot be reached",
      "The person cannot be reached",
      "refunded to your wallet",
    ],
    [{ consent: "denied", outcome: "DENIED" }, "The person refused", "Consent Denied", "isn't refundable"],
    [
      { consent: "terminated", outcome: "UNANSWERED" },
      "No reply in time",
      "Verification Result or Consent expired",
      "They didn't reply in time",
    ],
    [
      { consent: "terminated", outcome: "DELIVERED" },
      "Consent withdrawn",
      "Verification Result or Consent expired",
      "isn't refundable",
    ],
    [{ consent: "No data found", outcome: "NO_DATA" }, "No record found", "No Data Found", "isn't refundable"],
  ] as const)
    await test.step(heading, async () => {
      await routeConsentStatus(page, (route) => route.fulfill({ json: consentResponse(person, null, more) }));
      await page.goto(`/consent?request=${exampleRequestId}`);
      await expect(title(page)).toHaveText(heading);
      await expect(page).toHaveTitle(new RegExp(`^${heading} · `));
      await expect(page.getByRole("main")).toContainText(words);
      await expect(page.getByRole("main")).toContainText(money);
      await expect(page.getByLabel("Who can consent for them?")).toHaveCount(0);
    });
});

test("a pending request is reminded once, sent as a message, and cancelled after a warning [T-45]", async ({
  page,
}) => {
  await signInByApi(page, ngozi);
  await page.clock.install({ time: new Date(pending.now) });
  let json: object = consentResponse(person, null, pending);
  await routeConsentStatus(page, (route) => route.fulfill({ json }));
  await page.goto(`/consent?request=${exampleRequestId}`);
  const actions = page.getByRole("region", { name: "No answer yet?" });
  await expect(actions).toContainText("You can send one reminder from 12:42 PM, Lagos time.");
  await expect(actions.getByRole("button", { name: "Send a reminder" })).toHaveCount(0);
  await expect(actions).not.toContainText(/consent\/|\d{6}/);

  await test.step("the reminder is offered when the server allows it, and then reported", async () => {
    json = consentResponse(person, null, { ...pending, reminder: { sentAt: null, possibleAt: pending.now } });
    await page.reload();
    const sent = { sentAt: pending.now, possibleAt: null };
    await page.route(/\/requests\/[0-9a-f-]+\/remind$/, (route) => {
      json = consentResponse(person, null, { ...pending, reminder: sent });
      return route.fulfill({ json: { reminder: sent } });
    });
    await actions.getByRole("button", { name: "Send a reminder" }).click();
    await expect(actions).toContainText("You sent a reminder. Each person gets one.");
    await expect(page.getByRole("main").getByRole("listitem").last()).toHaveText("Reminder sent at 12:00 PM");
    await expectNoAxeViolations(page);
  });

  await test.step("the warning says that the charge is kept, and cancelling ends the wait", async () => {
    await page.route(/\/requests\/[0-9a-f-]+\/cancel$/, (route) => {
      json = consentResponse(person, null, { consent: "terminated", outcome: "CANCELLED" });
      return route.fulfill({ json: { outcome: "CANCELLED" } });
    });
    await page.setViewportSize({ width: 360, height: 740 });
    await expectFitsWidth(page);
    await actions.getByRole("button", { name: "Cancel request" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel this request?" });
    await expect(dialog).toContainText("isn't refundable");
    await expectNoAxeViolations(page);
    await dialog.getByRole("button", { name: "Cancel request" }).click();
    await expect(title(page)).toHaveText("You cancelled this request");
    await expect(page.getByRole("main")).toContainText("This check isn't refundable.");
  });
});
