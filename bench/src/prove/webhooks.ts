import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Chance, chanceOf } from "../chance.ts";
import { type Client, signIn } from "../client.ts";
import { type Fleet, startFleet } from "../fleet.ts";
import { dayMs, setProductClock } from "../product-clock.ts";
import { waitAt } from "./parts/doors.ts";
import { forEach, pay, silence, start, type Started } from "./parts/card-payer.ts";
import { accountsOf } from "./parts/shop.ts";
import { prove } from "./proof.ts";

/**
 * what the card provider tells us, ten times over, in any order, before the money is there, three days late, of payments that are
 * not ours, and 1,000 a second. Each payment counts once, nothing that was taken is lost, and nobody else's notice costs a question.
 */

const perSecond = 1_000;
const times = 10;
/** Of ten notices, one is about a payment that is not ours. */
const strangers = 0.1;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends one notice as the provider does. @returns its status and how long the answer took */
function notify(door: string, reference: string): Promise<{ readonly status: number; readonly ms: number }> {
  const body = JSON.stringify({
    event: "charge.completed",
    data: { id: 1, tx_ref: reference, status: "successful", amount: 1, currency: "NGN" },
  });
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(
      `${door}/api/v2/payment/webhook/flutterwave`,
      {
        method: "POST",
        agent,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          "verif-hash": "sandbox-flw-secret-hash",
        },
      },
      (answer) => {
        answer.resume();
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - began }));
        answer.on("error", reject);
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}

function shuffled<Value>(values: readonly Value[], chance: Chance): readonly Value[] {
  const all = values.map((value) => ({ value, place: chance.next() }));
  return all.toSorted((one, other) => one.place - other.place).map(({ value }) => value);
}

/** Sends many at an even pace, whether or not the ones before were answered. */
async function burst(door: string, references: readonly string[]) {
  const waits: number[] = [];
  const statuses = new Map<string, number>();
  const note = (status: string) => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const began = performance.now();
  const running: Promise<void>[] = [];
  for (const [at, reference] of references.entries()) {
    const due = began + (at * 1_000) / perSecond;
    if (due > performance.now() + 1) await sleep(due - performance.now());
    running.push(
      notify(door, reference).then(
        ({ status, ms }) => {
          note(String(status));
          waits.push(ms);
        },
        (error: unknown) => note(String(error)),
      ),
    );
  }
  await Promise.all(running);
  return { waits, statuses, seconds: (performance.now() - began) / 1_000 };
}

/** How many payments were counted, of these. */
async function countedOf({ owner }: Fleet, references: readonly string[]): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    "select count(*)::int as count from ledger_transfers where key = any ($1)",
    [references.map((reference) => `payment:${reference}`)],
  );
  return rows[0]?.count ?? 0;
}
const jobsLeft = async ({ owner }: Fleet) =>
  (
    await owner.query<{ count: number }>(
      "select count(*)::int as count from graphile_worker._private_jobs j where key like 'settle_payment:%'",
    )
  ).rows[0]?.count ?? 0;
async function until(claim: () => Promise<boolean>, forMs: number): Promise<boolean> {
  for (const giveUpAt = performance.now() + forMs; performance.now() < giveUpAt; await sleep(100))
    if (await claim()) return true;
  return false;
}
/** How often the provider was asked about payments. */
async function asked(sandbox: string): Promise<number> {
  const stats = JSON.stringify(await (await fetch(`${sandbox}/__sandbox/stats`)).json());
  return Number(/"flutterwave":(\d+)/.exec(stats)?.[1] ?? Number.NaN);
}

