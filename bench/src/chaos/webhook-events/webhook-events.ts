import { setTimeout as sleep } from "node:timers/promises";
import { createApiKey } from "@idanimo/contract/developers/keys";
import { webhookSubscriptions, type WebhookSubscription } from "@idanimo/contract/developers/webhook-events";
import { createWebhook } from "@idanimo/contract/developers/webhooks";
import { type Client, createClient, Rejected, retry, signIn } from "../../support/client.ts";
import { waitFor } from "../../support/concurrency.ts";
import { type Fleet, startFleet } from "../../support/fleet.ts";
import { createOrder, payFromWallet, topUp } from "../../support/purchases.ts";
import { type Random, seededRandom } from "../../support/random.ts";
import { searchOf } from "../../support/searches.ts";
import { answerConsentRequests } from "../../support/subjects.ts";
import { openWebhookReceiver } from "../../support/webhook-receiver.ts";
import type { ChaosOptions, ChaosOutcome, ChaosTest } from "../chaos-test.ts";
import { compareWebhooks, findRolledBackEvents, forceRollbacks } from "./compare-webhooks.ts";
import { createProgramKiller } from "./program-killer.ts";

/**
 * Programs are killed at random instants and at the failpoints around an event and its delivery, and some transactions
 * with events are made to fail at their commit, while an organisation buys with an API key. Every committed change has
 * its event delivered, and nothing else is delivered.
 */
export const webhookEvents: ChaosTest = {
  name: "webhook-events",
  fault: "kill -9 of a program at a random instant or around an event and its delivery; commits that fail",
  requirements: ["DP-09"],
  defaultCount: 2_000,
  run,
};

const buyers = 12;
const pauseMs = 1_000;
/** Operators refund some of the checks whose charge was kept, one after the other. */
const refundPauseMs = 5_000;
const types = ["nin", "rc", "rc", "vin", "bank_account"] as const;
/** Records, none (0000), a source that fails (0003) with a refund, and no contact (0005). */
const endings = ["1234", "5678", "4321", "0000", "0003", "0005"] as const;
/** Share of the first attempts that `flaky` rejects. */
const failShare = 0.2;
/** Every change has its outcome and every event is delivered within this time after the last kill. */
const settledWithinMs = 15 * 60_000;

const endpoints = {
  all: webhookSubscriptions,
  flaky: ["request.closed", "refund.made"],
} as const satisfies Readonly<Record<string, readonly WebhookSubscription[]>>;

