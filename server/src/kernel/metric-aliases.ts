import { Counter, Gauge, type Registry } from "prom-client";

/**
 * Reports a counter or gauge under an earlier name as well, which dashboards and alerts of the previous release read.
 * @param labelNames those of the metric
 */
export function addMetricAlias(
  registry: Registry,
  metric: Counter | Gauge,
  earlierName: string,
  labelNames: readonly string[] = [],
): void {
  const options = {
    name: earlierName,
    help: "Earlier name; removed with the next release.",
    labelNames,
    registers: [],
  };
  const alias =
    metric instanceof Counter
      ? new Counter({
          ...options,
          async collect() {
            this.reset();
            for (const { labels, value } of (await metric.get()).values) this.inc(labels, value);
          },
        })
      : new Gauge({
          ...options,
          async collect() {
            this.reset();
            for (const { labels, value } of (await metric.get()).values) this.set(labels, value);
          },
        });
  registry.registerMetric(alias);
}
