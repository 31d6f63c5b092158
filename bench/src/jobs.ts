import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { formatMinor } from "@idanimo/contract/money";
import { apiBase } from "@idanimo/contract/operation";
import { createSession } from "@idanimo/contract/verification";
import { walletPayment } from "@idanimo/contract/wallet";
import * as z from "zod/mini";
import { topUp } from "./campaign/buyers.ts";
import { type Client, signIn } from "./client.ts";
import { cpuOf, cpuOfPostgres } from "./load/cpu.ts";
import { openRegister } from "./load/register.ts";
import { openTill } from "./load/till.ts";
import { rawRequest, wrk } from "./load/wrk.ts";
import { noLessThan, print, ratioOf } from "./report.ts";

/**
 * G-J1: how many look-ups a program with the role `jobs` finishes a second, whose provider answers at once, to the payments a second of
 * G-P1 in the same run: a full queue that is emptied, and the same while people pay. Each is a whole company look-up: attempt, call,
 * record sealed and stored, item closed, all bought by one account, whose counters each of them changes. A program compiles itself beside
 * the first seconds of its work: the one that answers payments has paid, and the one that does jobs has looked up, before either is measured.
 * It stands still while a queue is filled, and while payments are measured alone. Those who pay beside look-ups are wrk, as in
 * the payments it is measured against: callers take of the same two cores. How long the last look-up took after the last payment is told as well:
 * where it is next to nothing, paying is what was waited for. `--rounds` (3), `--seconds` a slice of payments (3), `--jobs` a queue (3000, a second of work),
 * `--sandbox`: the sandbox itself is asked, which takes of the two cores what it takes.
 */

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "3" },
    jobs: { type: "string", default: "3000" },
    sandbox: { type: "boolean", default: false },
  },
});
const [seconds, many] = [Number(values.seconds), Number(values.jobs)];
/** Look-ups until a program is compiled: some five seconds of them. */
const first = 8_000;
/** A program that has begun proves the laws of money over all that is there within this time, and then once an hour: not beside what is measured. */
const lawsMs = 65_000;
/** Callers that order. */
const lanes = 16;
const connections = 64;
/** Of the payments a second that are made alone, what may at most be made beside look-ups: so many purchases are ordered, and the target is 1. */
const besideMost = 1.1;
const till = await openTill({ api: 1, jobs: 1 });
const { fleet } = till;
const api = fleet.members.find(({ role }) => role === "api");
const worker = fleet.members.find(({ role }) => role === "jobs");
if (!api?.url || !worker) throw new Error("a program that answers calls and one that does jobs are needed");
const { url } = api;
const register = await openRegister(fleet.sandboxUrl, "test_sk_sandbox-mono");
const accounts = z.array(z.object({ email: z.string(), password: z.string() })).parse(api.now().ready["accounts"]);
const [account] = accounts;
const client = await signIn(url, account?.email ?? "", account?.password ?? "");

type Open = { readonly sessionCode: string; readonly transactionID: string; readonly amount: string };
/** Work shared out among lanes of callers. */
async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const lane = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
let number = 400_100;
/** Another registration number, of a company that the register knows: those that end in less than a hundred may bring about faults. */
function nextCompany(): string {
  number += number % 10_000 === 9_999 ? 101 : 1;
  return `RC ${number}`;
}
async function order(by: Client, count: number): Promise<readonly Open[]> {
  for (let left = count; left > 0; left -= 4_000) await topUp(by, 5_000_000); // pays for more than 4,000
  const open: Open[] = [];
  await inLanes([...Array(count).keys()], async () => {
    const { sessionCode, transactionID, quote } = await by.call(createSession, {
      rc: nextCompany(),
      currency: "NGN",
    });
    open.push({ sessionCode, transactionID, amount: formatMinor(quote.total) });
  });
  return open;
}
const path = apiBase + walletPayment.path;
const headersOf = () => ({
  authorization: `Bearer ${client.token}`,
  "content-type": "application/json",
  "idempotency-key": randomUUID(),
});
/** Pays all of these. */
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const pay = (open: readonly Open[]) =>
  Promise.all(
    open.map(async (one) => {
      const call = request(`${url}${path}`, { method: walletPayment.method, agent, headers: headersOf() });
      call.end(JSON.stringify(one));
      const [answer]: IncomingMessage[] = await once(call, "response");
      answer?.resume();
      if (answer?.statusCode !== 200) throw new Error(`a payment was answered with ${answer?.statusCode}`);
    }),
  );
