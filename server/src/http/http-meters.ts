import type { FastifyInstance } from "fastify";
import { Counter, Histogram, type Registry } from "prom-client";

declare module "fastify" {
  interface FastifyContextConfig {
    /** An answer that is open for hours. */
    readonly isStream?: boolean;
  }
}

/** Counts every answer and times it, by the route's own pattern: an address could hold anything, a pattern holds no value. */
export function addHttpMeters(app: FastifyInstance, registry: Registry): void {
  const answers = new Counter({
    name: "idanimo_http_answers_total",
    help: "Answers by method, route pattern and status.",
    labelNames: ["method", "route", "status"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "idanimo_http_seconds",
    help: "How long answers took, by method and route pattern.",
    labelNames: ["method", "route"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook("onResponse", ({ method, routeOptions }, reply, done) => {
    const labels = { method: known.has(method) ? method : "other", route: routeOptions.url ?? "none" };
    answers.inc({ ...labels, status: reply.raw.statusCode });
    if (!routeOptions.config.isStream) seconds.observe(labels, reply.elapsedTime / 1_000);
    done();
  });
}

const known = new Set(["GET", "HEAD", "POST", "DELETE"]);
