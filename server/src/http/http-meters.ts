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
  const counted = new Map<string, Counted[]>();
  registry.registerMetric(
    new Counter({
      name: "idanimo_http_answers_total",
      help: "Answers by method, route pattern and status.",
      labelNames: ["method", "route", "status"],
      registers: [],
      // told when it is asked for: the library would write the labels into one text with each answer
      collect() {
        this.reset();
        for (const [route, list] of counted)
          for (const { method, status, answers } of list) this.inc({ method, route, status }, answers);
      },
    }),
  );
  const seconds = new Histogram({
    name: "idanimo_http_seconds",
    help: "How long answers took, by method and route pattern.",
    labelNames: ["method", "route"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook("onResponse", ({ method, routeOptions }, reply, done) => {
    const { url: route = "none", config } = routeOptions; // made anew each time it is asked for
    const known = methods.has(method) ? method : "other";
    countIn(counted, route, known, reply.raw.statusCode);
    if (!config.isStream) seconds.observe({ method: known, route }, reply.elapsedTime / 1_000);
    done();
  });
}

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "DELETE"]);

/** Answers of one method and status by a route. */
type Counted = { readonly method: string; readonly status: number; answers: number };

function countIn(counted: Map<string, Counted[]>, route: string, method: string, status: number): void {
  const list = counted.get(route) ?? [];
  if (list.length === 0) counted.set(route, list);
  const one = list.find((before) => before.status === status && before.method === method);
  if (one) one.answers += 1;
  else list.push({ method, status, answers: 1 });
}
