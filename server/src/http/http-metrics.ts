import type { FastifyInstance } from "fastify";
import { Counter, type Metric, type Registry } from "prom-client";

declare module "fastify" {
  interface FastifyContextConfig {
    /** An answer that is open for hours. */
    readonly isStream?: boolean;
  }
}

/**
 * Counts every answer and times it, by the route's own pattern: an address could hold anything, a pattern holds no value. Both are
 * plain numbers until somebody asks: the library would make one text of the labels for each answer. Source: G-R2.
 */
export function addHttpMetrics(app: FastifyInstance, registry: Registry): void {
  const meters = new Map<string, RouteMetrics[]>();
  const each = () => [...meters].flatMap(([route, list]) => list.map((meter) => ({ route, ...meter })));
  registry.registerMetric(
    new Counter({
      name: "idanimo_http_answers_total",
      help: "Answers by method, route pattern and status.",
      labelNames: ["method", "route", "status"],
      registers: [],
      collect() {
        this.reset();
        for (const { method, route, answers } of each())
          for (const [status, count] of answers) this.inc({ method, route, status }, count);
      },
    }),
  );
  const timed = {
    name: "idanimo_http_seconds",
    help: "How long answers took, by method and route pattern.",
    type: "histogram",
    get: () => Promise.resolve({ ...timed, values: each().flatMap(histogramSamples) }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that a registry asks of a metric that it only tells of
  registry.registerMetric(timed as unknown as Metric);

  app.addHook("onRoute", ({ url, method }) => {
    for (const one of [method].flat())
      if (one !== "HEAD" && methods.has(one)) {
        const { answers } = routeMetricsOf(meters, url, one);
        for (const status of failureStatuses) if (!answers.has(status)) answers.set(status, 0);
      }
  });
  app.addHook("onResponse", ({ method, routeOptions }, reply, done) => {
    const { url: route = "none", config } = routeOptions; // made anew each time it is asked for
    const meter = routeMetricsOf(meters, route, methods.has(method) ? method : "other");
    const status = reply.raw.statusCode;
    meter.answers.set(status, (meter.answers.get(status) ?? 0) + 1);
    if (!config.isStream) recordDuration(meter, reply.elapsedTime / 1_000);
    done();
  });
}

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "DELETE"]);
/** Told as 0 before the first one, so that a rate sees it. */
const failureStatuses = [500, 503];
/** Seconds. */
const bucketBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Answers of one method by one route. */
type RouteMetrics = {
  readonly method: string;
  /** How many, by status. */
  readonly answers: Map<number, number>;
  /** How many took longer than the bound before and no longer than this one; the last place is of those above all bounds. */
  readonly times: number[];
  seconds: number;
};

function routeMetricsOf(meters: Map<string, RouteMetrics[]>, route: string, method: string): RouteMetrics {
  let ofRoute = meters.get(route);
  if (!ofRoute) meters.set(route, (ofRoute = []));
  let meter = ofRoute.find((one) => one.method === method);
  if (!meter)
    ofRoute.push((meter = { method, answers: new Map(), times: [...bucketBounds.map(() => 0), 0], seconds: 0 }));
  return meter;
}

function recordDuration(meter: RouteMetrics, seconds: number): void {
  const at = bucketBounds.findIndex((bound) => seconds <= bound);
  const place = at === -1 ? bucketBounds.length : at;
  meter.times[place] = (meter.times[place] ?? 0) + 1;
  meter.seconds += seconds;
}

/** A meter's times as a histogram's lines: each bound counts all that took no longer. Nothing of a route that was never timed. */
function histogramSamples({ method, route, times, seconds }: RouteMetrics & { readonly route: string }) {
  let count = 0;
  const buckets = times.map((more, at) => ({
    metricName: "idanimo_http_seconds_bucket",
    labels: { method, route, le: bucketBounds[at] ?? "+Inf" },
    value: (count += more),
  }));
  const labels = { method, route };
  if (count === 0) return [];
  return [
    ...buckets,
    { metricName: "idanimo_http_seconds_sum", labels, value: seconds },
    { metricName: "idanimo_http_seconds_count", labels, value: count },
  ];
}
