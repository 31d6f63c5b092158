import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { debianProgram, missingWords } from "../../scripts/debian.mjs";

const file = join(import.meta.dirname, "idanimo.yml");
const rules = readFileSync(file, "utf8");
const alerts = [...rules.matchAll(/- alert: Idanimo(\w+)/g)].map(([, name = ""]) => name);

const promtool = debianProgram("promtool", "prometheus");
if (promtool === undefined) console.error(`The alert rules are not checked: that ${missingWords("prometheus")}.`);

describe("the alert rules", () => {
  test("have a section each in the runbook, which has no other", () => {
    const runbook = readFileSync(join(import.meta.dirname, "../../docs/runbook.md"), "utf8");
    const headings = [...runbook.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);
    const inWords = (name: string) => name.replace(/(?!^)([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
    expect(headings).toEqual(alerts.map(inWords));
    const anchors = [...rules.matchAll(/runbook: docs\/runbook\.md#(.+)$/gm)].map(([, anchor]) => anchor);
    expect(anchors).toEqual(headings.map((heading) => heading.toLowerCase().replaceAll(" ", "-")));
  });

  test.skipIf(promtool === undefined)("are accepted by Prometheus", () => {
    const result = spawnSync(promtool ?? "", ["check", "rules", file], { encoding: "utf8" });
    expect([result.status, result.stdout]).toEqual([0, expect.stringContaining(`${alerts.length} rules found`)]);
  });
});
