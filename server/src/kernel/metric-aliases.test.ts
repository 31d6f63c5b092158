import { Counter, Gauge, Registry } from "prom-client";
import { describe, expect, test } from "vitest";
import { addMetricAlias } from "./metric-aliases.ts";

const valuesOf = async (registry: Registry) =>
  (await registry.metrics()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));

describe("addMetricAlias", () => {
  test("reports a counter with its labels under both names, at each reading", async () => {
    const registry = new Registry();
    const responses = new Counter({ name: "new_total", help: "x", labelNames: ["status"], registers: [registry] });
    addMetricAlias(registry, responses, "old_total", ["status"]);
    responses.inc({ status: "200" }, 2);
    for (const count of [2, 3]) {
      expect(await valuesOf(registry)).toEqual([
        `new_total{status="200"} ${count}`,
        `old_total{status="200"} ${count}`,
      ]);
      responses.inc({ status: "200" });
    }
  });

  test("reports a gauge under both names, also when it is collected at the reading", async () => {
    const registry = new Registry();
    let lag = 7;
    const gauge = new Gauge({
      name: "new_seconds",
      help: "x",
      registers: [registry],
      collect() {
        this.set(lag);
      },
    });
    addMetricAlias(registry, gauge, "old_seconds");
    expect(await valuesOf(registry)).toEqual(["new_seconds 7", "old_seconds 7"]);
    lag = 9;
    expect(await valuesOf(registry)).toEqual(["new_seconds 9", "old_seconds 9"]);
  });
});
