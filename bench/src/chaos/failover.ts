import { setTimeout as sleep } from "node:timers/promises";
import { waitFor } from "../support/concurrency.ts";
import { startFleet } from "../support/fleet.ts";
import { type Load, startLoad } from "../support/load-generator.ts";
import { checkAccounts, lostPayments } from "../support/oracle.ts";
import { median } from "../support/statistics.ts";
import type { ChaosOptions, ChaosOutcome, ChaosTest } from "./chaos-test.ts";
import { type PatroniCluster, startPatroniCluster } from "./patroni-cluster.ts";

/**
 * Two database machines under Patroni behind one address. Each round breaks one while users pay; both must be in step again
 * before the next round. At the end the same is done with asynchronous replication, which must lose payments: otherwise this test
 * would see nothing.
 */
export const failover: ChaosTest = {
  name: "failover",
  fault: "one of two database machines is killed, cut off, frozen, switched over, or left without its standby",
  requirements: ["R-24", "R-07"],
  defaultCount: 50,
  run,
};

const kinds = ["machine", "cut and machine", "postgres", "freeze", "switchover", "standby"] as const;
type Kind = (typeof kinds)[number];

const cutMs = 700;
const standbyAwayMs = 4_000;
const users = 6;

/** Times of `performance.now()`: when an acknowledged payment began, and when it was answered. */
type Paid = { readonly startedAt: number; readonly answeredAt: number };

async function run({ count, seed, log }: ChaosOptions): Promise<ChaosOutcome> {
  const cluster = await startPatroniCluster();
  const fleet = await startFleet({ api: 2, jobs: 1, databases: cluster.databases });
  const wrong: string[] = [];
  const paid: Paid[] = [];
  const loadPlan = {
    users,
    searchTypes: ["nin"],
    cardShare: 0,
    onPaid: (_purchase: unknown, startedAt: number) => void paid.push({ startedAt, answeredAt: performance.now() }),
  } as const;
  const load = await startLoad(fleet, { ...loadPlan, seed });
  const downMs: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const kind = kinds[at % kinds.length] ?? "machine";
    const round = await breakOnce(cluster, kind, paid);
    downMs.push(round.downMs);
    wrong.push(...round.wrong);
    log(`${at + 1}: ${kind}, payments again after ${(round.downMs / 1_000).toFixed(1)} s`);
  }
  await load.stop();
  const verdict = await checkAccounts(fleet, load);
  const control = await loseOnPurpose(cluster, await startLoad(fleet, { ...loadPlan, seed: seed + 1 }), count, paid);
  if (control === 0) wrong.push("asynchronous replication lost nothing, so this test sees nothing");
  return {
    faults: count,
    acknowledged: verdict.acknowledged,
    lost: verdict.lost,
    wrong: [...wrong, ...verdict.wrong],
    notes:
      `payments again after ${(median(downMs) / 1_000).toFixed(1)} s (median), ${(Math.max(...downMs) / 1_000).toFixed(1)} s (longest); ` +
      `the asynchronous control lost ${control}`,
  };
}

/** Breaks one machine, waits until payments go on, repairs it, and waits until both are in step. */
async function breakOnce(cluster: PatroniCluster, kind: Kind, paid: readonly Paid[]) {
  const { primary, standby } = await cluster.inStep();
  await firstPaymentAfter(paid, performance.now());
  if (kind === "cut and machine") {
    await cluster.act("hold-receiver", standby);
    await sleep(cutMs);
  }
  const brokenAt = performance.now();
  const wrong: string[] = [];
  if (kind === "machine" || kind === "cut and machine") await cluster.act("kill", primary);
  if (kind === "cut and machine") await cluster.act("drop-receiver", standby);
  if (kind === "postgres") await cluster.act("kill-postgres", primary);
  if (kind === "freeze") await cluster.act("freeze", primary);
  if (kind === "switchover") await cluster.switchOver(primary, standby);
  if (kind === "standby") {
    await cluster.act("kill", standby);
    const killedAt = performance.now();
    await sleep(standbyAwayMs);
    const promised = paid.filter(({ startedAt }) => startedAt > killedAt).length;
    if (promised > 0) wrong.push(`${promised} payments were acknowledged without a standby`);
    await cluster.act("start", standby);
  } else await cluster.leads(standby);
  if (kind === "freeze") await cluster.act("kill", primary); // what its watchdog does: it may not wake up as primary
  if (kind === "machine" || kind === "cut and machine" || kind === "freeze") await cluster.act("start", primary);
  const [answeredAt] = await Promise.all([firstPaymentAfter(paid, brokenAt), cluster.inStep()]);
  return { downMs: answeredAt - brokenAt, wrong };
}

/** Waits for a payment that began after an instant. @returns when the first one was answered */
function firstPaymentAfter(paid: readonly Paid[], instant: number): Promise<number> {
  const first = async () => {
    const responseTimes = paid.filter(({ startedAt }) => startedAt > instant).map(({ answeredAt }) => answeredAt);
    return responseTimes.length > 0 && Math.min(...responseTimes);
  };
  return waitFor("a payment", first, { everyMs: 50 });
}

/** The control: commits are acknowledged before a standby has them. @returns how many payments were lost */
async function loseOnPurpose(cluster: PatroniCluster, load: Load, count: number, paid: readonly Paid[]) {
  await cluster.configure({
    synchronous_mode: false,
    synchronous_mode_strict: false,
    maximum_lag_on_failover: 1_073_741_824, // a standby that is behind must be promoted
  });
  await sleep(3_000); // both machines read their configuration every second
  for (let at = 0; at < Math.max(3, Math.round(count / 10)); at += 1) await breakOnce(cluster, "cut and machine", paid);
  await load.stop();
  return lostPayments(load);
}
