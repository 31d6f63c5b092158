import * as fc from "fast-check";
import { startFleet } from "../fleet.ts";
import { lanesOf } from "./model/commands.ts";
import { regressions } from "./model/regressions.ts";
import { runLanes } from "./model/run.ts";
import { openWorld } from "./model/world.ts";
import { prove } from "./proof.ts";

/**
 * a model of wallets, payments, purchases, consent and refunds beside the real product and its PostgreSQL. Eight accounts at a time
 * are asked by generated commands, some of which race another of the same account. After each run wallets and lists of transactions
 * equal the model; every fifth run and at the end all laws are asked. A run that fails is shrunk, and printed with its seed and path.
 */

const laneCount = 8;
const longestLane = 120;
const lawsEvery = 5;

await prove(200_000, async ({ count, seed, say }) => {
  const fleet = await startFleet({ api: 1, jobs: 1 });
  const world = await openWorld(fleet);
  const wrong: string[] = [];
  const began = performance.now();
  let done = 0;
  let runs = 0;
  let isFailing = false;
  const isEnough = () => done >= count;
  const perSecond = () => (done / ((performance.now() - began) / 1_000)).toFixed(0);
  const brokenRows = async () => {
    const { rows } = await fleet.owner.query<{ law: string; detail: string }>(
      "select law, detail from check_invariants()",
    );
    return rows.map(({ law, detail }) => `${law}: ${detail}`);
  };

  for (const { name, lanes } of regressions)
    await runLanes(world, lanes, () => (done += 1)).catch((error: unknown) => wrong.push(`${name}: ${String(error)}`));

  const property = fc.asyncProperty(
    lanesOf(laneCount, Math.min(longestLane, Math.max(4, Math.ceil(count / laneCount)))),
    async (lanes) => {
      if (isEnough() && !isFailing) return;
      await runLanes(world, lanes, () => (done += 1)).catch((error: unknown) => {
        if (!isFailing) say(`${String(error)}; it shrinks`);
        isFailing = true;
        throw error;
      });
      runs += 1;
      if (runs % lawsEvery === 0) {
        const broken = await brokenRows();
        if (broken.length > 0) throw new Error(broken.slice(0, 3).join("; "));
        say(`${done} commands, ${perSecond()} a second`);
      }
    },
  );
  while (!isEnough() && wrong.length === 0) {
    const found = await fc.check(property, {
      seed: seed + runs,
      numRuns: 50,
      interruptAfterTimeLimit: 3_600_000,
    });
    if (!found.failed || found.counterexample === null) continue;
    wrong.push(
      `after ${done} commands, seed ${found.seed}, path ${found.counterexamplePath}: ${String(found.errorInstance)}`,
    );
    say(JSON.stringify(found.counterexample[0]));
  }
  const rate = perSecond();
  wrong.push(...(await fleet.brokenLaws()));
  await fleet.close();
  return {
    broken: done,
    acknowledged: done,
    lost: 0,
    wrong,
    notes: `${runs} runs of ${laneCount} accounts, ${rate} commands a second`,
  };
});
