import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { SearchType } from "@idanimo/contract/catalogue";
import { checkConsent, readSession, sources } from "@idanimo/contract/verification";
import { type Client, createClient, newResponseLog, Rejected, type ResponseLog, retry, signIn } from "./client.ts";
import type { Fleet } from "./fleet.ts";
import {
  buyStakeholders,
  companyIn,
  createOrder,
  isOutcome,
  largeTopUp,
  openCardPayment,
  payFromWallet,
  paymentStatus,
  type Purchase,
  stakeholdersOf,
  topUp,
} from "./purchases.ts";
import { type Random, seededRandom } from "./random.ts";
import { pressButton } from "./sandbox.ts";
import { definiteEndings, type Endings, searchOf, valuesOf } from "./searches.ts";
import { answerConsentRequests } from "./subjects.ts";

/** Users who buy lookups while a chaos test breaks something, and the subjects who answer them. */

/** What the product promised to clients; the oracle compares it with the final state. */
export type Journal = {
  /** Wallet payments answered with success, and card payments whose page was opened. */
  readonly purchases: Purchase[];
  /** Stakeholder orders answered with success. */
  readonly stakeholderOrders: { readonly client: Client; readonly requestId: string; readonly cacId: string }[];
  /** How often each value was searched for that a source can be queried for, and the stakeholders of each company. */
  readonly valuesSearched: Map<string, number>;
  /** Outcomes that a client has seen, by request id. */
  readonly outcomesSeen: Map<
    string,
    { readonly client: Client; readonly outcome: string; readonly hadRecord: boolean }
  >;
  /** Consent page tokens whose withdrawal was confirmed. */
  readonly withdrawnTokens: string[];
  readonly rejections: Map<string, number>;
  /** Successful top-ups of `largeTopUp`. */
  topUps: number;
};

export type LoadPlan = {
  /** Users who buy at the same time; they share the example accounts. */
  readonly users: number;
  readonly seed: number;
  /** By default every type that the product offers, and stakeholders. */
  readonly searchTypes?: readonly SearchType[];
  readonly endings?: Endings;
  /** Share of purchases paid by card. */
  readonly cardShare?: number;
  /** Top-ups of each account before the run; without `topsUpLater` a user with an empty wallet stops. */
  readonly topUpsBefore?: number;
  readonly topsUpLater?: boolean;
  readonly pauseMs?: number;
  /** Called for each acknowledged wallet payment with the time of its first attempt (`performance.now()`). */
  readonly onPaid?: (purchase: Purchase, startedAt: number) => void;
};
export type Load = {
  readonly journal: Journal;
  readonly responses: ResponseLog;
  /** One client for each example account; each call goes to any program. */
  readonly clients: readonly Client[];
  /** Ends the purchases and waits until each is answered. */
  stop(): Promise<void>;
};

/** Buttons of the payment page: most people pay. */
const buttons = ["approve", "approve", "approve", "approve", "twice", "late", "wrong_amount", "decline"] as const;
/** A purchase that takes longer goes on while its user begins the next: the key of a killed program is locked for a minute. */
const patienceMs = 1_500;
const mostPending = 30;

const increment = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);

export async function startLoad(fleet: Fleet, plan: LoadPlan): Promise<Load> {
  const journal: Journal = {
    purchases: [],
    stakeholderOrders: [],
    valuesSearched: new Map(),
    outcomesSeen: new Map(),
    withdrawnTokens: [],
    rejections: new Map(),
    topUps: 0,
  };
  const responses = newResponseLog();
  const clients: Client[] = [];
  for (const [at, account] of fleet.exampleAccounts.entries()) {
    const token = await signIn(fleet.urls[0], account);
    const client = createClient(fleet.urls, token, { random: seededRandom(plan.seed + 1_000 + at), log: responses });
    for (let times = 0; times < (plan.topUpsBefore ?? 1); times += 1) await topUpNoted(client, journal);
    clients.push(client);
  }
  let isOver = false;
  const users = Array.from({ length: plan.users }, (_one, at) => {
    const client = clients[at % clients.length];
    if (!client) throw new Error("the load needs an example account");
    return buyContinuously({ client, random: seededRandom(plan.seed + at), plan, journal }, () => isOver);
  });
  const subjects = answerConsentRequests(fleet, seededRandom(plan.seed + 2_000), journal, () => isOver);
  const all = Promise.all([...users, subjects]);
  all.catch(() => undefined); // thrown by `stop`
  return {
    journal,
    responses,
    clients,
    stop: async () => {
      isOver = true;
      await all;
    },
  };
}

