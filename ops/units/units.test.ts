import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { debianProgram, missingWords } from "../../scripts/debian-packages.mjs";

const analyze = debianProgram("systemd-analyze", "systemd");
if (analyze === undefined) console.error(`The units are not tested: that ${missingWords("systemd")}.`);

const root = dirname(dirname(import.meta.dirname));
const units = readdirSync(import.meta.dirname).filter((name) => /\.(service|target)$/.test(name));
/**
 * Largest exposure by systemd's measure, 0 the least and 10 the most; what remains is the network, and writable and
 * executable memory.
 */
const most = 1.5;

test("starts the built program, as benchmarks and chaos tests do", () => {
  const started = units.flatMap(
    (name) => /^ExecStart=.*$/m.exec(readFileSync(join(import.meta.dirname, name), "utf8")) ?? [],
  );
  const program =
    /serverEntry = "(.+)"/.exec(readFileSync(join(root, "bench/src/support/processes.ts"), "utf8"))?.[1] ?? "";
  expect(program).toBe("server/build/main.js");
  expect(started).toEqual(Array(2).fill(`ExecStart=/srv/idanimo/node_modules/.bin/node ${program}`));
});

describe.skipIf(analyze === undefined)("the units of ops/units", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "idanimo-units-"));
    for (const name of units) {
      // with the path of this checkout: a missing program is an error
      const text = readFileSync(join(import.meta.dirname, name), "utf8").replaceAll("/srv/idanimo", root);
      writeFileSync(join(folder, name), text);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(["idanimo-api@8081.service", "idanimo-jobs@1.service", "idanimo.target"])("%s is valid", (name) => {
    const env = { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` };
    const outcome = spawnSync(analyze ?? "", ["verify", "--man=no", join(folder, name)], { env, encoding: "utf8" });
    expect([outcome.status, outcome.stderr.split("\n").filter((line) => line.includes("idanimo"))]).toEqual([0, []]);
  });

  test.each(units.filter((name) => name.endsWith(".service")))("%s has a low exposure", (name) => {
    const words = execFileSync(analyze ?? "", ["security", "--offline=true", "--no-pager", join(folder, name)], {
      encoding: "utf8",
    });
    const exposure = Number(/Overall exposure level for .*: ([\d.]+) /.exec(words)?.[1]);
    expect(exposure).toBeGreaterThan(0);
    expect(exposure).toBeLessThanOrEqual(most);
  });

  test("have the same sandboxing for both kinds", () => {
    const inside = (name: string) => {
      const text = readFileSync(join(import.meta.dirname, name), "utf8");
      return text.slice(text.indexOf("LimitCORE="), text.indexOf("[Install]")).replaceAll(/-(api|jobs)-/g, "-x-");
    };
    expect(inside("idanimo-jobs@.service")).toBe(inside("idanimo-api@.service"));
  });
});
