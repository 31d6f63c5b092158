// All that can be checked without running the product, in well under half a minute. Prints a line for each check, and
// the words of those that failed. With words as arguments only the checks whose names hold one of them are run.
import { type Outcome, outcomeLine, runStep, type Step } from "./steps/step.ts";

/** At once; more than there are processors only makes each slower. */
const lanes = 3;

const types = (folder: string): Step => ({ name: `types ${folder}`, command: ["tsc", "-p", folder] });
const tool = (name: string, ...args: string[]): Step => ({
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
  tool("check-lock"),
  ...["web", "server", ".", "sandbox", "contract", "e2e", "bench", "ops"].map(types),
  tool("check-api"),
  tool("check-arrows"),
  tool("draw-arrows", "--check"),
  tool("draw-states", "--check"),
  tool("draw-privacy", "--check"),
  tool("sbom", "--check"),
  tool("check-secrets"),
  tool("check-sql"),
  tool("check-ids"),
  tool("check-texts"),
  tool("check-dates"),
  tool("check-migrations"),
];

const wanted = process.argv.slice(2);
const queue = steps.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
const from = Date.now();
const failed: Outcome[] = [];
await Promise.all(Array.from({ length: lanes }, lane));
console.log(`Checked in ${((Date.now() - from) / 1000).toFixed(1)} s.`);
for (const { step, output } of failed) console.log(`\n── ${step.name} ──\n${output.trimEnd()}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function lane(): Promise<void> {
  for (let step = queue.shift(); step; step = queue.shift()) {
    const outcome = await runStep(step, "kept");
    console.log(outcomeLine(outcome));
    if (!outcome.ok) failed.push(outcome);
  }
}
