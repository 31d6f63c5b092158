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
  const killer = new Killer(fleet, seededRandom(seed + 3_000), log);
  const locks = watchJobLocks(fleet, () => killer.jobsUpMs());
  await killer.killMany(count);
  await load.stop();
  const verdict = await checkAccounts(fleet, load);
  const longest = await locks.stop();
  const { kills, whileStarting, failedStarts, exits } = killer;
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
class Killer {
  kills = 0;
  whileStarting = 0;
  readonly failedStarts: string[] = [];
  /** Last words of programs that exited without a kill. */
  readonly exits: string[] = [];
  readonly #serving: Set<Member>;
  readonly #starting = new Map<Member, Promise<void>>();
  readonly #members: readonly Member[];
  readonly #random: Random;
  readonly #log: ChaosOptions["log"];
  #jobsUpMs = 0;
  #jobsUpSince: number | undefined = performance.now();

  constructor(fleet: Fleet, random: Random, log: ChaosOptions["log"]) {
    this.#members = fleet.members;
    this.#serving = new Set(fleet.members);
    this.#random = random;
    this.#log = log;
  }

  /** How long at least one job program was running. */
  jobsUpMs(): number {
    return this.#jobsUpMs + (this.#jobsUpSince === undefined ? 0 : performance.now() - this.#jobsUpSince);
  }

  async killMany(count: number): Promise<void> {
    for (let nextAllAtOnce = allAtOnceEvery; this.kills < count;) {
      // without a program that serves and one that works there is nothing to break
      while (this.#running("api") < 1 || this.#running("jobs") < 1) {
        if (this.failedStarts.length >= mostFailedStarts) return;
        await sleep(10);
      }
      await sleep(Math.floor(this.#random.next() * longestPauseMs));
      if (this.kills >= nextAllAtOnce) {
        nextAllAtOnce = this.kills + allAtOnceEvery;
        await Promise.all(this.#members.map((member) => this.#kill(member)));
        this.#members.forEach((member) => this.#start(member));
        this.#log(`${this.kills} kills`);
        continue;
      }
      const isDuringStart = this.#random.next() < killsWhileStarting && this.#starting.size > 0;
      const [member] = this.#random.shuffle([...(isDuringStart ? this.#starting.keys() : this.#serving)]);
      if (!member) continue;
      await this.#kill(member);
      this.#start(member);
    }
    await Promise.all(this.#starting.values());
  }

  #running(role: Member["role"]): number {
    return [...this.#serving].filter((member) => member.role === role).length;
  }

  async #kill(member: Member): Promise<void> {
    const start = this.#starting.get(member);
    this.#starting.delete(member);
    this.#serving.delete(member);
    if (!start && hasExited(member.program())) this.exits.push(lastWords(member));
    if (this.#running("jobs") === 0) {
      this.#jobsUpMs = this.jobsUpMs();
      this.#jobsUpSince = undefined;
    }
    await member.kill();
    await start;
    this.kills += 1;
    if (start) this.whileStarting += 1;
  }

  #start(member: Member): void {
    const start = member.start().then(
      () => {
        this.#starting.delete(member);
        this.#serving.add(member);
        if (member.role === "jobs") this.#jobsUpSince ??= performance.now();
      },
      (error: unknown) => {
        if (this.#starting.get(member) !== start) return; // it was killed
        this.failedStarts.push(String(error));
        if (this.failedStarts.length < mostFailedStarts) this.#start(member);
      },
    );
    this.#starting.set(member, start);
  }
}
