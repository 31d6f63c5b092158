import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { debianProgram, missingWords } from "../../scripts/debian-packages.mjs";

const promtool = debianProgram("promtool", "prometheus");
if (promtool === undefined) console.error(`The alerts are not tested: that ${missingWords("prometheus")}.`);

const rules = join(import.meta.dirname, "idanimo.yml");
const tests = join(import.meta.dirname, "idanimo.test.yml");
const alertsIn = (file: string, pattern: RegExp) =>
  [...readFileSync(file, "utf8").matchAll(pattern)].map(([, name]) => name);
const alerts = alertsIn(rules, /- alert: (\w+)/g);

/** Runs promtool. @returns its exit code and its complete output */
function runPromtool(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(promtool ?? "", args, { encoding: "utf8" });
  return { status, output: stdout + stderr };
}

describe("the alerts of ops/alerts", () => {
  test("have a case each in which they fire", () => {
    const fired = alertsIn(tests, /alertname: (\w+)\n +eval_time: \w+\n +exp_alerts:\n/g);
    expect([...new Set(fired)]).toEqual(alerts);
  });

  test("have exactly one section each in the runbook", () => {
    const runbook = readFileSync(join(import.meta.dirname, "../../docs/runbook.md"), "utf8");
    const headings = [...runbook.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);
    const inWords = (name = "") =>
      name.replace("Idanimo", "").replace(/(?!^)([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
    expect(headings).toEqual(alerts.map(inWords));
    const anchors = alertsIn(rules, /runbook: docs\/runbook\.md#(.+)$/gm);
    expect(anchors).toEqual(headings.map((heading) => heading.toLowerCase().replaceAll(" ", "-")));
  });

  test("name a screen of the console each in the runbook", () => {
    const read = (name: string) => readFileSync(join(import.meta.dirname, "../../docs", name), "utf8");
    const [, table = ""] = read("console.md").split("\n## Screens\n");
    const screens = [...(table.split("\n## ")[0] ?? "").matchAll(/^\| (\w[\w ]*?) +\| /gm)].map(([, name]) => name);
    expect(screens).toContain("Money");
    const sections = read("runbook.md").split(/^## /m).slice(1);
    const named = sections.map((section) => /^.+\n\nConsole: \*\*(.+?)\*\*, /.exec(section)?.[1]);
    expect(named).toHaveLength(alerts.length);
    expect(named.filter((name) => !screens.includes(name))).toEqual([]);
  });

  test.skipIf(promtool === undefined)("are valid for promtool", () => {
    const success = expect.stringContaining(`SUCCESS: ${alerts.length} rules found`);
    expect(runPromtool("check", "rules", rules)).toEqual({ status: 0, output: success });
  });

  test("are evaluated for every process that the units start", () => {
    const read = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8");
    const started = read("../units/idanimo.target").matchAll(/idanimo-(api|jobs)@(\d+)\.service/g);
    const ports = [...started].map(([, kind, name]) => (kind === "api" ? `1${name}` : `1909${name}`));
    const scraped = [...read("prometheus.yml").matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => port);
    expect(scraped.toSorted()).toEqual(ports.toSorted());
  });

  test.skipIf(promtool === undefined)("are loaded by the example configuration of Prometheus", () => {
    const success = expect.stringContaining("SUCCESS");
    expect(runPromtool("check", "config", join(import.meta.dirname, "prometheus.yml"))).toEqual({
      status: 0,
      output: success,
    });
  });

  test.skipIf(promtool === undefined)(
    "fire on their condition, and not before [T-78]",
    () => {
      expect(runPromtool("test", "rules", tests)).toEqual({ status: 0, output: expect.stringContaining("SUCCESS") });
    },
    60_000,
  );
});
