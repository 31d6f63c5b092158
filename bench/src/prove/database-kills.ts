import { setTimeout as sleep } from "node:timers/promises";
import { chanceOf } from "../chance.ts";
import { type Fleet, type Postgres, startFleet } from "../fleet.ts";
import { openCrowd } from "./kills/crowd.ts";
import { nothingTold, payAndListen, type Told } from "./kills/truth.ts";
import { type How, type Outcome, prove } from "./proof.ts";

/**
 * R-23, R-07: PostgreSQL is killed with -9, or stopped at once, at random instants while people buy. The programs stay, answer
 * "try again" truthfully meanwhile, and serve again soon after it is back; nothing acknowledged is lost.
 */

const lanes = 6;
const listeners = 4;
/** The database lives this long at most between two ends. */
const lifeMs = 2_500;
/** And is away for this long at most, apart from its own recovery. */
const awayMs = 1_500;
/** Programs serve again within this long of the database being back. Source: R-23. */
const backWithinMs = 10_000;
/** After so many ends it is looked whether jobs are done again: their heart beats every five seconds. */
const jobsEvery = 5;

type Longest = { serving: number; jobs: number };

async function run({ count, seed, say }: How): Promise<Outcome> {
  const fleet = await startFleet({ api: 2, jobs: 2 });
  const { postgres } = fleet;
  const [first, ...rest] = fleet.urls;
  if (!postgres || first === undefined) throw new Error("this proof needs a database of its own");
  const processes = fleet.members.map((one) => one.now().process);
  const crowd = await openCrowd(fleet, lanes, seed);
  const told = nothingTold();
  let isOver = false;
  const listening = Promise.all(
    Array.from({ length: listeners }, (_one, at) =>
      payAndListen(crowd.owners[0], [first, ...rest], seed + 5_000 + at, told, crowd.promised.bought, () => isOver),
    ),
  );
  const longest: Longest = { serving: 0, jobs: 0 };
  const wrong: string[] = [];
  const began = performance.now();
  for (let times = 1; times <= count && wrong.length === 0; times += 1) {
    await endOnce(fleet, postgres, chanceOf(seed * 100_000 + times).next, times % jobsEvery === 0, longest);
    if (longest.serving > backWithinMs || longest.jobs > backWithinMs)
      wrong.push(
        `serving took ${longest.serving.toFixed(0)} ms, jobs ${longest.jobs.toFixed(0)} ms after the database was back`,
      );
    const gone = processes.filter((one) => one.exitCode !== null || one.signalCode !== null).length;
    if (gone > 0) wrong.push(`${gone} programs ended with their database`);
    if (times % 10 === 0)
      say(`${times} ends, ${crowd.promised.bought.length} purchases, longest ${longest.serving.toFixed(0)} ms`);
  }
  const seconds = (performance.now() - began) / 1_000;
  isOver = true;
  await listening;
  const judged = await crowd.judge();
  await fleet.close();
  return {
    broken: count,
    acknowledged: judged.acknowledged,
    lost: judged.lost,
    wrong: [...wrong, ...new Set(told.wrong), ...judged.wrong],
    notes:
      `every other time kill -9, else an immediate stop; ${seconds.toFixed(0)} s; calls were answered again ${longest.serving.toFixed(0)} ms ` +
      `after the database was back at most, jobs done again after ${longest.jobs.toFixed(0)} ms; ${words(told)}`,
  };
}

const words = ({ answers, truly, done }: Told) =>
  `answers to payments: ${[...answers].map(([kind, times]) => `${kind} ${times}`).join(", ")}; ` +
  `"nothing was charged" was said truly ${truly} times; of those told that it is not known, ${done} had been charged`;

async function endOnce(
  fleet: Fleet,
  postgres: Postgres,
  next: () => number,
  withJobs: boolean,
  longest: Longest,
): Promise<void> {
  await sleep(Math.floor(next() * lifeMs));
  await (next() < 0.5 ? postgres.kill() : postgres.stopNow());
  await sleep(Math.floor(next() * awayMs));
  await postgres.start();
  const back = performance.now();
  await Promise.all(fleet.urls.map((url) => untilReady(url)));
  longest.serving = Math.max(longest.serving, performance.now() - back);
  if (!withJobs) return;
  const { rows } = await fleet.owner.query<{ now: Date }>("select clock_timestamp() as now");
  const since = rows[0]?.now;
  for (;;) {
    const alive = await fleet.owner.query("select from worker_heartbeats where seen_at > $1", [since]);
    if ((alive.rowCount ?? 0) > 0) break;
    if (performance.now() - back > 6 * backWithinMs) break;
    await sleep(100);
  }
  longest.jobs = Math.max(longest.jobs, performance.now() - back);
}

async function untilReady(url: string): Promise<void> {
  const until = performance.now() + 6 * backWithinMs;
  while (performance.now() < until) {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(20);
  }
}

await prove(200, run);
