import { Gauge, type Registry } from "prom-client";
import type { Database } from "../../database/database.ts";
import type { AlarmThresholds } from "../../kernel/alarm-thresholds.ts";
import type { Alarms } from "../audit/index.ts";
import {
  findMassReaders,
  type OverdueSeconds,
  readOverdueSeconds,
  type OverdueWork,
  overdueWorkLabels,
  overdueWorkNames,
} from "./overdue-store.ts";

/**
 * Looks whether work stands still. Nothing that is over can be read meanwhile, since every read asks the clock; but somebody must
 * know within a minute. Source: T-77.
 */

/** Work that has waited for so long past its time stands still. With a look every `lookEveryMs`, a person is told within 60 s. */
export const overdueThresholdSeconds = 45;
const checkIntervalMs = 15_000;
/** What still stands is said again after so many looks. */
const checksPerReminder = 20;

/** What stands still, the longest first, with whole seconds. */
export function findOverdueWork(
  overdue: OverdueSeconds,
): readonly { readonly what: OverdueWork; readonly seconds: number }[] {
  return overdueWorkNames
    .map((what) => ({ what, seconds: Math.floor(overdue[what]) }))
    .filter(({ seconds }) => seconds > overdueThresholdSeconds)
    .toSorted((one, other) => other.seconds - one.seconds);
}

export type OverdueMonitorDeps = {
  readonly db: Pick<Database, "transaction">;
  readonly alarms: Alarms;
  readonly registry: Registry;
  readonly thresholds: AlarmThresholds;
};

/** As far as a log is needed here. */
type MonitorLog = { error(facts: object, words: string): void; warn(facts: object, words: string): void };

/** One process's watch; each process keeps one, so that it is seen when those that do the work are gone. */
export type OverdueMonitor = {
  /** One look: says what stands still, and adds up what this process counted. */
  check(log: MonitorLog): Promise<void>;
  /** Raises an alarm about each account that opens more records than somebody reads. Source: T-78. */
  checkMassReaders(): Promise<void>;
  /** Looks again and again until it is stopped. */
  start(log: MonitorLog): { stop(): Promise<void> };
};

export function createOverdueMonitor({ db, alarms, registry, thresholds }: OverdueMonitorDeps): OverdueMonitor {
  const gauge = new Gauge({
    name: "idanimo_overdue_seconds",
    help: "For how long the oldest work of each kind has waited past its time.",
    labelNames: ["what"],
    registers: [registry],
    collect: async () => {
      const overdue = await readOverdueSeconds(db).catch(() => undefined); // nobody can say: no number, and the rest is still told
      for (const what of overdueWorkNames) gauge.set({ what }, overdue?.[what] ?? Number.NaN);
    },
  });
  const reportedChecks = new Map<OverdueWork, number>();

  const report = (log: MonitorLog, overdue: OverdueSeconds) => {
    const late = findOverdueWork(overdue);
    for (const { what, seconds } of late) {
      const checks = reportedChecks.get(what) ?? 0;
      if (checks % checksPerReminder === 0) log.error({ what, seconds }, `${overdueWorkLabels[what]} stands still`);
      reportedChecks.set(what, checks + 1);
    }
    for (const what of reportedChecks.keys()) {
      if (late.some((one) => one.what === what)) continue;
      reportedChecks.delete(what);
      log.warn({ what }, `${overdueWorkLabels[what]} goes on again`);
    }
  };

  const monitor: OverdueMonitor = {
    check: async (log) => {
      report(log, await readOverdueSeconds(db));
      await alarms.flushCounts();
    },
    checkMassReaders: () =>
      db.transaction("system", async (tx) => {
        for (const { ownerId, records } of await findMassReaders(tx, thresholds.reads))
          await alarms.raise(tx, "alarm_mass_reads", ownerId, `opened ${records} records within an hour`);
      }),
    start: (log) => {
      let isStopped = false;
      let pendingCheck: Promise<void> = Promise.resolve();
      const checkOnce = async () => {
        try {
          await monitor.check(log);
        } catch (error) {
          if (!isStopped)
            log.error(
              { reason: error instanceof Error ? error.message : "" },
              "nobody can look whether work stands still",
            );
        }
        if (!isStopped) timer = setTimeout(runCheck, checkIntervalMs);
      };
      const runCheck = () => {
        pendingCheck = checkOnce();
      };
      let timer = setTimeout(runCheck, checkIntervalMs);
      return {
        stop: async () => {
          isStopped = true;
          clearTimeout(timer);
          await pendingCheck;
        },
      };
    },
  };
  return monitor;
}
