import { randomUUID } from "node:crypto";
import type { SearchType } from "@idanimo/contract/catalogue";
import { type Currency, formatMinor } from "@idanimo/contract/money";
import { priceListFromWire, quoteFor, servicePrices } from "@idanimo/contract/pricing";
import { companiesRecord } from "@idanimo/contract/checks/company/record";
import { checkConsent, createSession } from "@idanimo/contract/verification";
import { isRefunded, type Outcome, outcomes } from "@idanimo/contract/verification-states";
import { checkPayment, paymentHistory, startPayment, walletPayment } from "@idanimo/contract/wallet";
import { type Client, retry } from "./client.ts";
import { waitFor } from "./concurrency.ts";
import { pressButton } from "./sandbox.ts";
import type { Search } from "./searches.ts";

/** The purchase flow as a careful client runs it: every call is repeated, with the same key, until it is answered. */

export const isOutcome = (state: string): state is Outcome => outcomes.some((outcome) => outcome === state);
export const isRefundedOutcome = (state: string) => isOutcome(state) && isRefunded(state);

/** A purchase with its price, not yet paid. */
export type Order = {
  readonly sessionCode: string;
  readonly transactionID: string;
  readonly totalMinor: bigint;
  readonly amount: string;
  readonly currency: Currency;
};
export type Purchase = {
  readonly client: Client;
  readonly searchType: SearchType;
  readonly sessionCode: string;
  readonly transactionID: string;
  /** Of a card payment; undefined when the wallet paid. */
  readonly cardReference: string | undefined;
};

export async function createOrder(client: Client, search: Search, currency: Currency = "NGN"): Promise<Order> {
  const session = await retry(() => client.call(createSession, { ...search, currency }));
  const { sessionCode, transactionID, quote } = session;
  return { sessionCode, transactionID, totalMinor: quote.total, amount: formatMinor(quote.total), currency };
}

export async function payFromWallet(
  client: Client,
  { sessionCode, transactionID, amount }: Order,
  key: string = randomUUID(),
): Promise<void> {
  await retry(() => client.call(walletPayment, { sessionCode, transactionID, amount }, key));
}

export type CardPayment = { readonly link: string; readonly reference: string };
/** Opens the card provider's page, for an order or for a top-up in major units. */
export async function openCardPayment(client: Client, of: Order | { readonly topUp: number }): Promise<CardPayment> {
  const input =
    "topUp" in of
      ? ({ amount: of.topUp, currency: "NGN", type: "TOPUP" } as const)
      : ({
          amount: of.amount,
          currency: of.currency,
          country: "NG",
          type: "VERIFICATION",
          sessionCode: of.sessionCode,
        } as const);
  const key = randomUUID();
  const { data } = await retry(() => client.call(startPayment, input, key));
  return { link: data.link, reference: data.txRef };
}

export const paymentStatus = async (client: Client, reference: string) =>
  (await retry(() => client.call(checkPayment, { transactionRef: reference }))).data.status;

/** Waits until the product has settled a card payment. */
export const untilSettled = (client: Client, reference: string) =>
  waitFor(`card payment ${reference}`, async () => (await paymentStatus(client, reference)) === "successful");

/** Largest top-up that the runs use, in naira. */
export const largeTopUp = 5_000_000;

/** Tops up the wallet by card and waits until it is settled. @param amount in naira */
export async function topUp(client: Client, amount = largeTopUp): Promise<void> {
  const { link, reference } = await openCardPayment(client, { topUp: amount });
  await pressButton(link, "approve");
  await untilSettled(client, reference);
}

/** Registration number and register id of the company in a delivered result; undefined when it has none. */
export async function companyIn(client: Client, requestId: string) {
  const { data } = await retry(() => client.call(checkConsent, { id: requestId }));
  const company = companiesRecord.safeParse(data).data?.companies[0];
  return company?.rcNumber ? { cacId: company.cacid, rcNumber: company.rcNumber } : undefined;
}

/** What a source is queried for when the stakeholders of a company are bought. */
export const stakeholdersOf = (rcNumber: string) => `stakeholders of ${rcNumber}`;

/** Buys the stakeholders of a company from the wallet. @returns their price in kobo */
export async function buyStakeholders(
  client: Client,
  { requestId, cacId, transactionID }: { requestId: string; cacId: string; transactionID: string },
): Promise<bigint> {
  const prices = priceListFromWire(await retry(() => client.call(servicePrices, {})));
  const { total } = quoteFor([{ type: "stakeholders", options: [], records: 1 }], prices, "NGN");
  const input = {
    type: "STAKEHOLDERS",
    requestId,
    cacId,
    transactionID,
    amount: formatMinor(total.minor),
    acceptWalletCurrency: true,
  } as const;
  const key = randomUUID();
  await retry(() => client.call(walletPayment, input, key));
  return total.minor;
}

/** All transactions of an account, newest first. */
export async function listTransactions(client: Client) {
  const all = [];
  let after: string | undefined;
  do {
    const cursor: { after?: string } = after === undefined ? {} : { after };
    const page = await retry(() => client.call(paymentHistory, { size: 100, ...cursor }));
    all.push(...page.transactions);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return all;
}
