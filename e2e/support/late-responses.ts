import type { BrowserContext, Page, Route } from "@playwright/test";

import { expect } from "./patient-expect.ts";
import { takeShifts, watchShifts } from "./layout-shifts.ts";

/** Less is the word of a button that was pressed, which changes in its place. */
const minShift = 0.0002;

/** Has each page that is opened note all that moves on it. */
export async function watchEveryShift(context: BrowserContext): Promise<void> {
  await watchShifts(context);
  await context.addInitScript(() => {
    // scrollbars are not drawn here, so there is no place to keep for one behind a dialog
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html { scrollbar-gutter: auto !important }");
    document.adoptedStyleSheets = [sheet];
  });
}

/** What has moved since it was last asked, once all of it is drawn, whether or not somebody asked for it. */
async function takeEveryShift(page: Page): Promise<readonly string[]> {
  await page.evaluate(async () => {
    if (!("takeShifts" in globalThis)) throw new Error("nobody notes what moves");
    // drawn in the one, told of after the other
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve));
  });
  const shifts = (await takeShifts(page)).filter(({ value }) => value >= minShift);
  return shifts.map(({ value, what }) => `${value.toFixed(4)} ${what}`);
}

export type LateResponse = {
  readonly path: RegExp;
  readonly status: number;
  readonly body: object;
  /** Sends the form. */
  readonly send: () => Promise<void>;
  /** Sees that the answer stands there, with all that follows it. */
  readonly see: () => Promise<void>;
};

/**
 * An answer comes when the press that asked for it is long over: nothing moves by it. Every movement counts, also those that a browser
 * forgives because somebody has just pressed something. Source: G-F4.
 */
export async function expectNoShiftAfterLateResponse(page: Page, what: string, late: LateResponse): Promise<void> {
  const asked = Promise.withResolvers<Route>();
  await page.route(late.path, (route) => asked.resolve(route), { times: 1 });
  await late.send();
  const route = await asked.promise;
  await takeEveryShift(page);
  const json = { title: "Error", message: "It was refused.", status: late.status, ...late.body };
  await route.fulfill({ status: late.status, json });
  await late.see();
  await expectNoShift(page, what);
}

/** Nothing has moved since it was last asked, whoever asked for it. On a page of the server that is since its document came. */
export async function expectNoShift(page: Page, what: string): Promise<void> {
  expect.soft(await takeEveryShift(page), what).toEqual([]);
}
