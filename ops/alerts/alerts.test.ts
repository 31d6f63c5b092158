import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { debianProgram, missingWords } from "../../scripts/debian.mjs";

const promtool = debianProgram("promtool", "prometheus");
if (promtool === undefined) console.error(`The alerts are not tested: that ${missingWords("prometheus")}.`);

const rules = join(import.meta.dirname, "idanimo.yml");
const tests = join(import.meta.dirname, "idanimo.test.yml");
const alertsIn = (file: string, pattern: RegExp) =>
  [...readFileSync(file, "utf8").matchAll(pattern)].map(([, name]) => name);
const alerts = alertsIn(rules, /- alert: (\w+)/g);

/** Runs promtool. @returns its exit code and everything it printed */
function runPromtool(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(promtool ?? "", args, { encoding: "utf8" });
  return { status, output: stdout + stderr };
}

describe("the alerts of ops/alerts", () => {
  test("each have a case in which they fire", () => {
    const fired = alertsIn(tests, /alertname: (\w+)\n +eval_time: \w+\n +exp_alerts:\n/g);
    expect([...new Set(fired)]).toEqual(alerts);
  });

  test.skipIf(promtool === undefined)("are read by Prometheus", () => {
    const success = expect.stringContaining(`SUCCESS: ${alerts.length} rules found`);
    expect(runPromtool("check", "rules", rules)).toEqual({ status: 0, output: success });
  });

  test.skipIf(promtool === undefined)(
    "fire when they should, and not before [T-78]",
    () => {
      expect(runPromtool("test", "rules", tests)).toEqual({ status: 0, output: expect.stringContaining("SUCCESS") });
    },
    60_000,
  );
});
