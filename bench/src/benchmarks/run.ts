import { parseArgs } from "node:util";
import { withCleanup } from "../support/cleanup.ts";
import { describeMachine, measuredAt, updateTable } from "../support/results-table.ts";
import { chooseByName, positiveNumber, wholeNumber } from "../support/selection.ts";
import type { Benchmark } from "./benchmark.ts";
import { operatorConsole } from "./console.ts";
import { downloads } from "./downloads.ts";
import { endurance } from "./endurance.ts";
import { events } from "./events.ts";
import { history } from "./history.ts";
import { keys } from "./keys.ts";
import { lookups } from "./lookups.ts";
import { members } from "./members.ts";
import { pages } from "./pages.ts";
import { payments } from "./payments.ts";
import { reads } from "./reads.ts";
import { signIns } from "./sign-ins.ts";
import { starts } from "./starts.ts";
import { uploads } from "./uploads.ts";
import { webhooks } from "./webhooks/webhooks.ts";

/**
 * `npm run bench`: runs the benchmarks one after the other. `--list` names them, `--only a,b` chooses, `--rounds` and `--seconds` set
 * how often and how long each slice is measured, `--scale 0.01` makes fewer rows for a trial, `--write` updates docs/benchmarks.md.
 * Exit code 1 when a minimum is missed or a benchmark failed.
 */

/** In the order in which they run. */
const benchmarks: readonly Benchmark[] = [
  payments,
  members,
  keys,
  reads,
  lookups,
  signIns,
  uploads,
  events,
  webhooks,
  starts,
  downloads,
  pages,
  history,
  operatorConsole,
  endurance,
];

const { values } = parseArgs({
  options: {
    list: { type: "boolean", default: false },
    only: { type: "string" },
    rounds: { type: "string" },
    seconds: { type: "string" },
    scale: { type: "string" },
    write: { type: "boolean", default: false },
  },
});

const chosen = chooseByName(benchmarks, values.only).filter(({ isLong }) => values.only !== undefined || !isLong);
const given = {
  rounds: values.rounds === undefined ? undefined : wholeNumber("--rounds", values.rounds),
  seconds: values.seconds === undefined ? undefined : positiveNumber("--seconds", values.seconds),
  scale: values.scale === undefined ? 1 : positiveNumber("--scale", values.scale),
};

async function runOne({ name, run, defaultRounds, defaultSeconds }: Benchmark): Promise<boolean> {
  const rounds = given.rounds ?? defaultRounds;
  const seconds = given.seconds ?? defaultSeconds;
  console.log(`\n${name}: ${rounds} rounds`);
  const log = (line: string) => console.error(`  ${line}`);
  try {
    const results = await withCleanup(() => run({ rounds, seconds, scale: given.scale, log }));
    for (const { goal, what, target, minimum, result } of results)
      console.log(`${goal}  ${what}  ${result} (target ${target}, minimum ${minimum})`);
    if (values.write) {
      const options = (["rounds", "seconds", "scale"] as const)
        .flatMap((option) => (values[option] === undefined ? [] : ` --${option} ${values[option]}`))
        .join("");
      const end = [...(await measuredAt()), `\`npm run bench -- --only ${name}${options}\``];
      const rows = results.map(({ goal, what, target, minimum, result }) => [
        goal,
        what,
        target,
        minimum,
        result,
        ...end,
      ]);
      await updateTable("docs/benchmarks.md", rows, 2);
    }
    return results.every(({ isMinimumMet }) => isMinimumMet);
  } catch (error) {
    console.error(error);
    return false;
  }
}

if (values.list)
  for (const { name, goals, what, isLong } of benchmarks)
    console.log(`${name}  ${goals.join(" ")}  ${what}${isLong ? " (only when named)" : ""}`);
else {
  console.log(await describeMachine());
  const failed: string[] = [];
  for (const benchmark of chosen) if (!(await runOne(benchmark))) failed.push(benchmark.name);
  if (failed.length > 0) console.error(`\nFailed, or below a minimum: ${failed.join(", ")}.`);
  process.exit(failed.length > 0 ? 1 : 0); // also when a failed benchmark left a program running
}
