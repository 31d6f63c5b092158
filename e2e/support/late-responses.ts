import { problemOf } from "./problem.ts";
import type { BrowserContext, Page, Route } from "@playwright/test";

import { expect } from "./patient-expect.ts";
import { takeShifts, watchShifts } from "./layout-shifts.ts";
import { desktopViewport } from "./walk.ts";

/** Anything smaller is the label of the clicked button, which changes in place. */
const minShift = 0.0002;

/** Records all layout shifts on each page that opens. */
export async function watchEveryShift(context: BrowserContext): Promise<void> {
  await watchShifts(context);
  await context.addInitScript(() => {
    // scrollbars are not painted here, so no gutter is needed behind a dialog
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html { scrollbar-gutter: auto !important }");
    document.adoptedStyleSheets = [sheet];
  });
}

/** Layout shifts since the last call, once all are painted, whether or not the user caused them. */
async function takeEveryShift(page: Page): Promise<readonly string[]> {
  await page.evaluate(async () => {
    if (!("takeShifts" in globalThis)) throw new Error("layout shifts are not recorded");
    // painted in one frame, reported in the next
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
  /** Submits the form. */
  readonly send: () => Promise<void>;
  /** Waits until the response and all it changes are visible. */
  readonly see: () => Promise<void>;
};

/**
 * Checks that a response long after the click moves nothing. Every shift counts, also those that browsers excuse
 * because of recent input [G-F4].
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

/** Checks that nothing has moved since the last call, whatever the cause; on a server-rendered page since it loaded. */
export async function expectNoShift(page: Page, what: string): Promise<void> {
  expect.soft(await takeEveryShift(page), what).toEqual([]);
}

export const phoneViewport = { width: 360, height: 740 };
/** Screens on which late responses are checked, by their names in titles. */
export const lateResponseViewports = [
  ["a phone", phoneViewport],
  ["a small desktop", { width: 960, height: 900 }],
  ["a desktop", desktopViewport],
] as const;
export const password = "Six-4-kites-fly";
export const unexpectedError = { status: 500, body: problemOf("unexpected") };
export const mainAlert = (page: Page) => page.getByRole("main").getByRole("alert");
/** Clicks a button to send the form. */
export const press = (page: Page, name: string): Pick<LateResponse, "send"> => ({
  send: () => page.getByRole("button", { name, exact: true }).click(),
});
export const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