async function run({ count, seed, log }: ChaosOptions): Promise<ChaosOutcome> {
  const isSmall = count < 20;
  const fleet = await startFleet({ api: isSmall ? 1 : 2, jobs: isSmall ? 1 : 3, settings: { TEST_MODE: "off" } });
  const account = fleet.exampleAccounts.find(({ email }) => email.startsWith("bright@"));
  if (!account) throw new Error("an organisation is needed");
  const random = seededRandom(seed);
  const member = createClient(fleet.urls, await signIn(fleet.urls[0], account), { random });
  const key = await retry(() =>
    member.call(createApiKey, {
      name: "Back office",
      mode: "live",
      scopes: ["quotes", "checks:create", "checks:read"],
      expiresInDays: 90,
      password: account.password,
    }),
  );
  const program = createClient(fleet.urls, key.secret, { random: seededRandom(seed + 1) });
  const failures = seededRandom(seed + 2);
  const receiver = await openWebhookReceiver((name) => name === "flaky" && failures.next() < failShare);
  for (const [name, events] of Object.entries(endpoints)) {
    const made = await member.call(createWebhook, { url: receiver.urlOf(name), events: [...events] });
    receiver.setSecret(name, made.secret);
  }
  await topUp(member);
  await forceRollbacks(fleet.database);

  const killer = createProgramKiller(fleet, seededRandom(seed + 3), log);
  let isOver = false;
  const purchases = Array.from({ length: isSmall ? 3 : buyers }, (_one, at) =>
    buyContinuously({ member, program }, seededRandom(seed + 100 + at), () => isOver),
  );
  const subjects = answerConsentRequests(fleet, seededRandom(seed + 4), { withdrawnTokens: [] }, () => isOver);
  const refunds = refundContinuously(fleet, () => isOver);
  const all = Promise.all([Promise.all(purchases), subjects, refunds]);
  all.catch(() => undefined); // thrown below
  await killer.killMany(count);
  isOver = true;
  const [paid] = await all;
  const bought = paid.reduce((sum, times) => sum + times, 0);
  log(`${killer.found.kills} kills, ${bought} purchases; waiting for the last delivery`);

  await untilQuiet(fleet);
  const compared = await compareWebhooks(fleet, receiver, endpoints);
  const rolledBack = await findRolledBackEvents(fleet);
  const delivered = rolledBack.filter((id) => Object.keys(endpoints).some((name) => receiver.received(name).has(id)));
  const { kills, byFailpoint, whileStarting, exits } = killer.found;
  const atFailpoints = [...byFailpoint].map(([name, times]) => `${name} ${times}`).join(", ");
  return {
    faults: kills,
    acknowledged: compared.changes,
    lost: compared.lost.length,
    wrong: [
      ...compared.lost.slice(0, 5).map((what) => `not delivered: ${what}`),
      ...compared.wrong,
      ...receiver.wrong.slice(0, 5),
      ...(delivered.length > 0 ? [`${delivered.length} events of transactions that failed were delivered`] : []),
      ...(exits.length > 0 ? [`${exits.length} programs exited without a kill: ${exits[0] ?? ""}`] : []),
      ...(await fleet.brokenInvariants()),
    ],
    notes:
      `${compared.deliveries} deliveries of ${bought} purchases and their consents, ${receiver.repeats()} repeated; ` +
      `${rolledBack.length} failed commits; ${whileStarting} kills during a start; at failpoints: ${atFailpoints || "none"}`,
  };
}

/** Buys with the key and tops up with the session. @returns how many purchases were paid */
async function buyContinuously(
  { member, program }: { readonly member: Client; readonly program: Client },
  random: Random,
  isOver: () => boolean,
): Promise<number> {
  let bought = 0;
  while (!isOver()) {
    const search = searchOf(random.pick(types), random, endings);
    if (!search) throw new Error("a kind that cannot be searched for");
    try {
      await payFromWallet(program, await createOrder(program, search));
      bought += 1;
      if (random.next() < 0.02) await topUp(member, 1_000);
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      if (error.code === "wallet_balance_low") await topUp(member);
    }
    await sleep(random.next() * pauseMs);
  }
  return bought;
}

/** Refunds as the console does: with the functions of the database, which the job of the event follows. */
async function refundContinuously({ database }: Fleet, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const { rows } = await database.query<{ id: string }>(
      `select id from purchase_items i where outcome in ('DELIVERED', 'NO_DATA')
       and not exists (select from operator_refunds r where r.item_id = i.id) order by state_changed_at desc limit 1`,
    );
    for (const { id } of rows)
      await database.query(
        `do $$ begin
           perform request_refund(gen_random_uuid(), '${id}', null, 'Ada', 'source was wrong', gen_random_uuid());
           perform confirm_refund('${id}', 'Bola', gen_random_uuid(), gen_random_uuid());
           perform enqueue_job('report_refund', json_build_object('itemId', '${id}'), 'report_refund:${id}');
         end $$`,
      );
    await sleep(refundPauseMs);
  }
}

/** Waits until no check runs and no event waits, and nothing changed for a while. */
async function untilQuiet(fleet: Fleet): Promise<void> {
  const open = "purchase_items where state in ('looking_up', 'paid')";
  const waiting = "webhook_deliveries where state = 'pending'";
  const jobs = "graphile_worker.jobs where attempts < max_attempts and run_at < now() + interval '1 minute'";
  let quiet = 0;
  await waitFor(
    "the last delivery",
    async () => {
      const left = [await fleet.count(open), await fleet.count(waiting), await fleet.count(jobs)];
      quiet = left.every((count) => count === 0) ? quiet + 1 : 0;
      return quiet >= 5;
    },
    { forMs: settledWithinMs, everyMs: 1_000 },
  );
}
