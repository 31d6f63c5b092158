import { problemOf } from "./support/problem.ts";
import type { Page, Route } from "@playwright/test";

import { signInByApi, createAccount, makePerson } from "./support/api.ts";
import { isInMemory } from "./support/heap.ts";
import { recordArticle, expiredText, mockResult, routeResult, openResultPage } from "./support/result-pages.ts";
import { consentResponse, resultShapeNames, resultShapes, exampleRequestId } from "./support/result-shapes.ts";
import { expect, test } from "./support/test.ts";

const tola = makePerson("Tola");
// the service worker would fetch documents past the routes of these tests
test.use({ serviceWorkers: "block" });
test.beforeAll(() => createAccount(tola));

// Covers: EXPIRY-05
test("every kind removes its record at expiry by the server's clock [T-51 EXPIRY-01 EXPIRY-03]", async ({ page }) => {
  await signInByApi(page, tola);
  await page.clock.install({ time: Date.now() - 3_600_000 });
  for (const name of resultShapeNames.filter((known) => known !== "companies"))
    await test.step(name, async () => {
      const shape = resultShapes[name];
      const now = new Date("2026-11-20T11:30:00.000Z");
      const goneAt = new Date(now.getTime() + 45_000).toISOString();
      await mockResult(page, consentResponse(shape, shape.full, { goneAt }));
      await openResultPage(page, shape);
      await expect(recordArticle(page).getByText("This record will be deleted soon")).toBeVisible();
      await expect(recordArticle(page).getByText(/Access ends in \d+ s/)).toBeVisible();
      let requestCount = 0;
      await routeResult(page, (route) => ((requestCount += 1), route.abort("failed")));
      await page.clock.fastForward(45_000);
      await expect(expiredText(page)).toBeVisible();
      await expect(page.getByText("Your access to this record has ended")).toContainText("isn't refundable");
      await expect(recordArticle(page)).toHaveCount(0);
      expect(await page.content()).not.toMatch(/ADÉBÁYỌ̀|ƁALARABE|1HGCM82633A007777|LAG123AB/);
      expect(requestCount, "without a request").toBe(0);
    });
  await test.step("a company record has no expiry", async () => {
    await mockResult(page, consentResponse(resultShapes.companies, resultShapes.companies.full));
    await openResultPage(page, resultShapes.companies);
    await page.clock.fastForward(3_600);
    await expect(recordArticle(page)).toContainText("doesn't expire");
  });
});

test("a reader far down in a record sees why it is gone [CONSENT-08]", async ({ page }) => {
  await signInByApi(page, tola);
  await page.setViewportSize({ width: 360, height: 740 });
  const now = new Date("2026-11-20T11:30:00.000Z");
  await page.clock.install({ time: now });
  const { person } = resultShapes;
  const goneAt = new Date(now.getTime() + 45_000).toISOString();
  await mockResult(page, consentResponse(person, person.full, { goneAt }));
  await openResultPage(page, person);
  await expect(recordArticle(page)).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(recordArticle(page).getByRole("heading").first()).not.toBeInViewport();
  await page.clock.fastForward(45_000);
  await expect(expiredText(page)).toBeInViewport();
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
});

test("after expiry the page's memory contains nothing of the record [T-51]", async ({ page }) => {
  await signInByApi(page, tola);
  const { person } = resultShapes;
  const canary = "Canary-of-A-Profession"; // this test itself never passes it to the page
  let left = 600_000;
  await routeResult(page, (route) => {
    const now = Date.now();
    const times = { now: new Date(now).toISOString(), goneAt: new Date(now + left).toISOString() };
    return route.fulfill({ json: consentResponse(person, { ...person.full, profession: canary }, times) });
  });
  await openResultPage(page, person);
  await expect(recordArticle(page)).toBeVisible();
  expect(await isInMemory(page, canary), "the check finds a text that is in memory").toBe(true);
  left = 1_000;
  await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange"))); // the page refetches
  await expect(expiredText(page)).toBeVisible();
  await expect.poll(() => isInMemory(page, canary)).toBe(false);
});

/** Whether the page's document contains personal data. */
const knows = (page: Page) => page.evaluate(() => document.documentElement.outerHTML.includes("ADÉBÁYỌ̀"));

