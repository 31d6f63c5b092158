import { setTimeout as sleep } from "node:timers/promises";
import { profile } from "@idanimo/contract/accounts";
import { readBulk } from "@idanimo/contract/bulk";
import { currencies, type Currency } from "@idanimo/contract/money";
import { readStakeholders } from "@idanimo/contract/stakeholders";
import { checkConsent, readSession } from "@idanimo/contract/verification";
import { type Client, Rejected, retry } from "./client.ts";
import { forEachConcurrently } from "./concurrency.ts";
import type { Fleet } from "./fleet.ts";
import type { Journal, Load } from "./load-generator.ts";
import {
  isRefundedOutcome,
  largeTopUp,
  listTransactions,
  paymentStatus,
  type Purchase,
  stakeholdersOf,
} from "./purchases.ts";
import { type Sandbox, tokenHash } from "./sandbox.ts";

/** Compares what clients were promised with the product's final state and with what the providers took. */
export type Verdict = {
  readonly acknowledged: number;
  /** Promises that the product did not keep. */
  readonly lost: number;
  /** Everything else that may not be, in words. */
  readonly wrong: readonly string[];
  /** How soon the last lookup had an outcome, and how often calls were rejected. */
  readonly notes: string;
};

/** Within this time after the last fault every charge has its outcome. Source: R-03. */
const settledWithinMs = 15 * 60_000;
/** The card provider completes a late payment after 20 s. */
const latePaymentMs = 30_000;
/** Balance of an example account before the run. */
const startingMinor = 50_000_00n;

type Status = { readonly purchase: Purchase; readonly isPaid: boolean; readonly items: readonly string[] };
const isOpen = ({ isPaid, items }: Status) => isPaid && items.some((item) => item === "running" || item === "priced");

/** @param providersFail then a source may rightly be queried more often than a value was searched for */
export async function checkAccounts(
  fleet: Fleet,
  { journal, responses, clients }: Load,
  { providersFail = false } = {},
): Promise<Verdict> {
  const startedAt = performance.now();
  const isLate = () => performance.now() - startedAt > settledWithinMs;
  await untilSettled(journal, isLate);
  await fleet.sandbox.setClock(latePaymentMs);
  const card = await takenByProvider(fleet.sandbox, journal); // settles late payments, so their lookups begin
  const statuses = await untilSettled(journal, isLate);
  const stakeholders = await stakeholderStates(journal, isLate);
  const settled = `the last lookup ended after ${Math.round((performance.now() - startedAt) / 1_000)} s`;
  const rejected = [...journal.rejections].map(([code, times]) => `${code} ${times}`).join(", ");

  const refundsBefore = refundsDue(statuses, stakeholders);
  const accounts = await accountsOf(clients, journal);
  const refundsAfter = refundsDue(await statusesOf(journal.purchases), stakeholders);
  const paid = new Set(statuses.filter(({ isPaid }) => isPaid).map(({ purchase }) => purchase.transactionID));
  const seen = await compareSeenOutcomes(journal);
  const lostPayments = statuses.filter(({ purchase, isPaid }) => !isPaid && purchase.cardReference === undefined);
  const repeated = providersFail ? 0 : await repeatedQueries(fleet.sandbox, journal.valuesSearched);
  const unknownCharges = [...accounts.charges.keys()].filter((label) => !paid.has(label)).length;
  const walletPayments = journal.purchases.filter(({ cardReference }) => cardReference === undefined);
  return {
    acknowledged:
      walletPayments.length +
      journal.stakeholderOrders.length +
      journal.topUps +
      journal.outcomesSeen.size +
      journal.withdrawnTokens.length,
    lost:
      lostPayments.length +
      stakeholders.filter((state) => state === "not_bought").length +
      seen.changed +
      (await fleet.count("consents where state <> 'terminated' and token_hash = any ($1)", [
        journal.withdrawnTokens.map(tokenHash),
      ])),
    notes: `${settled}; rejected: ${rejected || "none"}`,
    wrong: [
      ...counted([...paid].filter((label) => !accounts.charges.has(label)).length, "paid purchases without a charge"),
      ...counted(unknownCharges - journal.stakeholderOrders.length, "charges without a purchase"),
      ...counted([...accounts.charges.values()].filter((times) => times > 1).length, "purchases charged twice"),
      ...counted(statuses.filter(isOpen).length, "purchases with an open lookup"),
      ...counted(stakeholders.filter((state) => state === "running").length, "open stakeholder lookups"),
      ...counted(seen.gone, "delivered records that disappeared without a withdrawal"),
      ...counted(card.unsettled, "card payments that are neither settled nor quarantined"),
      ...counted(Math.abs(card.topUps - journal.topUps), "top-ups more or fewer than were acknowledged"),
      ...currencies
        .filter((currency) => accounts.cameIn[currency] !== card.settled[currency])
        .map(
          (currency) => `${currency} from the card provider: ${card.settled[currency]} at the provider, ours differs`,
        ),
      ...counted(accounts.unbalanced, "wallets that differ from the sum of their transactions"),
      ...(accounts.refunds < refundsBefore || accounts.refunds > refundsAfter
        ? [`${accounts.refunds} refunds for ${refundsBefore} refundable outcomes`]
        : []),
      ...counted(repeated, "values that a source was queried for more often than they were searched"),
      ...firstOf(responses.differing, "idempotency keys with two responses"),
      ...firstOf(responses.serverErrors, "responses with status 500"),
      ...(await fleet.brokenInvariants()),
    ],
  };
}

