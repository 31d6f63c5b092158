import { setTimeout as sleep } from "node:timers/promises";
import { type Fleet, type Member, startFleet } from "../support/fleet.ts";
import { startLoad } from "../support/load-generator.ts";
import { checkAccounts } from "../support/oracle.ts";
import { hasExited } from "../support/processes.ts";
import { type Random, seededRandom } from "../support/random.ts";
import type { ChaosOptions, ChaosOutcome, ChaosTest } from "./chaos-test.ts";
import { watchJobLocks } from "./job-locks.ts";

/**
 * Three API programs and two job programs are killed at random instants, one in ten while it starts, sometimes all at once, and
 * started again. Users buy meanwhile, and repeat at another program, with the same key, what was not answered.
 */
export const programKills: ChaosTest = {
  name: "program-kills",
  fault: "kill -9 of a program at a random instant",
  requirements: ["R-20", "R-21"],
  defaultCount: 2_000,
  run,
};

const longestPauseMs = 500;
const killsWhileStarting = 0.1;
const allAtOnceEvery = 60;
const mostFailedStarts = 10;
/** A dead worker's jobs go on within this time. Source: R-21. */
const longestLockMs = 60_000;

async function run({ count, seed, log }: ChaosOptions): Promise<ChaosOutcome> {
  const isSmall = count < 20;
  const fleet = await startFleet(isSmall ? { api: 2, jobs: 1 } : { api: 3, jobs: 2 });
  const load = await startLoad(fleet, { users: isSmall ? 3 : 10, seed });
  const killer = createKiller(fleet, seededRandom(seed + 3_000), log);
  const locks = watchJobLocks(fleet, killer.jobsUpMs);
  await killer.killMany(count);
  await load.stop();
  const verdict = await checkAccounts(fleet, load);
  const longest = await locks.stop();
  const { kills, whileStarting, failedStarts, exits } = killer.found;
  exits.push(...fleet.members.filter((one) => hasExited(one.program())).map(lastWords));
  return {
    faults: kills,
    acknowledged: verdict.acknowledged,
    lost: verdict.lost,
    wrong: [
      ...verdict.wrong,
      ...(failedStarts.length > 0 ? [`${failedStarts.length} starts failed: ${failedStarts[0] ?? ""}`] : []),
      ...(exits.length > 0 ? [`${exits.length} programs exited without a kill: ${exits[0] ?? ""}`] : []),
      ...(longest > longestLockMs ? [`a dead worker held a job for ${Math.round(longest / 1_000)} s`] : []),
    ],
    notes:
      `${whileStarting} kills during a start; a dead worker held a job for ${Math.round(longest / 1_000)} s at most; ` +
      verdict.notes,
  };
}

const lastWords = (member: Member) => `${member.role}: ${member.program().stderr.slice(-3).join(" | ")}`;

/** Kills programs and starts each again at once, without waiting for it. */
function createKiller({ members }: Fleet, random: Random, log: ChaosOptions["log"]) {
  const found = { kills: 0, whileStarting: 0, failedStarts: new Array<string>(), exits: new Array<string>() };
  const serving = new Set(members);
  const starting = new Map<Member, Promise<void>>();
  let jobsUpBefore = 0;
  let jobsUpSince: number | undefined = performance.now();
  /** How long at least one job program was running. */
  const jobsUpMs = () => jobsUpBefore + (jobsUpSince === undefined ? 0 : performance.now() - jobsUpSince);
  const isRunning = (role: Member["role"]) => [...serving].some((member) => member.role === role);

  async function kill(member: Member): Promise<void> {
    const start = starting.get(member);
    starting.delete(member);
    serving.delete(member);
    if (!start && hasExited(member.program())) found.exits.push(lastWords(member));
    if (!isRunning("jobs")) {
      jobsUpBefore = jobsUpMs();
      jobsUpSince = undefined;
    }
    await member.kill();
    await start;
    found.kills += 1;
    if (start) found.whileStarting += 1;
  }

  function startAgain(member: Member): void {
    const start = member.start().then(
      () => {
        starting.delete(member);
        serving.add(member);
        if (member.role === "jobs") jobsUpSince ??= performance.now();
      },
      (error: unknown) => {
        if (starting.get(member) !== start) return; // it was killed
        found.failedStarts.push(String(error));
        if (found.failedStarts.length < mostFailedStarts) startAgain(member);
      },
    );
    starting.set(member, start);
  }

  async function killMany(count: number): Promise<void> {
    for (let nextAllAtOnce = allAtOnceEvery; found.kills < count;) {
      // without a program that serves and one that works there is nothing to break
      while (!isRunning("api") || !isRunning("jobs")) {
        if (found.failedStarts.length >= mostFailedStarts) return;
        await sleep(10);
      }
      await sleep(Math.floor(random.next() * longestPauseMs));
      if (found.kills >= nextAllAtOnce) {
        nextAllAtOnce = found.kills + allAtOnceEvery;
        await Promise.all(members.map(kill));
        members.forEach(startAgain);
        log(`${found.kills} kills`);
        continue;
      }
      const isDuringStart = random.next() < killsWhileStarting && starting.size > 0;
      const [member] = random.shuffle([...(isDuringStart ? starting.keys() : serving)]);
      if (!member) continue;
      await kill(member);
      startAgain(member);
    }
    await Promise.all(starting.values());
  }

  return { found, jobsUpMs, killMany };
}
