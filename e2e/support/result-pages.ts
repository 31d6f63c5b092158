import type { Page, Route } from "@playwright/test";

import { exampleRequestId, type ResultShape } from "./result-shapes.ts";

/** The result pages, with mocked results. */

export const recordPart = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
export const recordArticle = (page: Page) => page.getByRole("article");
export const oopsDialog = (page: Page) => page.getByRole("alertdialog", { name: "Oops!" });
export const noRecordText = (page: Page) => page.getByText("No record found", { exact: true });
export const expiredText = (page: Page) => page.getByText("Verification Result or Consent expired");

/** Every request for a result from now on gets this response. */
export const mockResult = (page: Page, json: object) => routeResult(page, (route) => route.fulfill({ json }));

/** Every request for a result from now on is handled by a function. */
export async function routeResult(page: Page, act: (route: Route) => Promise<void>): Promise<void> {
  await page.unroute(/\/check-consent\//);
  await page.route(/\/check-consent\//, act);
}

export const openResultPage = (page: Page, { route }: ResultShape) => page.goto(`${route}/${exampleRequestId}`);
