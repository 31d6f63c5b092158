import { createClient, signIn } from "../support/client.ts";
import { forEachConcurrently, waitFor } from "../support/concurrency.ts";
import { createOrder, type Order, payFromWallet, topUp } from "../support/purchases.ts";
import { atLeast, type Benchmark } from "./benchmark.ts";
import { openPaymentLoad, paymentRequest } from "./payments/payment-load.ts";
import { itemIdStart, type PaymentBody } from "./payments/rows.ts";
import { startCompanyRegister } from "./references/company-register.ts";
import { wrk } from "./wrk.ts";

/** Lookups after which a program is compiled: some five seconds of them. */
const warmUpLookups = 8_000;
const measuredLookups = 3_000;
const connections = 64;
/** What may be paid beside lookups, as a part of what is paid without. */
const mostBeside = 1.1;
/** One largest top-up pays for more than so many lookups. */
const lookupsPerTopUp = 4_000;

/**
 * Each lookup of a company is complete: attempt, call, record encrypted and stored, item closed. In each round the worker starts on a
 * full queue and is measured once it is warm; then people pay while it works.
 */
export const lookups: Benchmark = {
  name: "lookups",
  goals: ["G-J1"],
  what: "lookups finished by one worker whose provider answers at once, to payments without a worker",
  defaultRounds: 3,
  defaultSeconds: 3,
  async run({ rounds, seconds, scale, log }) {
    const load = await openPaymentLoad({ api: 1, jobs: 1 });
    const { fleet, settle } = load;
    const register = { MONO_BASE_URL: await startCompanyRegister(fleet.sandbox.url) };
    const worker = fleet.members.find(({ role }) => role === "jobs");
    const [account] = fleet.exampleAccounts;
    if (!worker || !account) throw new Error("a worker and an account are needed");
    const [url] = fleet.urls;
    const token = await signIn(url, account);
    const client = createClient(fleet.urls, token);

    const queued = () => fleet.count("graphile_worker.jobs where task_identifier = 'look_up'");
    const untilQueued = (most: number) =>
      waitFor(`a queue of ${most}`, async () => (await queued()) <= most, { everyMs: most > 0 ? 50 : 20 });

    let company = 400_100;
    /** Numbers whose last four digits are below 100 may cause faults in the sandbox. */
    const nextCompany = () => `RC ${(company += company % 10_000 === 9_999 ? 101 : 1)}`;
    async function order(count: number): Promise<readonly Order[]> {
      for (let left = count; left > 0; left -= lookupsPerTopUp) await topUp(client);
      const orders: Order[] = [];
      const create = async () => orders.push(await createOrder(client, { rc: nextCompany() }));
      await forEachConcurrently(Array(count).keys(), create, 16);
      return orders;
    }
    const bodyOf = ({ sessionCode, transactionID, amount }: Order): PaymentBody => ({
      sessionCode,
      transactionID,
      amount,
    });
    /** The inserted purchases of a slice have nothing that a source could be queried for. */
    async function removeInsertedJobs(): Promise<void> {
      const jobs = `select array_agg(id) from graphile_worker.jobs where key like 'look_up:${itemIdStart}%'`;
      await fleet.database.query(`select count(*) from graphile_worker.complete_jobs((${jobs}))`);
      const inserted = `id::text like '${itemIdStart}%' and state = 'looking_up'`;
      await fleet.database.query(
        `update purchase_items set state_changed_at = state_changed_at + interval '1 day' where ${inserted}`,
      );
    }

    const alone = atLeast([1, 0.5], "G-J1", "lookups/s from a full queue to payments/s", "/s");
    const beside = atLeast([0.7, 0.4], "G-J1", "lookups/s while people pay to payments/s", "/s");
    await worker.stop();
    await load.payOverHttp({ connections, seconds }); // warms up
    for (let round = 0; round < rounds; round += 1) {
      const { perSecond } = await load.payOverHttp({ connections, seconds });
      await removeInsertedJobs();
      const measured = Math.ceil(measuredLookups * scale);
      const orders = await order(Math.ceil(warmUpLookups * scale) + measured);
      await settle();
      await forEachConcurrently(orders, (one) => payFromWallet(client, one), connections);
      await worker.start(register);
      await untilQueued(measured);
      const [left, began] = [await queued(), performance.now()];
      await untilQueued(0);
      const finished = (left / (performance.now() - began)) * 1000;
      alone.addRound(finished, perSecond);

      const more = await order(Math.ceil(perSecond * seconds * mostBeside));
      await settle();
      const from = performance.now();
      const requests = more.map((one) => paymentRequest(url, token, bodyOf(one)));
      const paid = await wrk({ url, requests, connections, seconds, file: `${fleet.folder}/requests` });
      await untilQueued(0);
      const finishedBeside = (paid.responses / (performance.now() - from)) * 1000;
      beside.addRound(finishedBeside, perSecond);
      log(
        `round ${round + 1}: ${finished.toFixed(0)} and ${finishedBeside.toFixed(0)} lookups/s, ${perSecond.toFixed(0)} payments/s`,
      );
      await worker.stop();
    }
    const open =
      "purchase_items i join users u on u.id = i.owner_id where u.email not like 'load-%' and i.state <> 'priced'";
    const wrong = await fleet.count(`${open} and i.outcome is distinct from 'DELIVERED'`);
    if (wrong > 0) throw new Error(`${wrong} lookups have no record although the queue is empty`);
    return [alone.result(), beside.result()];
  },
};
