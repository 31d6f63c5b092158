import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createSession } from "@idanimo/contract/verification";
import { walletPayment } from "@idanimo/contract/wallet";
import * as z from "zod/mini";
import { booksOf, isOpen, standings } from "../../campaign/books.ts";
import { type Bought, topUp } from "../../campaign/buyers.ts";
import { quickEndings, searchOf } from "../../campaign/searches.ts";
import { type Chance, chanceOf } from "../../chance.ts";
import { type Client, Refused, signIn, untilAnswered } from "../../client.ts";
import type { Fleet } from "../../fleet.ts";
import { atDoors, type Met, nothingMet } from "./doors.ts";

/** People who buy numbers one after the other from their wallets, over all programs of a fleet; and what became of it in the end. */
export type Shop = {
  readonly met: Met;
  /** Every payment that was answered with success. */
  readonly bought: readonly Bought[];
  /** One client for each example account, over all programs. */
  readonly clients: readonly Client[];
  /** Payments that were refused, or never answered, though nothing was wrong with them. */
  readonly failed: readonly string[];
  /** Ends the lanes, and waits for them. */
  close(): Promise<void>;
  /** Waits until every look-up has ended, then compares all that was promised with what is there. */
  judge(waitMs?: number): Promise<Verdict>;
};
export type Verdict = {
  readonly acknowledged: number;
  readonly lost: number;
  readonly wrong: readonly string[];
};

export const accountsOf = (fleet: Fleet) =>
  z
    .array(z.object({ email: z.string(), password: z.string() }))
    .parse(fleet.members.find(({ role }) => role === "api")?.now().ready["accounts"]);

/** What an example account starts with, in kobo. */
const startKobo = 50_000_00n;

/**
 * Opens so many lanes.
 * @param urls of the programs they go to, when that is not the whole fleet
 * @param pauseMs between two purchases of one lane
 */
export async function openShop(
  fleet: Fleet,
  plan: {
    readonly lanes: number;
    readonly seed: number;
    readonly urls?: readonly string[];
    readonly pauseMs?: number;
    readonly patienceMs?: number;
    /** How many of the example accounts buy, when not all. */
    readonly buyers?: number;
    /** Told of each payment that was answered with success. @param asked when it was first asked, of `performance.now()` */
    readonly paid?: (asked: number) => void;
  },
): Promise<Shop> {
  const urls = plan.urls ?? fleet.urls;
  const met = nothingMet();
  const clients: Client[] = [];
  for (const { email, password } of accountsOf(fleet)) {
    const { token } = await signIn(urls[0] ?? "", email, password);
    const client = atDoors(urls, token, met, 0, plan.patienceMs);
    for (let times = 0; times < 4; times += 1) await topUp(client, 4_000_000);
    clients.push(client);
  }
  const bought: Bought[] = [];
  const failed: string[] = [];
  let isOver = false;
  const lanes = Array.from({ length: plan.lanes }, (_one, at) => {
    const own = clients[at % (plan.buyers ?? clients.length)];
    if (!own) throw new Error("the fleet has no example account");
    const client = atDoors(urls, own.token, met, at, plan.patienceMs);
    const chance = chanceOf(plan.seed * 1_000 + at);
    const tell = (purchase: Bought, asked: number) => {
      bought.push(purchase);
      plan.paid?.(asked);
    };
    return buyOn({ ...client, token: own.token }, chance, plan.pauseMs ?? 0, () => isOver, tell, failed);
  });
  const close = async () => {
    isOver = true;
    await Promise.all(lanes);
  };
  return { met, bought, clients, failed, close, judge: (waitMs = 120_000) => judge(fleet, clients, bought, waitMs) };
}

async function buyOn(
  client: Client,
  chance: Chance,
  pauseMs: number,
  isOver: () => boolean,
  bought: (purchase: Bought, asked: number) => void,
  failed: string[],
): Promise<void> {
  while (!isOver()) {
    try {
      const search = searchOf("nin", chance, quickEndings);
      if (!search) return;
      const made = await client.call(createSession, { ...search, currency: "NGN" });
      const { sessionCode, transactionID } = made;
      const pay = { sessionCode, transactionID, amount: String(Number(made.quote.total) / 100) };
      const key = randomUUID();
      const asked = performance.now();
      await client.call(walletPayment, pay, key);
      bought({ client, searchType: "nin", sessionCode, transactionID, way: "WALLET", reference: undefined }, asked);
      if (chance.next() < 0.05) await client.call(walletPayment, pay, key); // a nervous second click
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // a source that is down, and somebody who was asked today: of many people drawn one comes twice
      const isRight = error instanceof Refused && ["source_down", "asked_recently"].includes(error.code);
      if (!isRight) failed.push(error.message);
      if (error instanceof Refused && error.code === "wallet_balance_low") return;
      await sleep(50);
    }
    if (pauseMs > 0) await sleep(pauseMs * 2 * chance.next());
  }
}

async function judge(
  fleet: Fleet,
  clients: readonly Client[],
  bought: readonly Bought[],
  waitMs: number,
): Promise<Verdict> {
  const until = Date.now() + waitMs;
  let open = bought;
  let lost = 0;
  for (;;) {
    const found = await standings(open);
    lost += found.filter(({ state }) => state !== "paid" && state !== "completed").length;
    open = found.filter(isOpen).map((one) => one.bought);
    if (open.length === 0 || Date.now() > until) break;
    await sleep(1_000);
  }
  const wrong = open.length > 0 ? [`${open.length} look-ups had not ended after ${waitMs / 1000} s`] : [];
  const charged = new Map<string, number>();
  for (const [at, client] of clients.entries()) {
    const books = await untilAnswered(() => booksOf(client, new Set(), startKobo));
    if (!books.isBalanced) wrong.push(`account ${at + 1} does not add up`);
    for (const [label, times] of books.charges) charged.set(label, (charged.get(label) ?? 0) + times);
  }
  const doubled = [...charged.values()].filter((times) => times > 1).length;
  if (doubled > 0) wrong.push(`${doubled} purchases were charged twice`);
  lost += bought.filter(({ transactionID }) => !charged.has(transactionID)).length;
  return { acknowledged: bought.length, lost, wrong: [...wrong, ...(await fleet.brokenLaws())] };
}
