import { sql } from "kysely";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Database } from "../../../database/database.ts";
import { addMetricAlias } from "../../../kernel/metric-aliases.ts";
import { type ReconciliationReport, reconcileDay, type ReconciliationDeps } from "./reconcile-day.ts";
import { differenceKinds } from "./rules.ts";
import { findDueDays } from "./store.ts";

/** Compares each day after it has ended, and again on the two following nights. */
export function reconciliationJobs(deps: ReconciliationDeps, registry: Registry) {
  const differences = new Counter({
    name: "idanimo_reconciliation_differences_total",
    help: "New differences between the payment provider's list and our ledger, by kind; each one is an open case.",
    labelNames: ["kind"],
    registers: [registry],
  });
  for (const kind of differenceKinds) differences.inc({ kind }, 0);
  const lateSettlements = new Counter({
    name: "idanimo_reconciliation_late_settlements_total",
    help: "Payments found only on the provider's list and settled then.",
    registers: [registry],
  });
  addMetricAlias(registry, lateSettlements, "idanimo_reconciliation_mended_total");
  addReconciliationMetrics(deps.db, registry);
  return {
    reconcile_days: async () => {
      const failed: unknown[] = [];
      for (const { day, since } of await deps.db.transaction("system", (tx) =>
        findDueDays(tx, deps.cardPayments.name),
      )) {
        try {
          const report: ReconciliationReport | undefined = await reconcileDay(deps, day, since);
          lateSettlements.inc(report?.lateSettlements ?? 0);
          for (const [kind, count] of report?.newDifferencesByKind ?? []) differences.inc({ kind }, count);
        } catch (error) {
          failed.push(error); // the day is retried; other days are still compared
        }
      }
      const [first, ...more] = failed;
      if (more.length > 0) throw new AggregateError(failed, [...new Set(failed.map(errorMessage))].join("; "));
      if (first !== undefined) throw first;
    },
  };
}

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Gauges for the time since the last comparison and the number of open differences. Every process can report them,
 * because they are read from the database.
 */
export function addReconciliationMetrics(db: Pick<Database, "transaction">, registry: Registry): void {
  const read = () =>
    db.transaction("system", async (tx) => {
      const found = await sql<{ seconds: number | null; open: number }>`
        select (select extract(epoch from product_now() - coalesce(max(asked_at), min(tried_since))) from reconciliation_runs)::float8 as seconds,
          (select count(*) from reconciliation_differences where resolved_at is null and cleared_at is null)::float8 as open`.execute(
        tx,
      );
      return found.rows[0];
    });
  let pendingRead: ReturnType<typeof read> | undefined;
  /**
   * Shares one read between concurrent collections. If it fails the gauges are NaN, and other metrics are still
   * reported.
   */
  const readShared = () => (pendingRead ??= read().finally(() => (pendingRead = undefined))).catch(() => undefined);
  const open = new Gauge({
    name: "idanimo_reconciliation_open",
    help: "Open differences between the payment provider's list and our ledger.",
    registers: [registry],
    collect: async () => void open.set((await readShared())?.open ?? Number.NaN),
  });
  const age = new Gauge({
    name: "idanimo_reconciliation_age_seconds",
    help: "Seconds since a day was last compared with the payment provider's list, or since the first attempt; usually below a day.",
    registers: [registry],
    collect: async () => void age.set((await readShared())?.seconds ?? Number.NaN),
  });
}
