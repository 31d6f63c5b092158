import { setTimeout as sleep } from "node:timers/promises";
import { waitFor } from "../support/concurrency.ts";
import { type Fleet, type Postgres, startFleet } from "../support/fleet.ts";
import { startLoad } from "../support/load-generator.ts";
import { checkAccounts } from "../support/oracle.ts";
import { hasExited } from "../support/processes.ts";
import { type Random, seededRandom } from "../support/random.ts";
import type { ChaosOptions, ChaosOutcome, ChaosTest } from "./chaos-test.ts";
import { payAndCheckResponses, type PaymentResponses } from "./payment-responses.ts";

/**
 * PostgreSQL is killed, or shut down at once, while users buy. The programs stay, report truthfully whether a payment was made,
 * and serve again soon after the database is back.
 */
export const databaseKills: ChaosTest = {
  name: "database-kills",
  fault: "kill -9 or immediate shutdown of PostgreSQL at a random instant",
  requirements: ["R-23", "R-07"],
  defaultCount: 200,
  run,
};

const users = 6;
const payers = 4;
/** PostgreSQL is up for this long at most between two faults, and away for this long besides its own recovery. */
const [upMs, awayMs] = [2_500, 1_500];
/** Programs serve again, and jobs run again, within this time. Source: R-23. */
const recoveryMs = 10_000;
/** Job workers send a heartbeat every five seconds, so they are checked after every fifth fault only. */
const jobsEvery = 5;

async function run({ count, seed, log }: ChaosOptions): Promise<ChaosOutcome> {
  const fleet = await startFleet({ api: 2, jobs: 2 });
  const { postgres } = fleet;
  if (!postgres) throw new Error("this test needs a database of its own");
  const programs = fleet.members.map((member) => member.program());
  const load = await startLoad(fleet, { users, seed });
  const responses: PaymentResponses = { byKind: new Map(), wrong: new Set() };
  let isOver = false;
  const paying = Promise.all(
    Array.from({ length: payers }, (_one, at) =>
      payAndCheckResponses(fleet, load, seededRandom(seed + 5_000 + at), responses, () => isOver),
    ),
  );
  const random = seededRandom(seed * 7);
  const longest = { serving: 0, jobs: 0 };
  const wrong: string[] = [];
  for (let times = 1; times <= count && wrong.length === 0; times += 1) {
    await killOnce(fleet, postgres, random, times % jobsEvery === 0 || times === count, longest);
    if (longest.serving > recoveryMs) wrong.push(`the API needed ${longest.serving} ms to serve again`);
    if (longest.jobs > recoveryMs) wrong.push(`the jobs needed ${longest.jobs} ms to run again`);
    const exited = programs.filter(hasExited).length;
    if (exited > 0) wrong.push(`${exited} programs exited with their database`);
    if (times % 10 === 0) log(`${times} faults, ${load.journal.purchases.length} purchases`);
  }
  isOver = true;
  await paying;
  await load.stop();
  const verdict = await checkAccounts(fleet, load);
  const kinds = [...responses.byKind].map(([kind, times]) => `${kind} ${times}`).join(", ");
  return {
    faults: count,
    acknowledged: verdict.acknowledged,
    lost: verdict.lost,
    wrong: [...wrong, ...responses.wrong, ...verdict.wrong],
    notes: `API back within ${longest.serving} ms, jobs within ${longest.jobs} ms; responses to payments: ${kinds}`,
  };
}

async function killOnce(
  { urls, database }: Fleet,
  postgres: Postgres,
  random: Random,
  withJobs: boolean,
  longest: { serving: number; jobs: number },
): Promise<void> {
  await sleep(random.next() * upMs);
  await (random.next() < 0.5 ? postgres.kill() : postgres.stopNow());
  await sleep(random.next() * awayMs);
  await postgres.start();
  const back = performance.now();
  const sinceBack = () => Math.round(performance.now() - back);
  const patience = { forMs: 6 * recoveryMs, everyMs: 20 };
  await Promise.all(urls.map((url) => waitFor("the API", () => isReady(url), patience)));
  longest.serving = Math.max(longest.serving, sinceBack());
  if (!withJobs) return;
  const { rows } = await database.query<{ now: Date }>("select clock_timestamp() as now");
  const beats = "select from worker_heartbeats where seen_at > $1";
  await waitFor("a job worker", async () => (await database.query(beats, [rows[0]?.now])).rowCount !== 0, patience);
  longest.jobs = Math.max(longest.jobs, sinceBack());
}

export const isReady = (url: string) =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
