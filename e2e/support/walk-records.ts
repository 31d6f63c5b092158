import type { Page } from "@playwright/test";

import { expect } from "./patient.ts";
import { answerOf, shapeNames, shapes, someRequest } from "./records.ts";
import type { Visit } from "./walk.ts";

/** Lets every request be answered so. */
async function answer(page: Page, json: object): Promise<void> {
  await page.unroute(/\/check-consent\//);
  await page.route(/\/check-consent\//, (route) => route.fulfill({ json }));
}

const times = { deadline: "2026-11-22T10:00:00.000Z", now: "2026-11-21T11:00:00.000Z", outcome: null };
const sms = { channel: "sms", state: "sent", at: "2026-11-21T10:42:00.000Z" };
const mail = { channel: "mail", state: "sent", at: "2026-11-21T10:57:00.000Z" };

/** How a wait stands or ended, by the title of its screen. */
const waits = {
  "Awaiting consent...": { ...times, consent: "pending", message: "Awaiting Consent", asked: [sms, mail] },
  "The person said no": { consent: "denied", outcome: "DENIED" },
  "Nobody answered": { consent: "terminated", outcome: "UNANSWERED" },
  "The person cannot be reached": { consent: "terminated", outcome: "NO_CONTACT" },
  "There is no such record": { consent: "No data found", outcome: "NO_DATA" },
} as const;

/** Every kind of result with all that a record may hold, what stands in its place, and each end of a wait; the records are made up. */
export async function walkRecords(page: Page, visit: Visit): Promise<void> {
  const record = page.getByRole("article");
  for (const name of shapeNames) {
    const shape = shapes[name];
    await answer(page, answerOf(shape, shape.full));
    await page.goto(`${shape.route}/${someRequest}`);
    await expect(record).toBeVisible();
    await visit(`result-${name.replaceAll(/\W+/g, "-")}`, page);
  }
  const { person } = shapes;
  const open = `${person.route}/${someRequest}`;
  await answer(page, answerOf(person, person.sparse));
  await page.goto(open);
  await expect(record).toBeVisible();
  await visit("result-person-sparse", page);
  await answer(page, answerOf(person, person.empty));
  await page.goto(open);
  await expect(page.getByRole("alertdialog", { name: "Oops!" })).toBeVisible();
  await visit("result-empty", page);
  await page.unroute(/\/check-consent\//);
  await page.route(/\/check-consent\//, (route) => route.fulfill({ status: 503, json: { code: "unavailable" } }));
  await page.goto(open);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await visit("result-not-loaded", page);

  for (const [at, [title, more]] of Object.entries(waits).entries()) {
    await answer(page, answerOf(person, null, more));
    await page.goto(`/consent?request=${someRequest}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await visit(`wait-${at + 1}`, page);
  }
}