async function topUpNoted(client: Client, journal: Journal): Promise<void> {
  await topUp(client, largeTopUp);
  journal.topUps += 1;
}

type User = {
  readonly client: Client;
  readonly random: Random;
  readonly plan: LoadPlan;
  readonly journal: Journal;
};

async function buyContinuously(user: User, isOver: () => boolean): Promise<void> {
  const { client, random, plan, journal } = user;
  const offered = plan.searchTypes ?? (await offeredTypes(client));
  const pending = new Set<Promise<void>>();
  let hasMoney = true;
  while (!isOver() && hasMoney) {
    const purchase = doOnce(user, offered).catch(async (error: unknown) => {
      if (!(error instanceof Rejected)) throw error;
      increment(journal.rejections, error.code);
      await sleep(30);
      if (error.code !== "wallet_balance_low") return;
      if (plan.topsUpLater === false) hasMoney = false;
      else await topUpNoted(client, journal);
    });
    pending.add(purchase);
    void purchase.then(
      () => pending.delete(purchase),
      () => undefined,
    ); // awaited below
    await Promise.race([purchase, sleep(patienceMs)]);
    while (pending.size >= mostPending) await Promise.race(pending);
    if (plan.pauseMs !== undefined) await sleep(plan.pauseMs * 2 * random.next());
  }
  await Promise.all(pending);
}

const offeredTypes = async (client: Client) =>
  (await retry(() => client.call(sources, {}))).sources.map(({ searchType }) => searchType);

async function doOnce(user: User, offered: readonly SearchType[]): Promise<void> {
  const { client, random, plan, journal } = user;
  const isMixed = plan.searchTypes === undefined;
  const dice = random.next();
  if (isMixed && plan.topsUpLater !== false && dice < 0.03) return topUpNoted(client, journal);
  if (isMixed && dice > 0.93 && (await buyCompanyStakeholders(user))) return;
  const searchType = offered[Math.floor(random.next() * offered.length)] ?? "nin";
  const search = searchOf(searchType, random, plan.endings ?? definiteEndings);
  if (!search) return;
  for (const value of valuesOf(search)) increment(journal.valuesSearched, value);
  const isCard = random.next() < (plan.cardShare ?? 0.3);
  const order = await createOrder(client, search, isCard && random.next() < 0.3 ? "USD" : "NGN");
  const { sessionCode, transactionID } = order;
  const record = (cardReference: string | undefined) => {
    const purchase = { client, searchType, sessionCode, transactionID, cardReference };
    journal.purchases.push(purchase);
    return purchase;
  };
  if (isCard) {
    const { link, reference } = await openCardPayment(client, order);
    await pressButton(link, random.pick(buttons));
    record(reference);
    if (random.next() < 0.5) await paymentStatus(client, reference);
  } else {
    const startedAt = performance.now();
    await payFromWallet(client, order, randomUUID());
    const purchase = record(undefined);
    plan.onPaid?.(purchase, startedAt);
  }
  if (searchType !== "bulk_nin" && random.next() < 0.5) await observe(client, sessionCode, journal);
}

/** Reads a purchase a few times and notes the outcomes it shows. */
async function observe(client: Client, sessionCode: string, journal: Journal): Promise<void> {
  for (let times = 1; times <= 4; times += 1) {
    await sleep(500 * times);
    const { items } = await retry(() => client.call(readSession, { sessionCode }));
    for (const { requestId, state } of items) {
      if (!isOutcome(state)) continue;
      const { data } = await retry(() => client.call(checkConsent, { id: requestId }));
      journal.outcomesSeen.set(requestId, { client, outcome: state, hadRecord: data !== null });
    }
    if (items.every(({ state }) => isOutcome(state))) return;
  }
}

/** Buys the stakeholders of a recently delivered company; false when there is none yet. */
async function buyCompanyStakeholders({ client, random, journal }: User): Promise<boolean> {
  const recent = journal.purchases.filter((one) => one.searchType === "rc" && one.client === client).slice(-20);
  const purchase = recent[Math.floor(random.next() * recent.length)];
  if (!purchase) return false;
  const { items } = await retry(() => client.call(readSession, { sessionCode: purchase.sessionCode }));
  const [item] = items;
  if (item?.state !== "DELIVERED") return false;
  const { requestId } = item;
  const company = await companyIn(client, requestId);
  if (!company) return false;
  const { cacId, rcNumber } = company;
  await buyStakeholders(client, { requestId, cacId, transactionID: `EA${random.digits(14)}` });
  journal.stakeholderOrders.push({ client, requestId, cacId });
  increment(journal.valuesSearched, stakeholdersOf(rcNumber));
  return true;
}
