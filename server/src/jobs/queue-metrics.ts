import type pg from "pg";
import { Gauge, type Registry } from "prom-client";

/** Bounds the cost of a scrape when the queue is long. */
const maxCountedJobs = 100_000;

/**
 * Counts queued jobs by task, and those that failed for good. Queries only when the metrics are read; the queue's
 * age is `idanimo_overdue_seconds`.
 * @param tasks every possible task, so that an empty queue is reported as 0
 */
export function queueMetrics(registry: Registry, owner: pg.Pool, tasks: readonly string[]): void {
  registry.registerMetric(
    new Gauge({
      name: "idanimo_queue_jobs",
      help: `Jobs in the queue by task: \`open\` ones, and those \`given_up\` after their last attempt. At most ${maxCountedJobs} are counted.`,
      labelNames: ["task", "state"],
      registers: [],
      async collect() {
        this.reset();
        const found = await owner
          .query<{ task: string; state: string; count: number }>(
            `select task_identifier as task, case when attempts >= max_attempts then 'given_up' else 'open' end as state, count(*)::int as count
           from (select task_identifier, attempts, max_attempts from graphile_worker.jobs limit $1) j group by 1, 2`,
            [maxCountedJobs],
          )
          .catch(() => undefined); // reports no number; the other metrics remain available
        if (!found) return;
        for (const task of tasks) for (const state of ["open", "given_up"]) this.set({ task, state }, 0);
        for (const { task, state, count } of found.rows) if (tasks.includes(task)) this.set({ task, state }, count);
      },
    }),
  );
}
