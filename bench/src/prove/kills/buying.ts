import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { SearchType } from "@idanimo/contract/catalogue";
import { priceListFrom, quoteFor, servicePrices } from "@idanimo/contract/pricing";
import { companiesRecord } from "@idanimo/contract/records";
import { checkConsent, readSession, sources } from "@idanimo/contract/verification";
import { outcomes } from "@idanimo/contract/verification-states";
import { checkPayment, startPayment, walletPayment } from "@idanimo/contract/wallet";
import * as z from "zod/mini";
import { type Bought, buyOne, pressOnPage } from "../../campaign/buyers.ts";
import { type Endings, searchOf } from "../../campaign/searches.ts";
import { type Chance, chanceOf } from "../../chance.ts";
import { type Client, Refused, untilAnswered } from "../../client.ts";

/** Everything that was promised to somebody while things broke; afterwards it is compared with what is there. */
export type Promised = {
  /** Wallet payments were answered with success; of instant ones the page was opened. */
  readonly bought: Bought[];
  /** Stakeholders that were answered as paid. */
  readonly companies: { readonly client: Client; readonly requestId: string; readonly cacId: string }[];
  /** How often the stakeholders of each company were bought, by its number: again, where the money came back. */
  readonly companyOrders: Map<string, number>;
  /** How single look-ups were seen to end. */
  readonly ended: Map<string, { readonly client: Client; readonly outcome: string; readonly hadData: boolean }>;
  /** How often each value was typed that a source may be asked about. */
  readonly typed: Map<string, number>;
  readonly refusals: Map<string, number>;
  /** Kobo that top-ups brought, each of them answered as counted. */
  toppedUp: bigint;
  topUps: number;
};
export const nothingPromised = (): Promised => ({
  bought: [],
  companies: [],
  companyOrders: new Map(),
  ended: new Map(),
  typed: new Map(),
  refusals: new Map(),
  toppedUp: 0n,
  topUps: 0,
});

/** Plain people mostly, and such as have no record, no contact, or are children. */
const endings: Endings = ["1234", "5678", "4321", "8765", "2468", "1357", "9753", "0000", "0005", "0006", "0011"];
const topUpNaira = 5_000_000;
/** A purchase that takes longer goes on by itself while its person begins the next: a key whose program died is busy for a minute. */
const patienceMs = 1_500;
const mostOpen = 30;

/** Tops a wallet up on the provider's page; every call is repeated until it is answered. */
export async function topUp(client: Client, promised: Promised): Promise<void> {
  const order = { amount: topUpNaira, currency: "NGN", type: "TOPUP" } as const;
  const key = randomUUID();
  const { link, txRef } = (await untilAnswered(() => client.call(startPayment, order, key))).data;
  await pressOnPage(link, "approve");
  for (;;) {
    const { data } = await untilAnswered(() => client.call(checkPayment, { transactionRef: txRef }));
    if (data.status === "successful") break;
    await sleep(200);
  }
  promised.toppedUp += BigInt(topUpNaira) * 100n;
  promised.topUps += 1;
}

/** One person who buys all kinds of look-ups until it is over, and waits then for what is still open. */
export async function buyAlways(client: Client, seed: number, promised: Promised, isOver: () => boolean) {
  const chance = chanceOf(seed);
  const open = new Set<Promise<void>>();
  const offered = (await untilAnswered(() => client.call(sources, {}))).sources.map(({ searchType }) => searchType);
  while (!isOver()) {
    const work = oneThing(client, chance, offered, promised).catch(async (error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      promised.refusals.set(error.code, (promised.refusals.get(error.code) ?? 0) + 1);
      if (error.code === "wallet_balance_low") await topUp(client, promised);
    });
    open.add(work);
    void work.finally(() => open.delete(work)).catch(() => undefined); // thrown where it is waited for
    await Promise.race([work, sleep(patienceMs)]);
    while (open.size >= mostOpen) await Promise.race(open);
  }
  await Promise.all(open);
}

async function oneThing(client: Client, chance: Chance, offered: readonly SearchType[], promised: Promised) {
  const dice = chance.next();
  if (dice < 0.03) return topUp(client, promised);
  if (dice < 0.1 && (await buyStakeholders(client, chance, promised))) return;
  const type = offered[Math.floor(chance.next() * offered.length)] ?? "nin";
  const payload = searchOf(type, chance, endings);
  if (!payload) return;
  const { nin, phone, bvn, rc, vin } = payload;
  for (const value of [nin, phone, bvn, rc, vin])
    if (value !== undefined) promised.typed.set(value, (promised.typed.get(value) ?? 0) + 1);
  let made: Bought | undefined;
  await buyOne(client, chance, { type, payload }, (one) => {
    made = one;
    promised.bought.push(one);
  });
  if (made && type !== "bulk_nin" && chance.next() < 0.5) await see(client, made, promised);
}

const isEnd = (state: string) => outcomes.some((outcome) => outcome === state);

/** Looks a few times how a purchase ends, and remembers it. */
async function see(client: Client, { sessionCode }: Bought, promised: Promised): Promise<void> {
  for (let times = 0; times < 4; times += 1) {
    await sleep(500 * (times + 1));
    const { items } = await untilAnswered(() => client.call(readSession, { sessionCode }));
    for (const { requestId, state } of items) {
      if (!isEnd(state)) continue;
      const { data } = await untilAnswered(() => client.call(checkConsent, { id: requestId }));
      promised.ended.set(requestId, { client, outcome: state, hadData: data !== null });
    }
    if (items.every(({ state }) => isEnd(state))) return;
  }
}

const company = z.object({ cacid: z.string(), rcNumber: z.string() });

/** Buys the stakeholders of a company on a result that was seen; false where there is none yet. */
async function buyStakeholders(client: Client, chance: Chance, promised: Promised): Promise<boolean> {
  const bought = promised.bought.filter((one) => one.searchType === "rc" && one.client === client).slice(-20);
  const of = bought[Math.floor(chance.next() * bought.length)];
  if (!of) return false;
  const { items } = await untilAnswered(() => client.call(readSession, { sessionCode: of.sessionCode }));
  const requestId = items[0]?.state === "DELIVERED" ? items[0].requestId : undefined;
  if (requestId === undefined) return false;
  const { data } = await untilAnswered(() => client.call(checkConsent, { id: requestId }));
  const found = company.safeParse(companiesRecord.safeParse(data).data?.companies[0]).data;
  if (!found) return false;
  const { cacid: cacId, rcNumber } = found;
  const prices = priceListFrom(await untilAnswered(() => client.call(servicePrices, {})));
  const { total } = quoteFor([{ type: "stakeholders", options: [], records: 1 }], prices, "NGN");
  const pay = {
    type: "STAKEHOLDERS",
    requestId,
    cacId,
    transactionID: `EA${chance.digits(14)}`,
    amount: String(Number(total.minor) / 100),
    acceptWalletCurrency: true,
  } as const;
  const key = randomUUID();
  await untilAnswered(() => client.call(walletPayment, pay, key));
  promised.companies.push({ client, requestId, cacId });
  promised.companyOrders.set(rcNumber, (promised.companyOrders.get(rcNumber) ?? 0) + 1);
  return true;
}
