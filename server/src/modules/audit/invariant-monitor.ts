import type pg from "pg";
import { Gauge, type Registry } from "prom-client";
import type { Database } from "../../database/database.ts";
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
  const [setFindings, setCheckedAt, setDuration] = [
    renamedGauge(registry, "broken", "Findings of the last check of all invariants (`check-invariants`)."),
    renamedGauge(registry, "checked_timestamp_seconds", "When this process last checked all invariants; 0 before."),
    renamedGauge(registry, "seconds", "Duration of the last check of all invariants."),
  ];
  setFindings(Number.NaN); // not checked yet

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
          setFindings(found.length);
          setCheckedAt(Date.now() / 1_000);
          setDuration((performance.now() - began) / 1_000);
        } finally {
          await client.query("select pg_advisory_unlock($1)", [lockKey]);
        }
      } finally {
        client.release();
      }
    },
  });
}

/**
 * Registers a gauge of the invariants, and again under its earlier name, which alerts of the previous release read.
 * @returns sets both
 */
function renamedGauge(registry: Registry, ending: string, help: string): (value: number) => void {
  const registers = [registry];
  const gauge = new Gauge({ name: `idanimo_invariants_${ending}`, help, registers });
  const earlier = new Gauge({
    name: `idanimo_laws_${ending}`,
    help: `Earlier name of idanimo_invariants_${ending}.`,
    registers,
  });
  return (value) => {
    gauge.set(value);
    earlier.set(value);
  };
}
