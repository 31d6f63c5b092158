import { problemOf } from "./problem.ts";
import type { Page } from "@playwright/test";

import { expect } from "./patient-expect.ts";
import { consentResponse, resultShapeNames, resultShapes, exampleRequestId } from "./result-shapes.ts";
import type { Visit } from "./walk.ts";

/** Mocks every request with this response. */
async function answer(page: Page, json: object): Promise<void> {
  await page.unroute(/\/check-consent\//);
  await page.route(/\/check-consent\//, (route) => route.fulfill({ json }));
}

/** A time in so many minutes: a wait that is over has another screen. */
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const times = { deadline: at(1_420), now: at(0), outcome: null };
const sms = { channel: "sms", state: "sent", at: at(-18) };
const mail = { channel: "mail", state: "sent", at: at(-3) };

/** States of a wait, by the title of its screen. */
const consentWaits = {
  "Awaiting consent...": { ...times, consent: "pending", message: "Awaiting Consent", asked: [sms, mail] },
  "The person refused": { consent: "denied", outcome: "DENIED" },
  "No reply in time": { consent: "terminated", outcome: "UNANSWERED" },
  "The person cannot be reached": { consent: "terminated", outcome: "NO_CONTACT" },
  "The person is under 18": { consent: "terminated", outcome: "MINOR" },
  "No record found": { consent: "No data found", outcome: "NO_DATA" },
} as const;

/** Visits every kind of result with sample records, their empty and error states, and each end of a wait. */
export async function walkRecords(page: Page, visit: Visit): Promise<void> {
  const record = page.getByRole("article");
  for (const name of resultShapeNames) {
    const shape = resultShapes[name];
    await answer(page, consentResponse(shape, shape.full));
    await page.goto(`${shape.route}/${exampleRequestId}`);
    await expect(record).toBeVisible();
    await visit(`result-${name.replaceAll(/\W+/g, "-")}`, page);
  }
  const { person } = resultShapes;
  const open = `${person.route}/${exampleRequestId}`;
  await answer(page, consentResponse(person, person.sparse));
  await page.goto(open);
  await expect(record).toBeVisible();
  await visit("result-person-sparse", page);
  await answer(page, consentResponse(person, person.empty));
  await page.goto(open);
  await expect(page.getByRole("alertdialog", { name: "Oops!" })).toBeVisible();
  await visit("result-empty", page);
  await page.unroute(/\/check-consent\//);
  await page.route(/\/check-consent\//, (route) => route.fulfill({ status: 503, json: problemOf("unavailable") }));
  await page.goto(open);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await visit("result-not-loaded", page);

  for (const [which, [title, more]] of Object.entries(consentWaits).entries()) {
    await answer(page, consentResponse(person, null, more));
    await page.goto(`/consent?request=${exampleRequestId}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await visit(`wait-${which + 1}`, page);
  }
}
