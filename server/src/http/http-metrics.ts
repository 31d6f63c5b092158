import type { FastifyInstance } from "fastify";
import { Counter, Histogram, type Registry } from "prom-client";
import { addMetricAlias } from "../kernel/metric-aliases.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The response stays open for hours; its duration is not recorded. */
    readonly isStream?: boolean;
  }
}

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "DELETE"]);
/** Start at 0, so that `rate()` sees the first failure. */
const failureStatuses = [500, 503];
const bucketBoundsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Counts and times responses by method and route pattern. A pattern contains no value of a request, a URL may. */
export function addHttpMetrics(app: FastifyInstance, registry: Registry): void {
  const labelNames = ["method", "route", "status"] as const;
  const responses = new Counter({
    name: "idanimo_http_responses_total",
    help: "Responses by method, route pattern and status.",
    labelNames,
    registers: [registry],
  });
  addMetricAlias(registry, responses, "idanimo_http_answers_total", labelNames);
  const durations = new Histogram({
    name: "idanimo_http_seconds",
    help: "Duration of responses, by method and route pattern.",
    labelNames: ["method", "route"],
    buckets: bucketBoundsSeconds,
    registers: [registry],
  });

  app.addHook("onRoute", ({ url: route, method }) => {
    for (const one of [method].flat())
      if (one !== "HEAD" && methods.has(one))
        for (const status of failureStatuses) responses.inc({ method: one, route, status }, 0);
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { url: route = "none", config } = request.routeOptions;
    const method = methods.has(request.method) ? request.method : "other";
    responses.inc({ method, route, status: reply.statusCode });
    if (!config.isStream) durations.observe({ method, route }, reply.elapsedTime / 1_000);
    done();
  });
}
