import { setTimeout as sleep } from "node:timers/promises";
import { chanceOf } from "../chance.ts";
import { type Fleet, type Member, startFleet } from "../fleet.ts";
import { hasEnded } from "../program.ts";
import { openCrowd } from "./kills/crowd.ts";
import { watchLocks } from "./kills/locks.ts";
import { type How, type Outcome, prove } from "./proof.ts";

/**
 * three programs that answer calls and two that do jobs are killed with -9 at random instants, one in ten while they
 * start, now and then all at once, and started again. People buy meanwhile, and repeat with the same key, at another program,
 * what was not answered.
 */

const lanes = 10;
/** Between two kills, once enough programs stand. */
const mostPauseMs = 500;
/** How often one is killed that only starts. */
const startingRate = 0.1;
/** Starts that fail by themselves end the proof when there are so many of them; one is bad enough. */
const mostFailedStarts = 10;
/** After so many kills all programs are killed at once. */
const allDownEvery = 60;

async function run({ count, seed, say }: How): Promise<Outcome> {
  const fleet = await startFleet({ api: 3, jobs: 2 });
  const crowd = await openCrowd(fleet, lanes, seed);
  const began = performance.now();
  const toll: Toll = {
    kills: 0,
    starting: 0,
    allDown: 0,
    failedStarts: [],
    endedAlone: [],
    workedMs: 0,
    workSince: began,
  };
  const locks = watchLocks(fleet, () => worked(toll));
  const telling = setInterval(() => {
    const perMinute = Math.round((toll.kills / (performance.now() - began)) * 60_000);
    say(`${toll.kills} kills, ${perMinute} a minute, ${crowd.promised.bought.length} purchases`);
  }, 10_000);
  await killAlways(fleet, toll, { count, seed, say });
  clearInterval(telling);
  const minutes = (performance.now() - began) / 60_000;
  const judged = await crowd.judge();
  await locks.close();
  for (const member of fleet.members) if (hasEnded(member.now())) toll.endedAlone.push(lastWords(member));
  await fleet.close();
  const held = locks.longestSeconds();
  const refusals = [...crowd.promised.refusals].map(([code, times]) => `${code} ${times}`).join(", ");
  return {
    broken: toll.kills,
    acknowledged: judged.acknowledged,
    lost: judged.lost,
    wrong: [
      ...judged.wrong,
      ...(toll.failedStarts.length > 0
        ? [`${toll.failedStarts.length} starts failed: ${toll.failedStarts[0] ?? ""}`]
        : []),
      ...(toll.endedAlone.length > 0
        ? [`${toll.endedAlone.length} programs ended by themselves: ${toll.endedAlone[0] ?? ""}`]
        : []),
      ...(held > 60 ? [`a job was in a dead worker's hands for ${Math.round(held)} s`] : []),
    ],
    notes:
      `${Math.round(toll.kills / minutes)} kills a minute, ${toll.starting} while starting, ${toll.allDown} times all at once; ` +
      `${crowd.promised.bought.length} purchases; a job was in silent hands for ${held.toFixed(0)} s at most; ` +
      `the last look-up ended ${Math.round(judged.settledMs / 1000)} s after the last kill; refusals: ${refusals || "none"}`,
  };
}

type Toll = {
  /** How long some program stood that does jobs, up to `workSince`. */
  workedMs: number;
  /** When a program that does jobs began to stand where none did; undefined while none does. */
  workSince: number | undefined;
  kills: number;
  starting: number;
  allDown: number;
  readonly failedStarts: string[];
  /** Last words of programs that stood and ended before they were killed. */
  readonly endedAlone: string[];
};
const worked = ({ workedMs, workSince }: Toll) =>
  workedMs + (workSince === undefined ? 0 : performance.now() - workSince);
const lastWords = (member: Member) => `${member.role}: ${member.now().said.slice(-3).join(" | ")}`;

/** Kills again and again, and starts anew at once what was killed, without waiting for it. */
async function killAlways(fleet: Fleet, toll: Toll, { count, seed, say }: How): Promise<void> {
  const chance = chanceOf(seed + 3_000);
  const serving = new Set<Member>(fleet.members);
  const starting = new Map<Member, Promise<void>>();

  const standing = (role: Member["role"]) => [...serving].filter((one) => one.role === role).length;
  const die = async (one: Member): Promise<void> => {
    const wasStarting = starting.get(one);
    starting.delete(one);
    serving.delete(one);
    if (!wasStarting && hasEnded(one.now())) toll.endedAlone.push(lastWords(one));
    if (standing("jobs") === 0) {
      toll.workedMs = worked(toll);
      toll.workSince = undefined;
    }
    await one.kill();
    await wasStarting;
    toll.kills += 1;
    if (wasStarting) toll.starting += 1;
  };
  const revive = (one: Member): void => {
    const start = one.start().then(
      () => {
        starting.delete(one);
        serving.add(one);
        if (one.role === "jobs") toll.workSince ??= performance.now();
      },
      (error: unknown) => {
        if (starting.get(one) !== start) return; // it was killed
        toll.failedStarts.push(String(error));
        say(String(error));
        if (toll.failedStarts.length < mostFailedStarts) revive(one);
      },
    );
    starting.set(one, start);
  };

  for (let nextNight = allDownEvery; toll.kills < count;) {
    // somebody answers and somebody works, or there would be nothing to break
    while (standing("api") < 2 || standing("jobs") < 1) {
      if (toll.failedStarts.length >= mostFailedStarts) return;
      await sleep(10);
    }
    await sleep(Math.floor(chance.next() * mostPauseMs));
    if (toll.kills >= nextNight) {
      nextNight = toll.kills + allDownEvery;
      await Promise.all(fleet.members.map(die));
      toll.allDown += 1;
      await sleep(Math.floor(chance.next() * 500));
      fleet.members.forEach(revive);
      continue;
    }
    const from = chance.next() < startingRate && starting.size > 0 ? [...starting.keys()] : [...serving];
    const one = from[Math.floor(chance.next() * from.length)];
    if (!one) continue;
    await die(one);
    revive(one);
  }
  await Promise.all(starting.values());
}

await prove(2_000, run);