const counted = (count: number, what: string) => (count > 0 ? [`${count} ${what}`] : []);
const firstOf = (all: readonly string[], what: string) =>
  all.length > 0 ? [`${all.length} ${what}, the first: ${all[0] ?? ""}`] : [];

/** Acknowledged payments that no account has a charge for. */
export async function lostPayments({ journal, clients }: Load): Promise<number> {
  const { charges } = await accountsOf(clients, journal);
  return journal.purchases.filter(({ transactionID }) => !charges.has(transactionID)).length;
}

async function statusesOf(purchases: readonly Purchase[]): Promise<readonly Status[]> {
  const found: Status[] = [];
  await forEachConcurrently(purchases, async (purchase) => {
    const { client, sessionCode } = purchase;
    const session = await retry(() => client.call(readSession, { sessionCode })).catch((error: unknown) => {
      if (error instanceof Rejected && error.status === 404) return undefined; // it is lost
      throw error;
    });
    const items = await Promise.all(
      (session?.items ?? []).map((item) =>
        item.searchType === "bulk_nin" ? lineStates(client, item.requestId) : Promise.resolve([item.state]),
      ),
    );
    found.push({
      purchase,
      isPaid: session?.state === "paid" || session?.state === "completed",
      items: items.flat(),
    });
  });
  return found;
}

async function lineStates(client: Client, uploadId: string): Promise<readonly string[]> {
  const { outcomes, waiting, records } = await retry(() => client.call(readBulk, { uploadId }));
  const ended = Object.entries(outcomes).flatMap(([outcome, times]) => Array<string>(times).fill(outcome));
  const requests = Array<string>(waiting).fill("awaiting_consent");
  return [...ended, ...requests, ...Array<string>(records - ended.length - waiting).fill("running")];
}

/** Waits until no lookup is open, or it is too late. */
async function untilSettled({ purchases }: Journal, isLate: () => boolean): Promise<readonly Status[]> {
  const all = new Map((await statusesOf(purchases)).map((status) => [status.purchase, status]));
  for (;;) {
    const open = [...all.values()].filter(isOpen);
    if (open.length === 0 || isLate()) return [...all.values()];
    await sleep(500);
    for (const status of await statusesOf(open.map(({ purchase }) => purchase))) all.set(status.purchase, status);
  }
}

