import { profile } from "@idanimo/contract/accounts";
import { apiBase } from "@idanimo/contract/operation";
import { checkPayment, paymentHistory, walletPayment } from "@idanimo/contract/wallet";
import { type Client, createClient, resultOf } from "../support/client.ts";
import { startFleet } from "../support/fleet.ts";
import { createOrder, openCardPayment, paymentStatus } from "../support/purchases.ts";
import { type Random, seededRandom } from "../support/random.ts";
import { pressButton } from "../support/sandbox.ts";
import type { ChaosOptions, ChaosOutcome, ChaosTest } from "./chaos-test.ts";

/**
 * One round: a purchase is paid fifty times at once from a wallet that can pay it once; a top-up is reported by webhooks and checks
 * at once; a payment reference is guessed. Wallet and transactions must show one charge and one credit.
 */
export const doubleSpend: ChaosTest = {
  name: "double-spend",
  fault: "a purchase paid fifty times at once, a top-up reported ten times at once, a guessed reference",
  requirements: ["T-22", "T-24", "T-27"],
  defaultCount: 10_000,
  run,
};

const paymentsAtOnce = 50;
const reportsAtOnce = 5;
const accounts = 2;
const pageSize = 100;
const smallestTopUpMinor = 1_000_00n;

type Account = {
  readonly client: Client;
  readonly random: Random;
  balance: bigint;
  transactions: number;
  /** Reference of the latest top-up. */
  reference: string;
};

async function run({ count, seed, log }: ChaosOptions): Promise<ChaosOutcome> {
  const fleet = await startFleet({ api: 2, jobs: 1 });
  const all: Account[] = [];
  for (let at = 0; at < accounts; at += 1) {
    const random = seededRandom(seed + at);
    const client = createClient(fleet.urls, await fleet.createAccount(), { random });
    all.push({ client, random, balance: 0n, transactions: 0, reference: "" });
  }
  const wrong: string[] = [];
  let rounds = 0;
  await Promise.all(
    all.map(async (own, at) => {
      const other = all[(at + 1) % accounts] ?? own;
      while (rounds < count && wrong.length === 0) {
        rounds += 1;
        wrong.push(...(await playRound(fleet.urls[0], own, other)));
        if (rounds % 100 === 0) log(`${rounds} rounds`);
      }
    }),
  );
  wrong.push(...(await fleet.brokenInvariants()));
  const transactions = all.reduce((sum, own) => sum + own.transactions, 0);
  return {
    faults: rounds,
    acknowledged: transactions,
    lost: 0,
    wrong,
    notes: `${paymentsAtOnce} payments at once in each round`,
  };
}

async function playRound(url: string, own: Account, other: Account): Promise<readonly string[]> {
  const { client, random } = own;
  const wrong: string[] = [];
  const order = await createOrder(client, { rc: `1${random.digits(3)}1234` });
  if (own.balance < order.totalMinor) {
    const minor = order.totalMinor > smallestTopUpMinor ? order.totalMinor : smallestTopUpMinor;
    wrong.push(...(await topUpAtOnce(url, own, minor)));
    const guess = random.next() < 0.5 && other.reference !== "" ? other.reference : `EA${random.digits(14)}`;
    const { code } = await resultOf(() => client.call(checkPayment, { transactionRef: guess }));
    if (code !== "not_found") wrong.push(`a guessed reference was answered with ${code}`);
  }
  const { sessionCode, transactionID, amount } = order;
  const keys = Array.from({ length: paymentsAtOnce }, (_one, at) =>
    at % 2 === 0 ? `${sessionCode}-${at % 5}` : undefined,
  );
  const results = await Promise.all(
    keys.map((key) => resultOf(() => client.call(walletPayment, { sessionCode, transactionID, amount }, key))),
  );
  const codes = new Set(results.map(({ code }) => code));
  if (!codes.has("ok")) wrong.push("none of the payments succeeded");
  for (const code of codes)
    if (code !== "ok" && code !== "same_key_in_flight") wrong.push(`a payment was answered with ${code}`);
  own.balance -= order.totalMinor;
  own.transactions += 1;
  wrong.push(...(await compare(own, transactionID)));
  return wrong;
}

/** Tops up while checks and webhooks report the payment in random order, some of them too early. */
async function topUpAtOnce(url: string, own: Account, minor: bigint): Promise<readonly string[]> {
  const { client, random } = own;
  const { link, reference } = await openCardPayment(client, { topUp: Number(minor) / 100 });
  const reports = Array.from({ length: reportsAtOnce }, () => [
    () => paymentStatus(client, reference),
    () => sendWebhook(url, reference),
  ]).flat();
  const actions = random.shuffle([...reports, () => pressButton(link, "approve")]);
  await Promise.all(actions.map((act) => act()));
  const statuses = await Promise.all(Array.from({ length: reportsAtOnce }, () => paymentStatus(client, reference)));
  own.balance += minor;
  own.transactions += 1;
  own.reference = reference;
  const failed = statuses.filter((status) => status !== "successful");
  return [
    ...(failed.length > 0 ? [`top-up ${reference} is ${failed[0] ?? ""}`] : []),
    ...(await compare(own, reference)),
  ];
}

/** A webhook of the card provider, as the sandbox signs it. */
export async function sendWebhook(url: string, reference: string): Promise<number> {
  const response = await fetch(`${url}${apiBase}/payment/webhook/flutterwave`, {
    method: "POST",
    headers: { "content-type": "application/json", "verif-hash": "sandbox-flw-secret-hash" },
    body: JSON.stringify({ event: "charge.completed", data: { id: 1, tx_ref: reference, status: "successful" } }),
  });
  await response.arrayBuffer();
  return response.status;
}

async function compare({ client, balance, transactions }: Account, after: string): Promise<readonly string[]> {
  const wrong: string[] = [];
  const { walletBalance } = await client.call(profile, {});
  if (walletBalance !== balance) wrong.push(`after ${after} the wallet has ${walletBalance}, not ${balance}`);
  const page = await client.call(paymentHistory, { size: pageSize });
  if (page.transactions.length !== Math.min(transactions, pageSize))
    wrong.push(`after ${after} there are ${page.transactions.length} transactions, not ${transactions}`);
  return wrong;
}
