// Runs everything that must pass before a change is merged: the checks, the tests and the journeys in a browser. Repeats
// no failed test. Ends with the sum over all runners.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { chromiumPath } from "./chromium.mjs";
import { root } from "./prepare/project-paths.mjs";
import { type Outcome, formatOutcome, runStep, type Step } from "./steps/step.ts";
import {
  countSilentFailure,
  zeroCounts,
  parsePlaywrightCounts,
  parsePlaywrightFailures,
  sumCounts,
  type TestCounts,
  formatCounts,
  parseVitestCounts,
  parseVitestFailures,
} from "./steps/test-counts.ts";

/** A step that counts tests, by the report it writes. */
type TestStep = Step & {
  readonly report?: {
    file: string;
    read: (report: unknown) => TestCounts | undefined;
    failures: (report: unknown) => readonly string[];
  };
};

const reportsFolder = join(root, ".tmp", "test");

async function testSteps(): Promise<TestStep[]> {
  const tests = join(reportsFolder, "tests.json");
  const journeys = join(reportsFolder, "journeys.json");
  return [
    { name: "checks", command: [process.execPath, "scripts/check.ts"] },
    {
      name: "tests",
      command: ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${tests}`],
      report: { file: tests, read: parseVitestCounts, failures: parseVitestFailures },
    },
    { name: "builds", command: [process.execPath, "scripts/prepare.mjs"] },
    { name: "kilobytes of each page", command: [process.execPath, "web/tools/sizes.mjs", "--check"] },
    {
      name: "journeys in the browser",
      command: ["playwright", "test", "--reporter=list,json"],
      folder: "e2e",
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: journeys, CHROMIUM_PATH: await findBrowser() },
      report: { file: journeys, read: parsePlaywrightCounts, failures: parsePlaywrightFailures },
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

/** The counts and the failed tests of a runner's report; none for a runner without one. */
function readReport(
  { report }: TestStep,
  ok: boolean,
): { readonly counts: TestCounts; readonly failures: readonly string[] } {
  if (!report) return { counts: zeroCounts, failures: [] };
  const content: unknown = existsSync(report.file) ? JSON.parse(readFileSync(report.file, "utf8")) : undefined;
  return { counts: countSilentFailure(report.read(content), ok), failures: report.failures(content) };
}

rmSync(reportsFolder, { recursive: true, force: true }); // an old report must not count for a run that wrote none
mkdirSync(reportsFolder, { recursive: true });
const outcomes: Outcome[] = [];
const counts: TestCounts[] = [];
const failures: string[] = [];
for (const step of await testSteps()) {
  console.log(`\n── ${step.name} ──`);
  const outcome = await runStep(step, "terminal");
  outcomes.push(outcome);
  const report = readReport(step, outcome.ok);
  counts.push(report.counts);
  failures.push(...report.failures);
}
const total = sumCounts(counts);
console.log(`\n${outcomes.map(formatOutcome).join("\n")}\n`);
for (const name of failures) console.log(`failed: ${name}`);
console.log(formatCounts(total));
process.exitCode = outcomes.every(({ ok }) => ok) && total.failed === 0 ? 0 : 1;
