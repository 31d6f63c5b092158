// Everything that must hold before a change lands: the checks, the tests, the database tests again on PostgreSQL 15
// where one is installed, and the journeys in a browser. Ends with the sum over all runners.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { chromiumPath } from "./chromium.mjs";
import { root } from "./prepare/folders.mjs";
import { type Outcome, outcomeLine, runStep, type Step } from "./steps/step.ts";
import {
  agreed,
  playwrightFailures,
  playwrightTally,
  sum,
  type Tally,
  tallyLine,
  vitestFailures,
  vitestTally,
} from "./steps/tally.ts";

const noSql = [
  "src/database/embedded/**",
  "src/providers/**",
  "src/**/*.sandbox.test.ts",
  "src/modules/accounts/guessing.test.ts",
  "src/modules/accounts/profile/pictures.test.ts",
];

/** A step that counts tests writes a report for us. */
type Runner = Step & {
  readonly report?: {
    file: string;
    read: (report: unknown) => Tally | undefined;
    failures: (report: unknown) => readonly string[];
  };
};

const reports = join(root, ".tmp", "test");
const oldest = "/usr/lib/postgresql/15/bin";

function vitest(name: string, file: string, args: string[], env: NodeJS.ProcessEnv = {}): Runner {
  const report = join(reports, file);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return {
    name,
    command: ["vitest", "run", ...reporters, ...args],
    env,
    report: { file: report, read: vitestTally, failures: vitestFailures },
  };
}

async function runners(): Promise<Runner[]> {
  const postgres15 = process.env["POSTGRES_15_BIN"] ?? oldest;
  const journeys = join(reports, "journeys.json");
  return [
    { name: "checks", command: [process.execPath, "scripts/check.ts"] },
    vitest("tests", "tests.json", []),
    ...(existsSync(join(postgres15, "postgres"))
      ? [
          vitest(
            "database tests on PostgreSQL 15",
            "postgres-15.json",
            // adapters and what is costly for its password checks or pictures hold no SQL of their own
            ["--project", "server", ...noSql.flatMap((files) => ["--exclude", files])],
            {
              TEST_POSTGRES_BIN: postgres15,
            },
          ),
        ]
      : []),
    { name: "web build", command: [process.execPath, "scripts/prepare.mjs"] },
    {
      name: "journeys in the browser",
      command: ["playwright", "test", "--reporter=list,json"],
      folder: "e2e",
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: journeys, CHROMIUM_PATH: await browser() },
      report: { file: journeys, read: playwrightTally, failures: playwrightFailures },
    },
  ];
}

/** Without a browser the other tests still run; the journeys then fail with the same sentence. */
async function browser(): Promise<string> {
  try {
    return await chromiumPath();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return "";
  }
}

function tallyOf({ report }: Runner, ok: boolean): { readonly tallies: Tally[]; readonly failures: readonly string[] } {
  if (!report) return { tallies: [], failures: [] };
  const said: unknown = existsSync(report.file) ? JSON.parse(readFileSync(report.file, "utf8")) : undefined;
  return { tallies: [agreed(report.read(said), ok)], failures: report.failures(said) };
}

rmSync(reports, { recursive: true, force: true }); // an old report must not speak for a run that wrote none
mkdirSync(reports, { recursive: true });
const outcomes: Outcome[] = [];
const tallies: Tally[] = [];
const failures: string[] = [];
for (const runner of await runners()) {
  console.log(`\n── ${runner.name} ──`);
  const outcome = await runStep(runner, "terminal");
  outcomes.push(outcome);
  const counted = tallyOf(runner, outcome.ok);
  tallies.push(...counted.tallies);
  failures.push(...counted.failures);
}
const total = sum(tallies);
console.log(`\n${outcomes.map(outcomeLine).join("\n")}\n`);
for (const name of failures) console.log(`not passed: ${name}`);
console.log(tallyLine(total));
process.exitCode = outcomes.every(({ ok }) => ok) && total.failed === 0 ? 0 : 1;
