import { formatMinor } from "@idanimo/contract/money";

import { expect } from "./patient-expect.ts";
import { apiBase } from "@idanimo/contract/operation";
import { createSession, readSession } from "@idanimo/contract/verification";
import { walletPayment } from "@idanimo/contract/wallet";
import type { Page } from "@playwright/test";

/** Calls the API as a page does. */
async function post(page: Page, path: string, body: object): Promise<Record<string, unknown>> {
  const { status, reported } = await page.evaluate(
    async ([address, sent]) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(address, { method: "POST", headers, body: sent });
      return { status: response.status, reported: (await response.json()) as Record<string, unknown> };
    },
    [apiBase + path, JSON.stringify(body)] as const,
  );
  expect(status, `${path}: ${JSON.stringify(reported)}`).toBe(200);
  return reported;
}

/**
 * How long a record may take: after a failure in another test a source is paused, and lookups retry within a
 * minute.
 */
export const lookupTimeout = { timeout: 120_000 };

/** Buys one search from the wallet. The page must be one of the product's, signed in. @returns the request's id */
export async function buySearch(page: Page, search: object): Promise<string> {
  const made = createSession.output.parse(await post(page, createSession.path, { ...search, currency: "NGN" }));
  const { sessionCode, transactionID, quote } = made;
  await post(page, walletPayment.path, { sessionCode, transactionID, amount: formatMinor(quote.total) });
  const session = await page.evaluate(
    async (address) => (await fetch(address)).json() as Promise<unknown>,
    apiBase + readSession.path.replace("{sessionCode}", sessionCode),
  );
  return readSession.output.parse(session).items[0]?.requestId ?? "";
}
