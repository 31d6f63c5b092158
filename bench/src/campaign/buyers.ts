import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { SearchType } from "@idanimo/contract/catalogue";
import { createSession, sources } from "@idanimo/contract/verification";
import { checkPayment, startPayment, walletPayment } from "@idanimo/contract/wallet";
import type { Chance } from "../chance.ts";
import { type Client, Refused, untilAnswered } from "../client.ts";
import { type Endings, type Search, searchOf } from "./searches.ts";

/** A purchase that was made, and how it was to be paid. */
export type Bought = {
  readonly client: Client;
  readonly searchType: SearchType;
  readonly sessionCode: string;
  readonly transactionID: string;
  readonly way: "WALLET" | "INSTANT";
  /** Of an instant payment. */
  readonly reference: string | undefined;
};

/** What a person does on the payment page: nearly everybody pays. */
const onThePage = ["approve", "approve", "approve", "approve", "twice", "late", "wrong_amount", "decline"] as const;

/** Presses a button on the provider's page, and does not wait for where that leads: the program there may be away. */
export async function pressOnPage(link: string, outcome: string): Promise<void> {
  await fetch(link, { method: "POST", body: new URLSearchParams({ outcome }), redirect: "manual" });
}

/** Adds money on the provider's page, as a person with a card would. */
export async function topUp(client: Client, naira: number): Promise<void> {
  const started = await client.call(startPayment, { amount: naira, currency: "NGN", type: "TOPUP" });
  await pressOnPage(started.data.link, "approve");
  for (;;) {
    const check = await client.call(checkPayment, { transactionRef: started.data.txRef });
    if (check.data.status === "successful") return;
    await sleep(200);
  }
}

/** Opens the payment page, presses a button there and goes: one in two browsers stays to ask how it ended. */
async function payInstantly(
  client: Client,
  made: { readonly sessionCode: string; readonly total: bigint; readonly currency: "NGN" | "USD" },
  chance: Chance,
): Promise<string> {
  const amount = String(Number(made.total) / 100);
  const { sessionCode, currency } = made;
  const order = { amount, currency, country: "NG" as const, type: "VERIFICATION" as const, sessionCode };
  const { link, txRef } = (await untilAnswered(() => client.call(startPayment, order, randomUUID()))).data;
  await pressOnPage(link, chance.one(onThePage));
  if (chance.next() < 0.5) await untilAnswered(() => client.call(checkPayment, { transactionRef: txRef }));
  return txRef;
}

/** Makes one purchase and pays for it, from the wallet or at the provider; every call is repeated until it is answered. */
export async function buyOne(
  client: Client,
  chance: Chance,
  search: { readonly type: SearchType; readonly payload: Search },
  bought: (purchase: Bought) => void,
): Promise<void> {
  const searchType = search.type;
  const way = chance.next() < 0.3 ? "INSTANT" : "WALLET";
  const currency = way === "INSTANT" && chance.next() < 0.3 ? "USD" : "NGN";
  const made = await untilAnswered(() => client.call(createSession, { ...search.payload, currency }));
  const { sessionCode, transactionID } = made;
  if (way === "INSTANT") {
    const reference = await payInstantly(client, { sessionCode, total: made.quote.total, currency }, chance);
    bought({ client, searchType, sessionCode, transactionID, way, reference });
    return;
  }
  const pay = { sessionCode, transactionID, amount: String(Number(made.quote.total) / 100) };
  const key = randomUUID();
  await untilAnswered(() => client.call(walletPayment, pay, key));
  bought({ client, searchType, sessionCode, transactionID, way, reference: undefined });
  if (chance.next() < 0.1) await untilAnswered(() => client.call(walletPayment, pay, key)); // a nervous second click
}

/**
 * One person who buys again and again, all kinds in turn, from the wallet or at the provider.
 * @param endings of the numbers asked for
 * @param bought told of each purchase as soon as money may move for it
 * @param refused told of each refusal's code
 */
export async function buy(
  client: Client,
  chance: Chance,
  endings: Endings,
  isOver: () => boolean,
  bought: (purchase: Bought) => void,
  refused: (code: string) => void,
): Promise<void> {
  let offered: readonly SearchType[] = [];
  let round = 0;
  while (!isOver()) {
    try {
      if (round % 50 === 0)
        offered = (await untilAnswered(() => client.call(sources, {}))).sources.map(({ searchType }) => searchType);
      const searchType = offered[round % offered.length] ?? "nin";
      round += 1;
      const search = searchOf(searchType, chance, endings);
      if (!search) continue;
      await buyOne(client, chance, { type: searchType, payload: search }, bought);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused(error.code);
      if (error.code === "wallet_balance_low") return;
      await sleep(30);
    }
  }
}
