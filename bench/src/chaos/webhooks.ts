import { setTimeout as sleep } from "node:timers/promises";
import { createClient, type Client, signIn } from "../support/client.ts";
import { forEachConcurrently } from "../support/concurrency.ts";
import { type Fleet, startFleet } from "../support/fleet.ts";
import { type CardPayment, openCardPayment } from "../support/purchases.ts";
import { quantile } from "../support/statistics.ts";
import { seededRandom } from "../support/random.ts";
import { pressButton } from "../support/sandbox.ts";
import type { ChaosOptions, ChaosOutcome, ChaosTest } from "./chaos-test.ts";
import { sendWebhook } from "./double-spend.ts";

/**
 * The card provider's webhooks come ten times over, in any order, before the payment, three days late, for unknown payments, and
 * 1,000 a second. Each payment settles once, none is lost, and an unknown reference causes no request to the provider.
 */
export const webhooks: ChaosTest = {
  name: "webhooks",
  fault: "webhooks ten times over, reordered, early, three days late, unknown, 1,000 a second",
  requirements: ["R-28", "R-06"],
  defaultCount: 10_000,
  run,
};

const perSecond = 1_000;
const repeats = 10;
const unknownShare = 0.1;
const threeDaysMs = 3 * 86_400_000;

/** `early`: paid after its webhooks. `late`: its webhook comes after three days. `unpaid`: only its webhooks say that it was paid. */
type Kind = "paid" | "early" | "late" | "unpaid";
const kinds = ["paid", "paid", "paid", "early", "late", "unpaid"] as const;
type Payment = CardPayment & { readonly kind: Kind };

async function run({ count, seed, log }: ChaosOptions): Promise<ChaosOutcome> {
  const fleet = await startFleet({ api: 1, jobs: 1 });
  const random = seededRandom(seed);
  const [url] = fleet.urls;
  await fleet.sandbox.addFault({ target: "flutterwave", kind: "webhook_none" }); // every webhook is ours
  const clients: Client[] = [];
  for (const account of fleet.exampleAccounts) clients.push(createClient(fleet.urls, await signIn(url, account)));
  const unknown = Array.from({ length: Math.floor(count * unknownShare) }, () => `EA${random.digits(14)}`);
  const payments = await openPayments(clients, Math.max(kinds.length, Math.floor((count - unknown.length) / repeats)));
  const referencesOf = (...wanted: readonly Kind[]) =>
    payments.filter(({ kind }) => wanted.includes(kind)).map(({ reference }) => reference);
  const press = (...wanted: readonly Kind[]) =>
    forEachConcurrently(
      payments.filter(({ kind }) => wanted.includes(kind)),
      ({ link }) => pressButton(link, "approve"),
    );
  await press("paid", "late");
  const wrong: string[] = [];

  // nothing works on webhooks meanwhile: each known reference leaves one job, an unknown one none
  const workers = fleet.members.filter(({ role }) => role === "jobs");
  for (const worker of workers) await worker.stop();
  const reported = referencesOf("paid", "early", "unpaid");
  const first = await sendMany(url, random.shuffle([...Array(repeats).fill(reported).flat(), ...unknown]));
  wrong.push(...first.rejected);
  const jobs = await openSettlements(fleet);
  if (jobs !== reported.length) wrong.push(`${reported.length} payments were reported, ${jobs} settlements are queued`);
  log(`${first.sent} webhooks, p99 ${first.p99.toFixed(0)} ms`);

  await press("early");
  const requestsBefore = (await fleet.sandbox.stats()).calls["flutterwave"] ?? 0;
  for (const worker of workers) await worker.start();
  await settle(fleet, referencesOf("paid", "early"));

  await moveClock(fleet, threeDaysMs);
  const second = await sendMany(url, random.shuffle([...referencesOf("late", "late", "paid", "early")]));
  wrong.push(...second.rejected);
  const paid = referencesOf("paid", "early", "late");
  const settled = await settle(fleet, paid);
  const requests = ((await fleet.sandbox.stats()).calls["flutterwave"] ?? 0) - requestsBefore;
  // a payment is queried after its webhook, perhaps once by the reconciler, and an unpaid one again and again
  if (requests > 3 * payments.length + 10 * referencesOf("unpaid").length + 100)
    wrong.push(`the provider got ${requests} requests for ${payments.length} payments`);
  const unpaid = await settledOf(fleet, referencesOf("unpaid"));
  if (unpaid > 0) wrong.push(`${unpaid} unpaid payments are settled`);
  await moveClock(fleet, 0);
  await sleep(3_000); // the audit log is sealed every second
  wrong.push(...(await fleet.brokenInvariants()));
  return {
    faults: first.sent + second.sent,
    acknowledged: paid.length,
    lost: paid.length - settled,
    wrong,
    notes: `webhooks answered within ${first.p99.toFixed(0)} ms (p99); ${requests} requests to the provider`,
  };
}

async function openPayments(clients: readonly Client[], count: number): Promise<readonly Payment[]> {
  const payments: Payment[] = [];
  await forEachConcurrently(Array.from({ length: count }).keys(), async (at) => {
    const client = clients[at % clients.length];
    if (!client) throw new Error("no example account");
    payments.push({ ...(await openCardPayment(client, { topUp: 1_000 })), kind: kinds[at % kinds.length] ?? "paid" });
  });
  return payments;
}

/** Sends webhooks at an even pace, whether or not the earlier ones were answered. */
async function sendMany(url: string, references: readonly string[]) {
  const times: number[] = [];
  const rejected: string[] = [];
  const began = performance.now();
  const sending: Promise<void>[] = [];
  for (const [at, reference] of references.entries()) {
    const due = began + (at * 1_000) / perSecond;
    if (due > performance.now() + 1) await sleep(due - performance.now());
    const sent = performance.now();
    sending.push(
      sendWebhook(url, reference).then((status) => {
        times.push(performance.now() - sent);
        if (status !== 200) rejected.push(`a webhook was answered with ${status}`);
      }),
    );
  }
  await Promise.all(sending);
  return { sent: references.length, p99: quantile(times, 0.99), rejected: rejected.slice(0, 5) };
}

const settledOf = (fleet: Fleet, references: readonly string[]) =>
  fleet.count("ledger_transfers where key = any ($1)", [references.map((reference) => `payment:${reference}`)]);
const openSettlements = (fleet: Fleet) => fleet.count("graphile_worker.jobs where key like 'settle_payment:%'");

/** Waits until these payments are settled and the queue is empty, at most two minutes. @returns how many are settled */
async function settle(fleet: Fleet, references: readonly string[]): Promise<number> {
  const isDone = async () =>
    (await settledOf(fleet, references)) >= references.length && (await openSettlements(fleet)) === 0;
  for (const until = Date.now() + 120_000; Date.now() < until; await sleep(100)) if (await isDone()) break;
  return settledOf(fleet, references);
}

/** Moves what the product takes for now. */
const moveClock = ({ database }: Fleet, offsetMs: number) =>
  database.query(
    `create or replace function product_now() returns timestamptz language sql stable parallel safe
     as $$ select clock_timestamp() + interval '${offsetMs} milliseconds' $$`,
  );