async function stakeholderStates({ stakeholderOrders }: Journal, isLate: () => boolean): Promise<readonly string[]> {
  for (;;) {
    const states: string[] = [];
    for (const { client, requestId, cacId } of stakeholderOrders)
      states.push(
        (await retry(() => client.call(readStakeholders, { business: { requestId, cacId } }))).data.business.state,
      );
    if (!states.includes("running") || isLate()) return states;
    await sleep(500);
  }
}

const refundsDue = (statuses: readonly Status[], stakeholders: readonly string[]) =>
  statuses.flatMap(({ isPaid, items }) => (isPaid ? items : [])).filter(isRefundedOutcome).length +
  stakeholders.filter((state) => state === "returned").length;

type Sums = Record<Currency, bigint>;
const noMoney = (): Sums => ({ NGN: 0n, USD: 0n });

/** What the card provider took. */
async function takenByProvider(sandbox: Sandbox, { purchases, topUps }: Journal) {
  const byReference = new Map(purchases.map((purchase) => [purchase.cardReference, purchase]));
  const found = { settled: noMoney(), unsettled: 0, topUps: 0 };
  found.settled.NGN = BigInt(topUps * largeTopUp) * 100n;
  const { payments } = await sandbox.stats();
  await forEachConcurrently(payments.byReference, async ({ txRef, currency, paid }) => {
    const purchase = byReference.get(txRef);
    if (!purchase) return void (found.topUps += 1);
    const status = await paymentStatus(purchase.client, txRef);
    if (status === "successful") found.settled[currency] += BigInt(Math.round(paid * 100));
    else if (status !== "failed") found.unsettled += 1; // a failed one is quarantined for an operator
    return undefined;
  });
  return found;
}

/** Sums the transactions of all accounts and compares each wallet with its own. */
async function accountsOf(clients: readonly Client[], { purchases }: Journal) {
  const byCard = new Set(
    purchases.filter(({ cardReference }) => cardReference !== undefined).map(({ transactionID }) => transactionID),
  );
  const found = { cameIn: noMoney(), charges: new Map<string, number>(), refunds: 0, unbalanced: 0 };
  for (const client of clients) {
    let wallet = startingMinor;
    for (const { transactionType, transactionID, amount, currency, successful } of await listTransactions(client)) {
      if (!successful) continue;
      const isCard = transactionType === "VERIFICATION" && byCard.has(transactionID);
      if (transactionType === "VERIFICATION")
        found.charges.set(transactionID, (found.charges.get(transactionID) ?? 0) + 1);
      if (transactionType === "REFUND") found.refunds += 1;
      if (transactionType === "TOPUP" || isCard) found.cameIn[currency] += amount;
      if (currency === "NGN" && !isCard) wallet += transactionType === "VERIFICATION" ? -amount : amount;
    }
    const { walletBalance } = await retry(() => client.call(profile, {}));
    if (walletBalance !== wallet) found.unbalanced += 1;
  }
  return found;
}

/** An outcome that a client has seen is final, and its record stays unless its subject withdrew. */
async function compareSeenOutcomes({ outcomesSeen }: Journal) {
  const found = { changed: 0, gone: 0 };
  await forEachConcurrently(outcomesSeen, async ([id, { client, outcome, hadRecord }]) => {
    const now = await retry(() => client.call(checkConsent, { id }));
    if (now.outcome !== outcome) found.changed += 1;
    else if (hadRecord && now.data === null && now.consent !== "terminated") found.gone += 1;
  });
  return found;
}

/** Values that a source was queried for more often than they were searched. Source: R-12. */
export async function repeatedQueries(sandbox: Sandbox, searched: ReadonlyMap<string, number>): Promise<number> {
  const { lookups } = await sandbox.stats();
  return lookups.byNumber.filter(({ product, number, asked: requestCount }) => {
    const isStakeholders = product === "cac_directors" || product === "cac_shareholders";
    return requestCount > (searched.get(isStakeholders ? stakeholdersOf(number) : number) ?? requestCount);
  }).length;
}
