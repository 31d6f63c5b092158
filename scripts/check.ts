// All that can be checked without running the product, in well under half a minute. Prints a line for each check, and
// the words of those that failed. With words as arguments only the checks whose names hold one of them are run.
import { type Outcome, formatOutcome, runStep, type Step } from "./steps/step.ts";

/** At once; more than there are processors only makes each slower. */
const concurrency = 3;

const typeCheckStep = (folder: string): Step => ({ name: `types ${folder}`, command: ["tsc", "-p", folder] });
const toolStep = (name: string, ...args: string[]): Step => ({
  name,
  command: [process.execPath, `tools/${name}.ts`, ...args],
});

/** Longest first, so that no lane waits for a late long one. */
const steps: readonly Step[] = [
  {
    name: "format",
    command: ["prettier", "--check", "--log-level=warn", "--cache", "--cache-location=.tmp/format", "."],
  },
  { name: "dead code", command: ["knip", "--no-progress"] },
  { name: "lint", command: ["oxlint", "--type-aware", "--deny-warnings", "."] },
  toolStep("check-lock"),
  ...["web", "server", ".", "sandbox", "contract", "e2e", "bench", "ops"].map(typeCheckStep),
  toolStep("check-api"),
  toolStep("check-arrows"),
  toolStep("draw-arrows", "--check"),
  toolStep("draw-states", "--check"),
  toolStep("draw-privacy", "--check"),
  toolStep("sbom", "--check"),
  toolStep("check-secrets"),
  toolStep("check-sql"),
  toolStep("check-ids"),
  toolStep("check-texts"),
  toolStep("check-dates"),
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
