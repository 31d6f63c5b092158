// Runs everything that must pass before a change is merged: the checks, the tests, the database tests again on
// PostgreSQL 15 if it is installed, and the journeys in a browser. Ends with the sum over all runners.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { chromiumPath } from "./chromium.mjs";
import { root } from "./prepare/project-paths.mjs";
import { type Outcome, formatOutcome, runStep, type Step } from "./steps/step.ts";
import {
  countSilentFailure,
  zeroCounts,
  parsePlaywrightCounts,
  parsePlaywrightUnreliable,
  sumCounts,
  type TestCounts,
  formatCounts,
  type UnreliableTests,
  parseVitestCounts,
  parseVitestUnreliable,
} from "./steps/test-counts.ts";

/**
 * Not repeated on the oldest PostgreSQL: adapters, tests with costly password hashes or images, and tests without
 * statements of their
 * own. Money, deletion, jobs, locks and concurrency are repeated, as is the database itself.
 */
const excludedOnPostgres15 = [
  "src/database/embedded/**",
  "src/providers/**",
  "src/**/*.sandbox.test.ts",
  "src/documents/**",
  "src/http/!(events|faults|idempotency).test.ts",
  "src/modules/accounts/activation.test.ts",
  "src/modules/accounts/guessing.test.ts",
  "src/modules/accounts/profile/picture-encoder.test.ts",
  "src/modules/accounts/second-factor/second-step.test.ts",
  "src/modules/accounts/social/redirect-flow.test.ts",
  "src/modules/consent/{escalation,contact-isolation,subject-page,unreachable}.test.ts",
  "src/modules/consent/my-data/my-data.test.ts",
  "src/modules/consent/consent-page/routes.test.ts",
  "src/modules/verification/{enumeration-detection,history}.test.ts",
  "src/modules/verification/reports/reports.test.ts",
];

/** A step that counts tests, by the report it writes. */
type TestStep = Step & {
  readonly report?: {
    file: string;
    read: (report: unknown) => TestCounts | undefined;
    unsure: (report: unknown) => UnreliableTests;
  };
};

const reportsFolder = join(root, ".tmp", "test");
const debianPostgres15Bin = "/usr/lib/postgresql/15/bin";

function vitest(name: string, file: string, args: string[], env: NodeJS.ProcessEnv = {}): TestStep {
  const report = join(reportsFolder, file);
  // a busy machine can delay a good test past its limit: it is retried, a journey twice, and listed at the end
  const reporters = ["--retry=1", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return {
    name,
    command: ["vitest", "run", ...reporters, ...args],
    env,
    report: { file: report, read: parseVitestCounts, unsure: parseVitestUnreliable },
  };
}

async function testSteps(): Promise<TestStep[]> {
  const postgres15 = process.env["POSTGRES_15_BIN"] ?? debianPostgres15Bin;
  const journeys = join(reportsFolder, "journeys.json");
  return [
    { name: "checks", command: [process.execPath, "scripts/check.ts"] },
    vitest("tests", "tests.json", []),
    ...(existsSync(join(postgres15, "postgres"))
      ? [
          vitest(
            "database tests on PostgreSQL 15",
            "postgres-15.json",
            ["--project", "server", ...excludedOnPostgres15.flatMap((files) => ["--exclude", files])],
            {
              TEST_POSTGRES_BIN: postgres15,
            },
          ),
        ]
      : []),
    { name: "builds", command: [process.execPath, "scripts/prepare.mjs"] },
    { name: "kilobytes of each page", command: [process.execPath, "web/tools/sizes.mjs", "--check"] },
    {
      name: "journeys in the browser",
      command: ["playwright", "test", "--retries=2", "--reporter=list,json"],
      folder: "e2e",
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: journeys, CHROMIUM_PATH: await findBrowser() },
      report: { file: journeys, read: parsePlaywrightCounts, unsure: parsePlaywrightUnreliable },
    },
  ];
}

/** Without a browser the other tests still run; the journeys then fail with the same message. */
async function findBrowser(): Promise<string> {
  try {
    return await chromiumPath();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return "";
  }
}

/** The counts of a runner's report; zero for a runner without one. */
function readReport(
  { report }: TestStep,
  ok: boolean,
): { readonly tally: TestCounts; readonly unsure: UnreliableTests } {
  if (!report) return { tally: zeroCounts, unsure: { failed: [], repeated: [] } };
  const said: unknown = existsSync(report.file) ? JSON.parse(readFileSync(report.file, "utf8")) : undefined;
  return { tally: countSilentFailure(report.read(said), ok), unsure: report.unsure(said) };
}

rmSync(reportsFolder, { recursive: true, force: true }); // an old report must not count for a run that wrote none
mkdirSync(reportsFolder, { recursive: true });
const outcomes: Outcome[] = [];
const tallies: TestCounts[] = [];
const unsure: string[] = [];
for (const runner of await testSteps()) {
  console.log(`\n── ${runner.name} ──`);
  const outcome = await runStep(runner, "terminal");
  outcomes.push(outcome);
  const said = readReport(runner, outcome.ok);
  tallies.push(said.tally);
  unsure.push(...said.unsure.failed.map((name) => `not passed: ${name}`));
  unsure.push(...said.unsure.repeated.map((name) => `passed only when repeated: ${name}`));
}
const total = sumCounts(tallies);
console.log(`\n${outcomes.map(formatOutcome).join("\n")}\n`);
for (const line of unsure) console.log(line);
console.log(formatCounts(total));
process.exitCode = outcomes.every(({ ok }) => ok) && total.failed === 0 ? 0 : 1;