await prove(10_000, async ({ count, seed, say }) => {
  const fleet = await startFleet({ api: 1, jobs: 1 });
  const chance = chanceOf(seed);
  const door = fleet.urls[0] ?? "";
  const { sandboxUrl: sandbox } = fleet;
  await silence(sandbox); // every notice is ours
  const clients = await Promise.all(accountsOf(fleet).map(({ email, password }) => signIn(door, email, password)));
  const wrong: string[] = [];
  const jobs = fleet.members.filter(({ role }) => role === "jobs");

  const nobodys = Math.floor(count * strangers);
  const payments = Math.max(4, Math.floor((count - nobodys) / times));
  const started: { of: Started; kind: "paid" | "early" | "late" | "never" }[] = [];
  const kinds = ["paid", "paid", "paid", "early", "late", "never"] as const;
  await forEach(
    Array.from({ length: payments }, (_one, at) => at),
    async (at) => {
      const client: Client | undefined = clients[at % clients.length];
      if (!client) throw new Error("no example account");
      const kind = at < kinds.length ? (kinds[at] ?? "paid") : chance.one(kinds);
      const of = await start(client, 1_000, "NGN");
      if (kind !== "early" && kind !== "never") await pay(of, "approve");
      started.push({ of, kind });
    },
  );
  const referencesOf = (...wanted: readonly string[]) =>
    started.filter(({ kind }) => wanted.includes(kind)).map(({ of }) => of.reference);
  say(`${payments} payments are open`);

  // nobody's first, while nobody works: none of them may leave anything behind
  for (const one of jobs) await one.end();
  const unknown = Array.from({ length: nobodys }, () => `EA${chance.digits(14)}`);
  const told = referencesOf("paid", "early", "never");
  const notices = shuffled([...told.flatMap((reference) => Array<string>(times).fill(reference)), ...unknown], chance);
  await burst(door, unknown.slice(0, 200)); // a program that has answered nothing yet is slower
  const { waits, statuses, seconds } = await burst(door, notices);
  const taken = statuses.get("200") ?? 0;
  const p99 = waitAt(waits, 0.99);
  say(`${taken} of ${notices.length} taken in ${seconds.toFixed(1)} s, p99 ${p99.toFixed(0)} ms`);
  for (const [status, many] of statuses) if (status !== "200") wrong.push(`${many} notices were answered ${status}`);
  const left = await jobsLeft(fleet);
  if (left !== told.length) wrong.push(`${told.length} payments were told of and ${left} are to be asked about`);

  // and the money of the early ones comes only now
  await forEach(started, async ({ of, kind }) => (kind === "early" ? pay(of, "approve") : undefined));
  const before = await asked(sandbox);
  for (const one of jobs) await one.start();
  const early = referencesOf("paid", "early");
  const isWorkedOff = await until(async () => (await countedOf(fleet, early)) === early.length, 120_000);
  const counted = await countedOf(fleet, early);
  if (!isWorkedOff) wrong.push(`${early.length} payments were paid and ${counted} are counted`);
  await until(async () => (await jobsLeft(fleet)) === 0, 60_000);

  // the late ones are told of after three days, and all of the others once more
  await setProductClock(fleet.owner, 3 * dayMs);
  const again = shuffled([...referencesOf("late"), ...early, ...referencesOf("late")], chance);
  const second = await burst(door, again);
  for (const [status, many] of second.statuses)
    if (status !== "200") wrong.push(`late: ${many} were answered ${status}`);
  const good = referencesOf("paid", "early", "late");
  await until(async () => (await countedOf(fleet, good)) === good.length, 60_000);
  const inAll = await countedOf(fleet, good);
  const questions = (await asked(sandbox)) - before;
  // each is asked about by its notice, perhaps once by the usual asking, and the unpaid ones again and again
  const most = 3 * payments + 10 * referencesOf("never").length + 100;
  if (!(questions <= most)) wrong.push(`the provider was asked ${questions} times about ${payments} payments`);
  const unpaid = await countedOf(fleet, referencesOf("never"));
  if (unpaid > 0) wrong.push(`${unpaid} payments count though nobody paid`);
  await setProductClock(fleet.owner, 0);
  await sleep(3_000); // until all is sealed
  wrong.push(...(await fleet.brokenLaws()));
  await fleet.close();
  agent.destroy();
  return {
    broken: notices.length + again.length,
    acknowledged: good.length,
    lost: good.length - inAll,
    wrong,
    notes: `${payments} payments; at ${(notices.length / seconds).toFixed(0)} notices a second p50 ${waitAt(waits, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; ${questions} questions to the provider`,
  };
});
