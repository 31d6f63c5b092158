import * as fc from "fast-check";
import { startFleet } from "../../support/fleet.ts";
import type { ChaosOptions, ChaosOutcome, ChaosTest } from "../chaos-test.ts";
import { scripts } from "./commands.ts";
import { openProduct } from "./product.ts";
import { regressions } from "./regressions.ts";
import { runScripts } from "./run-script.ts";

/**
 * Generated commands run against the product and a model of wallets, payments, purchases and consent, on eight accounts at a time;
 * some commands race with each other. A failing run is shrunk and printed with its seed and path.
 */
export const modelTest: ChaosTest = {
  name: "model",
  fault: "generated commands on wallets, payments and consent, compared with a model",
  requirements: ["R-37", "R-05", "T-33"],
  defaultCount: 200_000,
  run,
};

const accounts = 8;
const longestScript = 120;
const invariantsEvery = 5;

async function run({ count, seed, log }: ChaosOptions): Promise<ChaosOutcome> {
  const fleet = await startFleet({ api: 1, jobs: 1 });
  const product = await openProduct(fleet);
  const wrong: string[] = [];
  let [done, runs] = [0, 0];
  let isShrinking = false;
  const countOne = () => (done += 1);
  for (const [name, script] of Object.entries(regressions))
    await runScripts(product, [script], countOne).catch((error: unknown) => wrong.push(`${name}: ${String(error)}`));

  const longest = Math.min(longestScript, Math.max(4, Math.ceil(count / accounts)));
  const property = fc.asyncProperty(scripts(accounts, longest), async (generated) => {
    if (done >= count && !isShrinking) return;
    await runScripts(product, generated, countOne).catch((error: unknown) => {
      if (!isShrinking) log(`${String(error)}; shrinking`);
      isShrinking = true;
      throw error;
    });
    runs += 1;
    if (runs % invariantsEvery !== 0) return;
    log(`${done} commands`);
    const broken = await fleet.database.query("select * from check_invariants()");
    if (broken.rows.length > 0) throw new Error(JSON.stringify(broken.rows.slice(0, 3)));
  });
  while (done < count && wrong.length === 0) {
    const found = await fc.check(property, { seed: seed + runs, numRuns: 50, interruptAfterTimeLimit: 3_600_000 });
    if (!found.failed || found.counterexample === null) continue;
    wrong.push(`seed ${found.seed}, path ${found.counterexamplePath}: ${String(found.errorInstance)}`);
    log(JSON.stringify(found.counterexample[0]));
  }
  wrong.push(...(await fleet.brokenInvariants()));
  return { faults: done, acknowledged: done, lost: 0, wrong, notes: `${runs} runs of ${accounts} accounts` };
}