test("a hidden or signed-out page holds no record, and refetches when shown [T-51]", async ({ page, trouble }) => {
  trouble.allow(/\/check-consent\//, 401);
  await signInByApi(page, tola);
  const { person } = resultShapes;
  let requestCount = 0;
  const granted = (route: Route) => (
    (requestCount += 1),
    route.fulfill({ json: consentResponse(person, person.full) })
  );
  await routeResult(page, granted);
  await openResultPage(page, person);
  await expect(recordArticle(page)).toBeVisible();
  const before = requestCount;
  const putAway = await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    // read in the same task: nothing runs in a page that the browser has frozen
    return document.documentElement.outerHTML;
  });
  expect(putAway).not.toContain("ADÉBÁYỌ̀");
  await page.evaluate(() => void dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(recordArticle(page)).toContainText("ADÉBÁYỌ̀");
  expect(requestCount).toBeGreaterThan(before);

  // the next document never loads: the screen must be cleared without it. The page itself reports, since it is
  // navigating
  let cleared = false;
  await page.exposeFunction("tellCleared", () => void (cleared = true));
  await page.evaluate(() =>
    new MutationObserver(() => {
      if (!document.documentElement.outerHTML.includes("ADÉBÁYỌ̀")) Reflect.get(window, "tellCleared")();
    }).observe(document.body, { childList: true, subtree: true }),
  );
  await page.route(/\/login$/, () => undefined);
  await routeResult(page, (route) => route.fulfill({ status: 401, json: problemOf("not_signed_in") }));
  await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => cleared).toBe(true);
});

test("a withdrawal clears the page within a second of its event [T-51]", async ({ page }) => {
  await signInByApi(page, tola);
  const { person } = resultShapes;
  let tell: (() => void) | undefined;
  await page.route(/\/events$/, async (route) => {
    if (tell) return; // the first stream sends one event; the later ones stay silent
    await new Promise<void>((resolve) => (tell = resolve));
    const event = { type: "consent_changed", requestId: exampleRequestId };
    return route.fulfill({ contentType: "text/event-stream", body: `data: ${JSON.stringify(event)}\n\n` });
  });
  await mockResult(page, consentResponse(person, person.full));
  await page.clock.install();
  await openResultPage(page, person);
  await expect(recordArticle(page)).toContainText("ADÉBÁYỌ̀");
  await expect.poll(() => tell !== undefined).toBe(true);
  const terminated = consentResponse(person, null, { consent: "terminated", goneAt: null });
  const say = (route: Route) => route.fulfill({ json: terminated }).catch(() => undefined);
  const heldRoutes: Route[] = [];
  let isSlow = true;
  await routeResult(page, async (route) => (isSlow ? void heldRoutes.push(route) : say(route)));
  tell?.();
  await expect.poll(() => heldRoutes.length, "it refetches at once").toBeGreaterThan(0);
  await page.clock.fastForward(1_000);
  await expect.poll(() => knows(page), "shows nothing while it waits").toBe(false);
  await expect(recordArticle(page)).toHaveCount(0);
  isSlow = false;
  for (const route of heldRoutes) await say(route);
  await expect(expiredText(page)).toBeVisible();
  await expect(page.getByText("The person withdrew their consent")).toContainText("isn't refundable");
});

test("a record is requested only once the page would receive its withdrawal [T-48]", async ({ page }) => {
  await signInByApi(page, tola);
  const { person } = resultShapes;
  const messages: string[] = [];
  let letIn: (() => void) | undefined;
  await page.route(/\/events$/, async (route) => {
    if (letIn) return; // the later streams stay silent
    await new Promise<void>((resolve) => (letIn = resolve));
    messages.push("stream");
    return route.fulfill({ contentType: "text/event-stream", body: ": open\n\n" });
  });
  await routeResult(page, (route) => {
    messages.push("record");
    return route.fulfill({ json: consentResponse(person, person.full) });
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000); // only the stream, and no timeout, lets the page request
  await openResultPage(page, person);
  await expect.poll(() => letIn !== undefined).toBe(true);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(messages).toEqual([]);
  letIn?.();
  await expect.poll(() => messages).toContain("record");
  expect(messages.slice(0, 2)).toEqual(["stream", "record"]);
});
