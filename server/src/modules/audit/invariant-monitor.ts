import type pg from "pg";
import { Gauge, type Registry } from "prom-client";
import type { Database } from "../../database/database.ts";
import { addMetricAlias } from "../../kernel/metric-aliases.ts";
import type { Alarms } from "./alarms.ts";
import { findBrokenInvariants } from "./invariants.ts";

/**
 * Checks the invariants of money, states and retention in the database every hour; a violation raises an alarm at
 * once.
 */

const everyMs = 3_600_000;
/** Not at the start, when there is other work, but soon after an upgrade. */
const firstMs = 60_000;
/** Advisory lock, unused elsewhere on the server: one process at a time checks. */
const lockKey = 72_010_002;

type Log = { error(facts: object, words: string): void };

export type InvariantMonitorDeps = {
  readonly db: Pick<Database, "transaction">;
  readonly alarms: Alarms;
  readonly registry: Registry;
};

/**
 * Registers its metrics, once per registry.
 * @returns a function that creates the entry of the schedule
 */
export function openInvariantMonitor({ db, alarms, registry }: InvariantMonitorDeps) {
  const [findings, checkedAt, duration] = [
    invariantGauge(registry, "broken", "Findings of the last check of all invariants (`check-invariants`)."),
    invariantGauge(registry, "checked_timestamp_seconds", "When this process last checked all invariants; 0 before."),
    invariantGauge(registry, "seconds", "Duration of the last check of all invariants."),
  ];
  findings.set(Number.NaN); // not checked yet

  /** @param owner a pool of the database owner */
  return (owner: pg.Pool, log: Log) => ({
    name: "check_invariants",
    everyMs,
    firstMs,
    run: async () => {
      const client = await owner.connect();
      try {
        const lock = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [lockKey]);
        if (!lock.rows[0]?.got) return;
        const began = performance.now();
        try {
          const found = await findBrokenInvariants(client);
          for (const { invariant, detail } of found) log.error({ invariant, detail }, "an invariant is violated");
          if (found.length > 0)
            await db.transaction("system", (tx) =>
              alarms.raise(tx, "alarm_broken_invariant", null, `${found.length} findings of check-invariants`),
            );
          findings.set(found.length);
          checkedAt.set(Date.now() / 1_000);
          duration.set((performance.now() - began) / 1_000);
        } finally {
          await client.query("select pg_advisory_unlock($1)", [lockKey]);
        }
      } finally {
        client.release();
      }
    },
  });
}

/** Registers a gauge of the invariants, and its earlier name. */
function invariantGauge(registry: Registry, ending: string, help: string): Gauge {
  const gauge = new Gauge({ name: `idanimo_invariants_${ending}`, help, registers: [registry] });
  addMetricAlias(registry, gauge, `idanimo_laws_${ending}`);
  return gauge;
}
