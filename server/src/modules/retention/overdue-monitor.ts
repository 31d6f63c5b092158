import { Gauge, type Registry } from "prom-client";
import type { Database } from "../../database/database.ts";
import type { AlarmThresholds } from "../../kernel/alarm-thresholds.ts";
import { findMassReaders } from "../audit/index.ts";
import type { Alarms } from "../audit/index.ts";
import {
  type OverdueSeconds,
  readOverdueSeconds,
  type OverdueWork,
  overdueWorkLabels,
  overdueWorkNames,
} from "./overdue-store.ts";

/**
 * Detects overdue work. Expired data stays unreadable meanwhile, because every read checks the clock, but operators
 * must know within a minute [T-77].
 */

/** Work is overdue after this delay. With a check every `checkIntervalMs` it is reported within 60 s. */
export const overdueThresholdSeconds = 45;
const checkIntervalMs = 15_000;
/** Work that stays overdue is logged again after this many checks. */
const checksPerReminder = 20;

/** Overdue work, the longest delay first, in full seconds. */
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

type MonitorLog = { error(facts: object, words: string): void; warn(facts: object, words: string): void };

/** The monitor of one process. Every process has one, so that overdue work is noticed when the workers are dead. */
export type OverdueMonitor = {
  /** Checks once: logs overdue work, and stores what this process counted. */
  check(log: MonitorLog): Promise<void>;
  /** Raises an alarm for each account that opens more records within an hour than its threshold [T-78]. */
  checkMassReaders(): Promise<void>;
  /** Checks periodically until it is stopped. */
  start(log: MonitorLog): { stop(): Promise<void> };
};

export function createOverdueMonitor({ db, alarms, registry, thresholds }: OverdueMonitorDeps): OverdueMonitor {
  const gauge = new Gauge({
    name: "idanimo_overdue_seconds",
    help: "For how long the oldest work of each kind has waited past its time.",
    labelNames: ["what"],
    registers: [registry],
    collect: async () => {
      const overdue = await readOverdueSeconds(db).catch(() => undefined); // without the database the gauge is NaN, and other metrics are still reported
      for (const what of overdueWorkNames) gauge.set({ what }, overdue?.[what] ?? Number.NaN);
    },
  });
  const reportedChecks = new Map<OverdueWork, number>();

  const report = (log: MonitorLog, overdue: OverdueSeconds) => {
    const late = findOverdueWork(overdue);
    for (const { what, seconds } of late) {
      const checks = reportedChecks.get(what) ?? 0;
      if (checks % checksPerReminder === 0) log.error({ what, seconds }, `${overdueWorkLabels[what]} is overdue`);
      reportedChecks.set(what, checks + 1);
    }
    for (const what of reportedChecks.keys()) {
      if (late.some((one) => one.what === what)) continue;
      reportedChecks.delete(what);
      log.warn({ what }, `${overdueWorkLabels[what]} is on time again`);
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
            log.error({ reason: error instanceof Error ? error.message : "" }, "the overdue check failed");
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
