import type pg from "pg";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** What is batched. */
const batchKinds = [
  "payment",
  "sign_in",
  "look_up_read",
  "look_up_attempt",
  "look_up_end",
  "look_up_question",
  "message_begin",
  "message_end",
  "message_arrival",
] as const;
export type BatchKind = (typeof batchKinds)[number];

/**
 * Error classes of the database's own failures, for an alert: broken connections, network, resources, operators,
 * system, internal errors.
 */
const countedErrorClasses = ["broken", "08", "53", "57", "58", "XX"];

/** Metrics of the databases. Pools, error classes and kinds of batches only: never a statement or a value. */
export type DatabaseMetrics = {
  /** Counts a pool's connections and its errors. */
  observePool(name: string, pool: pg.Pool): void;
  batch(what: BatchKind, size: number): void;
};

/** Registers the metrics. Once per registry. */
export function databaseMetrics(registry: Registry): DatabaseMetrics {
  const pools = new Map<string, pg.Pool>();
  const registers = [registry];
  registry.registerMetric(
    new Gauge({
      name: "idanimo_database_connections",
      help: "Connections of each pool: in use, idle, most at once; and work that waits for one.",
      labelNames: ["pool", "state"],
      registers: [],
      collect() {
        for (const [pool, { totalCount, idleCount, waitingCount, options }] of pools) {
          this.set({ pool, state: "in_use" }, totalCount - idleCount);
          this.set({ pool, state: "idle" }, idleCount);
          this.set({ pool, state: "waiting" }, waitingCount);
          this.set({ pool, state: "most" }, options.max);
        }
      },
    }),
  );
  const errors = new Counter({
    name: "idanimo_database_errors_total",
    help: "What the databases answered with an error, by the class of its SQLSTATE; `broken` is a connection that broke.",
    labelNames: ["pool", "class"],
    registers,
  });
  const batches = new Histogram({
    name: "idanimo_batch_size",
    help: "How many went out together in one statement.",
    labelNames: ["what"],
    buckets: [1, 2, 5, 10, 20, 50, 100],
    registers,
  });
  for (const what of batchKinds) batches.zero({ what });
  return {
    observePool(name, pool) {
      pools.set(name, pool);
      for (const trouble of countedErrorClasses) errors.inc({ pool: name, class: trouble }, 0);
      const broke = () => errors.inc({ pool: name, class: "broken" });
      pool.on("error", broke);
      pool.on("connect", (client) => {
        client.on("error", broke);
        client.connection.on("errorMessage", ({ code }: { readonly code?: string }) =>
          errors.inc({ pool: name, class: (code ?? "unknown").slice(0, 2) }),
        );
      });
    },
    batch: (what, size) => batches.observe({ what }, size),
  };
}
