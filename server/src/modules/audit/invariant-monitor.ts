import type pg from "pg";
import { Gauge, type Registry } from "prom-client";
import type { Database } from "../../database/database.ts";
import type { Alarms } from "./alarms.ts";

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
  const registers = [registry];
  const findingsGauge = new Gauge({
    name: "idanimo_laws_broken",
    help: "Findings of the last check of all invariants (`npm run operator -- check-invariants`).",
    registers,
  });
  const checkedAtGauge = new Gauge({
    name: "idanimo_laws_checked_timestamp_seconds",
    help: "When this process last checked all invariants; 0 before the first check.",
    registers,
  });
  const durationGauge = new Gauge({
    name: "idanimo_laws_seconds",
    help: "Duration of the last check of all invariants.",
    registers,
  });
  findingsGauge.set(Number.NaN); // not checked yet

  /** @param owner a pool of the database owner */
  return (owner: pg.Pool, log: Log) => ({
    name: "check_laws",
    everyMs,
    firstMs,
    run: async () => {
      const client = await owner.connect();
      try {
        const lock = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [lockKey]);
        if (!lock.rows[0]?.got) return;
        const began = performance.now();
        try {
          const found = await client.query<{ law: string; detail: string }>(
            "select law, detail from check_invariants()",
          );
          for (const { law, detail } of found.rows) log.error({ law, detail }, "a law is broken");
          if (found.rows.length > 0)
            await db.transaction("system", (tx) =>
              alarms.raise(tx, "alarm_broken_law", null, `${found.rows.length} findings of check-invariants`),
            );
          findingsGauge.set(found.rows.length);
          checkedAtGauge.setToCurrentTime();
          durationGauge.set((performance.now() - began) / 1_000);
        } finally {
          await client.query("select pg_advisory_unlock($1)", [lockKey]);
        }
      } finally {
        client.release();
      }
    },
  });
}
