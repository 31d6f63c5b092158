import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fleet, Member } from "../../support/fleet.ts";
import { hasExited } from "../../support/processes.ts";
import type { Random } from "../../support/random.ts";
import type { ChaosOptions } from "../chaos-test.ts";

/** Failpoints around the transactions that write events, and around deliveries, by the role that passes them. */
const failpointsOf = {
  api: ["webhook_event_written", "wallet_payment_committed", "decision_before_release", "decision_committed"],
  jobs: [
    "webhook_event_written",
    "webhook_sent",
    "webhook_sent",
    "job_before_ack",
    "look_up_before_commit",
    "look_up_committed",
    "deliveries_before_commit",
    "deliveries_committed",
    "questions_before_commit",
    "questions_committed",
    "payment_before_commit",
    "purge_committed",
  ],
} as const;
const mostPasses = 3;
/** Share of the starts that are armed with a failpoint; the others are killed at a random instant. */
const armedShare = 0.5;
const duringStartShare = 0.1;
/** A start takes about so long. */
const startMs = 600;
/** A program is up for this long at most, and an armed one longer. */
const [upMs, armedUpMs] = [2_500, 5_000];

export type KillsFound = {
  kills: number;
  whileStarting: number;
  readonly byFailpoint: Map<string, number>;
  readonly exits: string[];
};

/** Kills each program of a fleet again and again, independently of the others. */
export function createProgramKiller(fleet: Fleet, random: Random, log: ChaosOptions["log"]) {
  const found: KillsFound = { kills: 0, whileStarting: 0, byFailpoint: new Map(), exits: [] };
  const noteKill = () => {
    found.kills += 1;
    if (found.kills % 100 === 0) log(`${found.kills} kills`);
  };
  const noteFailpointOr = (member: Member, armed: boolean, stderr: readonly string[]) => {
    const name = stderr.map((line) => /^died at (\w+)$/.exec(line)?.[1]).find((one) => one !== undefined);
    if (!armed || name === undefined) return void found.exits.push(`${member.role}: ${stderr.slice(-3).join(" | ")}`);
    found.byFailpoint.set(name, (found.byFailpoint.get(name) ?? 0) + 1);
    return noteKill();
  };

  /** Starts a program and kills it, unless it dies at its failpoint. */
  async function killOnce(member: Member): Promise<void> {
    const isArmed = random.next() < armedShare;
    const points = member.role === "api" ? failpointsOf.api : failpointsOf.jobs;
    const failpoint = `${random.pick<string>(points)}:${1 + Math.floor(random.next() * mostPasses)}`;
    const start = member.start(isArmed ? { CRASH_AT: failpoint } : {}).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    );
    if (random.next() < duringStartShare) {
      await sleep(random.next() * startMs);
      await member.kill();
      await start;
      found.whileStarting += 1;
      return noteKill();
    }
    const failed = await start;
    if (failed) return noteFailpointOr(member, isArmed, failed.message.split(/[:|] /)); // it died before it was ready
    const { process, stderr } = member.program();
    await Promise.race([
      hasExited({ process }) || once(process, "exit"),
      sleep(random.next() * (isArmed ? armedUpMs : upMs)),
    ]);
    if (hasExited({ process })) return noteFailpointOr(member, isArmed, stderr);
    await member.kill();
    return noteKill();
  }

  return {
    found,
    /** At the end each program runs without a failpoint. */
    killMany: async (count: number) => {
      await Promise.all(
        fleet.members.map(async (member) => {
          await member.kill();
          noteKill();
          while (found.kills < count && found.exits.length < 10) await killOnce(member);
          await member.start();
        }),
      );
    },
  };
}
