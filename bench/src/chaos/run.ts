import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { describeMachine, measuredAt, updateTable } from "../support/results-table.ts";
import { chooseByName, wholeNumber } from "../support/selection.ts";
import { type ChaosOutcome, type ChaosTest, hasPassed, runChaosTest, summaryOf } from "./chaos-test.ts";
import { databaseKills } from "./database-kills.ts";
import { doubleSpend } from "./double-spend.ts";
import { failover } from "./failover.ts";
import { failpoints } from "./failpoints/failpoints.ts";
import { modelTest } from "./model/model-test.ts";
import { programKills } from "./program-kills.ts";
import { providerFaults } from "./provider-faults.ts";
import { restore } from "./restore.ts";
import { webhookEvents } from "./webhook-events/webhook-events.ts";
import { webhooks } from "./webhooks.ts";

/**
 * `npm run chaos`: runs the chaos tests one after the other. `--list` names them, `--only a,b` chooses, `--count` sets how many
 * faults each injects, `--seed` repeats a run, `--write` updates docs/reliability.md. Exit code 1 when a test failed.
 */

/** In the order in which they run. */
const chaosTests: readonly ChaosTest[] = [
  programKills,
  databaseKills,
  failpoints,
  doubleSpend,
  providerFaults,
  webhooks,
  webhookEvents,
  restore,
  failover,
  modelTest,
];

const { values } = parseArgs({
  options: {
    list: { type: "boolean", default: false },
    only: { type: "string" },
    count: { type: "string" },
    seed: { type: "string" },
    write: { type: "boolean", default: false },
  },
});

const chosen = chooseByName(chaosTests, values.only);
const givenCount = values.count === undefined ? undefined : wholeNumber("--count", values.count);
const givenSeed = values.seed === undefined ? undefined : wholeNumber("--seed", values.seed);

async function runOne(test: ChaosTest): Promise<boolean> {
  const [count, seed] = [givenCount ?? test.defaultCount, givenSeed ?? randomInt(1e9)];
  const began = performance.now();
  const log = (line: string) => console.error(`  ${line}`);
  const outcome = await runChaosTest(test, { count, seed, log }).catch((error: unknown): ChaosOutcome => {
    console.error(error);
    return { faults: 0, acknowledged: 0, lost: 0, wrong: [`it broke off: ${String(error)}`], notes: "" };
  });
  const seconds = Math.round((performance.now() - began) / 1_000);
  const isGood = hasPassed(outcome);
  console.log(`${isGood ? "passed" : "FAILED"}  ${test.name}  ${summaryOf(outcome)} (${seconds} s, seed ${seed})`);
  if (values.write && isGood) {
    const command = `\`npm run chaos -- --only ${test.name} --count ${count} --seed ${seed}\``;
    const what = `${test.fault} [${test.requirements.join(" ")}]`;
    await updateTable("docs/reliability.md", [[test.name, what, summaryOf(outcome), ...(await measuredAt()), command]]);
  }
  return isGood;
}

if (values.list)
  for (const { name, defaultCount, requirements, fault } of chaosTests)
    console.log(`${name}  ${defaultCount}  ${requirements.join(" ")}  ${fault}`);
else {
  console.log(await describeMachine());
  let failures = 0;
  for (const test of chosen) if (!(await runOne(test))) failures += 1;
  process.exit(failures > 0 ? 1 : 0); // also when a failed test left a program running
}