/** Pays of these what can be paid in the time. */
function payMany(open: readonly Open[]) {
  const requests = open.map((one) => rawRequest(walletPayment.method, url, path, headersOf(), JSON.stringify(one)));
  return wrk({ url, requests, connections, seconds, file: `${fleet.folder}/requests` });
}
/** Look-ups that wait or run. */
async function queued(): Promise<number> {
  const { rows } = await fleet.owner.query<{ left: number }>(
    "select count(*)::int as left from graphile_worker._private_jobs where key like 'look_up:%'",
  );
  return rows[0]?.left ?? 0;
}
/** Waits until nothing is left. Each look passes the whole queue, so it is looked more often towards the end. */
async function untilEmpty(): Promise<void> {
  for (let left = await queued(); left > 0; left = await queued()) await sleep(Math.max(10, left / 8));
}
/** Seconds of processor time: of the program that does jobs, and of the database. */
const used = () => Promise.all([cpuOf(worker.now().process.pid), cpuOfPostgres(fleet.folder)]);
/** Stands the program that does jobs still, between two transactions of its own. */
async function stand(): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    worker?.now().process.kill("SIGSTOP");
    const { rows } = await fleet.owner.query<{ open: number }>(
      "select count(*)::int as open from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()",
    );
    if (rows[0]?.open === 0) return;
    goOn();
    await sleep(50);
  }
  throw new Error("the program that does jobs is never between two transactions");
}
const goOn = () => worker?.now().process.kill("SIGCONT");
process.once("exit", goOn); // whoever stands still hears no other signal
/** Lets it go on until what was paid for before is sealed: that is no part of a look-up. */
async function untilSealed(): Promise<void> {
  goOn();
  const due = async () => (await fleet.owner.query("select from seals_due limit 1")).rowCount ?? 0;
  while ((await due()) > 0) await sleep(100);
  await stand();
}
/** Goes on until the queue is empty. @returns jobs a second, and milliseconds of processor time of each */
async function emptied() {
  const [from, since, before] = [await queued(), performance.now(), await used()];
  goOn();
  await untilEmpty();
  const perSecond = (from / (performance.now() - since)) * 1000;
  const [program, database] = (await used()).map((seconds, at) => ((seconds - (before[at] ?? 0)) / from) * 1000);
  return { perSecond, program, database };
}

/** What a slice of payments bought was made in the tables and has nothing to look up: nobody must come back to it. */
async function forgetBought(): Promise<void> {
  await fleet.owner.query("delete from graphile_worker._private_jobs where key like 'look_up:2000%'");
  await fleet.owner.query(
    "update purchase_items set moved_at = moved_at + interval '1 day' where id::text like '2000%' and state = 'looking_up'",
  );
}

const drained = noLessThan([1, 0.5], "G-J1", "look-ups finished/s from a full queue to payments/s", "/s");
const beside = noLessThan([1, 0.5], "G-J1", "the same while people pay", "/s");
await worker.end();
await worker.start(values.sandbox ? {} : { MONO_BASE_URL: register.baseUrl });
const lawsAt = performance.now() + lawsMs;
await till.overHttp({ connections, seconds });
await forgetBought();
await pay(await order(client, first));
await untilEmpty();
await sleep(Math.max(0, lawsAt - performance.now()));
for (let round = 0; round < Number(values.rounds); round += 1) {
  await stand();
  const paid = await till.overHttp({ connections, seconds });
  const { perSecond } = paid;
  await forgetBought();
  await untilSealed();
  const waiting = await order(client, many);
  await till.settle();
  await pay(waiting);
  const jobs = await emptied();
  drained.rounds.push({ ours: jobs.perSecond, reference: perSecond });

  const open = await order(client, Math.ceil(perSecond * seconds * besideMost));
  await till.settle();
  const began = performance.now();
  const slice = await payMany(open);
  const paidMs = performance.now() - began;
  await untilEmpty();
  const lateMs = performance.now() - began - paidMs;
  beside.rounds.push({ ours: (slice.answers / (paidMs + lateMs)) * 1000, reference: perSecond });
  console.error(
    `round ${round + 1}: ${drained.rounds.at(-1)?.ours.toFixed(0)} and ${beside.rounds.at(-1)?.ours.toFixed(0)} jobs/s, ${perSecond.toFixed(0)} payments/s; of a look-up ${jobs.program?.toFixed(2)} ms are the program's, ${jobs.database?.toFixed(2)} ms the database's, of a payment ${paid.program.toFixed(2)} and ${paid.database.toFixed(2)}; callers paid ${slice.perSecond.toFixed(0)}/s, the last look-up ended ${lateMs.toFixed(0)} ms after the last payment`,
  );
}
const { rows } = await fleet.owner.query<{ wrong: number }>(
  "select count(*)::int as wrong from purchase_items i join users u on u.id = i.owner_id where u.email not like 'load-%' and i.state <> 'priced' and i.outcome is distinct from 'DELIVERED'",
);
if (rows[0]?.wrong !== 0) throw new Error(`${rows[0]?.wrong} look-ups had no record when the queue was empty`);
process.exitCode = print([drained, beside].map(ratioOf));
agent.destroy();
register.close();
await fleet.close();
