// Runs all checks that do not start the product. Prints a line for each check, and the output of those that failed.
// Arguments select the checks whose names contain one of them.
import { type Outcome, formatOutcome, runStep, type Step } from "./steps/step.ts";

/** Checks that run at once; more than there are processors only slows each down. */
const concurrency = 3;

/** With one checker each: the steps run at once already, and more checkers repeat each other's work. */
const typeCheckStep = (folder: string): Step => ({
  name: `types ${folder}`,
  command: ["tsc", "-p", folder, "--checkers", "1"],
});
const toolStep = (name: string, ...args: string[]): Step => ({
  name,
  command: [process.execPath, `tools/${name}.ts`, ...args],
});

/** Longest first, so that no long check starts late. */
const steps: readonly Step[] = [
  { name: "dead code", command: ["knip", "--no-progress"] },
  { name: "lint", command: ["oxlint", "--type-aware", "--deny-warnings", "."] },
  { name: "format", command: ["oxfmt", "--list-different", "."] },
  { name: "lock file", command: ["lockfile-lint"] },
  { name: "npm ci", command: ["npm", "ci", "--dry-run", "--loglevel=error", "--no-audit", "--no-fund"] },
  ...["web", "server", ".", "sandbox", "contract", "e2e", "bench", "ops", "client"].map(typeCheckStep),
  toolStep("check-api"),
  toolStep("check-dependencies"),
  toolStep("generate-module-picture", "--check"),
  toolStep("generate-state-diagrams", "--check"),
  toolStep("generate-retention-page", "--check"),
  toolStep("generate-parts-page", "--check"),
  toolStep("generate-client", "--check"),
  toolStep("generate-reference", "--check"),
  toolStep("generate-sbom", "--check"),
  toolStep("check-secrets"),
  toolStep("check-sql"),
  toolStep("check-tables"),
  toolStep("check-ids"),
  toolStep("check-texts"),
  toolStep("check-dates"),
  toolStep("check-copy"),
  toolStep("check-migrations"),
];

const nameFilters = process.argv.slice(2);
const queue = steps.filter(({ name }) => nameFilters.length === 0 || nameFilters.some((word) => name.includes(word)));
const startedAt = Date.now();
const failed: Outcome[] = [];
await Promise.all(Array.from({ length: concurrency }, runQueuedSteps));
console.log(`Checked in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`);
for (const { step, output } of failed) console.log(`\n── ${step.name} ──\n${output.trimEnd()}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function runQueuedSteps(): Promise<void> {
  for (let step = queue.shift(); step; step = queue.shift()) {
    const outcome = await runStep(step, "kept");
    console.log(formatOutcome(outcome));
    if (!outcome.ok) failed.push(outcome);
  }
}
