import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import { waitFor } from "../../support/concurrency.ts";
import { startFleet } from "../../support/fleet.ts";
import { quantile } from "../../support/statistics.ts";
import { atLeast, atMost, type Benchmark, inTurn } from "../benchmark.ts";
import { startReference } from "../references/references.ts";
import { createEndpoints, type Endpoint, insertEvents } from "./endpoints.ts";
import { openHealthyReceiver, openSilentReceiver } from "./receivers.ts";

const healthyCount = 1_000;
const silentCount = 100;
/** Events for each endpoint in a slice. */
const eventsEach = 4;
const eventsPerSecond = 500;
const eventsPerCommit = 5;
/** What the product waits for a response, and a little more. */
const silenceMs = 20_000;

/** Milliseconds of the clock, the same in every process. */
const clockMs = () => performance.timeOrigin + performance.now();

/**
 * Deliveries to endpoints that answer at once, alone and beside others that begin to be silent with the first event of the slice; then
 * how soon an event is sent when events come at an even pace, to how soon the queue starts an empty job.
 */
export const webhooks: Benchmark = {
  name: "webhooks",
  goals: ["G-W1", "G-W2"],
  what: "deliveries to 1,000 healthy endpoints beside 100 that never answer, to without; first attempts at 500 events/s, to empty jobs",
  defaultRounds: 5,
  defaultSeconds: 10,
  async run({ rounds, seconds, scale, log }) {
    const fleet = await startFleet({ api: 1, jobs: 1, settings: { TEST_MODE: "off" } });
    const { database } = fleet;
    const receiver = await openHealthyReceiver();
    const silentUrl = await openSilentReceiver();
    const [healthyEnd, silentEnd] = [Math.ceil(healthyCount * scale), Math.ceil(silentCount * scale)];
    const endpoints = await createEndpoints(fleet, [
      ...Array.from({ length: healthyEnd }, (_one, at) => receiver.urlOf(at)),
      ...Array.from({ length: silentEnd }, (_one, at) => silentUrl(at)),
    ]);
    const [healthy, silent] = [endpoints.slice(0, healthyEnd), endpoints.slice(healthyEnd)];
    const secrets = healthy.map(({ secret }) => secret);
    await database.query("vacuum analyze");

    /** Forgets the failures of the silent endpoints and waits until no attempt at them runs. */
    async function endSilence(): Promise<void> {
      const ids = [silent.map(({ id }) => id)];
      await database.query("delete from webhook_deliveries where endpoint_id = any ($1)", ids);
      await waitFor("the end of all attempts", async () => (await fleet.count("graphile_worker.jobs")) === 0, {
        forMs: 2 * silenceMs,
      });
      await database.query("update webhook_endpoints set first_failure_at = null where id = any ($1)", ids);
      await database.query("vacuum (analyze) webhook_deliveries, webhook_events, webhook_endpoints");
    }

    /** @returns deliveries a second to healthy endpoints */
    const deliver = (others: readonly Endpoint[]) => async () => {
      const wanted = Array.from({ length: eventsEach }, () => spread(healthy, others)).flat();
      const began = clockMs();
      await insertEvents(database, wanted);
      const expected = eventsEach * healthy.length;
      await waitFor("the last delivery", async () => (await receiver.count()) >= expected);
      const arrivals = [...(await receiver.takeAll(secrets)).values()];
      if (others.length > 0) await endSilence();
      return (expected / (Math.max(...arrivals.map(({ at }) => at)) - began)) * 1_000;
    };

    const reference = await startReference("queue-pick-up", { DATABASE_URL: fleet.clusterUrl("main") });
    /** Writes events at an even pace, a few in each transaction. @returns when each was committed */
    async function writeEvenly(task: string): Promise<ReadonlyMap<string, number>> {
      const committedAt = new Map<string, number>();
      const began = performance.now();
      const writing: Promise<void>[] = [];
      for (let at = 0; at < seconds * eventsPerSecond; at += eventsPerCommit) {
        const due = began + (at * 1_000) / eventsPerSecond;
        if (due > performance.now() + 1) await sleep(due - performance.now());
        const from = at % (healthy.length - eventsPerCommit);
        writing.push(
          insertEvents(database, healthy.slice(from, from + eventsPerCommit), task).then((ids) => {
            for (const id of ids) committedAt.set(id, clockMs());
          }),
        );
      }
      await Promise.all(writing);
      return committedAt;
    }
    const p99Of = (committedAt: ReadonlyMap<string, number>, startedAt: ReadonlyMap<string, number>) => {
      const delays = [...committedAt].map(([id, at]) => Math.max(0, (startedAt.get(id) ?? Infinity) - at));
      return quantile(delays, 0.99);
    };
    const attempts = async () => {
      const committedAt = await writeEvenly("deliver_webhook");
      await waitFor("the last delivery", async () => (await receiver.count()) >= committedAt.size);
      const arrivals = [...(await receiver.takeAll(secrets))];
      return p99Of(committedAt, new Map(arrivals.map(([id, { at }]) => [id, at])));
    };
    const pickUps = async () => {
      const committedAt = await writeEvenly("pick_up");
      const startedAt = new Map<string, number>();
      await waitFor("the last job", async () => {
        const found = z.record(z.string(), z.number()).parse(await (await fetch(reference.url)).json());
        for (const [id, at] of Object.entries(found)) startedAt.set(id, at);
        return startedAt.size >= committedAt.size;
      });
      await database.query("delete from webhook_deliveries where state = 'pending'");
      return p99Of(committedAt, startedAt);
    };

    const slices = { alone: deliver([]), beside: deliver(silent), attempts, pickUps };
    const beside = atLeast(
      [0.95, 0.85],
      "G-W1",
      "deliveries/s beside 100 endpoints that never answer to without",
      "/s",
    );
    const delay = atMost([2, 4], "G-W2", "p99 from commit to first attempt at 500 events/s to an empty job", "ms");
    await inTurn(0, slices); // warms up
    for (let round = 0; round < rounds; round += 1) {
      const of = await inTurn(round, slices);
      beside.addRound(of.beside, of.alone);
      delay.addRound(of.attempts, of.pickUps);
      log(
        `round ${round + 1}: ${of.beside.toFixed(0)} and ${of.alone.toFixed(0)} deliveries/s; ` +
          `p99 ${of.attempts.toFixed(0)} ms, of an empty job ${of.pickUps.toFixed(0)} ms`,
      );
    }
    const failed = await fleet.count(
      "webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id where a.status <> 200",
    );
    if (failed > 0) throw new Error(`${failed} attempts at healthy endpoints failed`);
    return [beside.result(), delay.result()];
  },
};

/** Puts the others evenly between the many. */
function spread(many: readonly Endpoint[], others: readonly Endpoint[]): readonly Endpoint[] {
  const every = Math.ceil(many.length / Math.max(1, others.length));
  return many.flatMap((one, at) => {
    const other = at % every === 0 ? others[at / every] : undefined;
    return other ? [other, one] : [one];
  });
}
