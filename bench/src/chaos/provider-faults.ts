import { setTimeout as sleep } from "node:timers/promises";
import { startFleet } from "../support/fleet.ts";
import { type Load, startLoad } from "../support/load-generator.ts";
import { checkAccounts } from "../support/oracle.ts";
import { seededRandom } from "../support/random.ts";
import { allEndings, quickEndings } from "../support/searches.ts";
import type { ChaosOptions, ChaosOutcome, ChaosTest } from "./chaos-test.ts";
import { createFaultInjector, type FaultInjector, slowKinds } from "./fault-injector.ts";

/**
 * Every provider fails in every way while users buy all kinds of lookups, from the wallet and by card. Then all faults end, and
 * each charge must have exactly one outcome, and every sum must be the same on both sides.
 */
export const providerFaults: ChaosTest = {
  name: "provider-faults",
  fault: "every provider fails in every way",
  requirements: ["R-27", "R-03"],
  defaultCount: 10_000,
  run,
};

/** Below this count faults that only wait are left out, and rounds are short. */
const quickBelow = 1_000;

async function run({ count, seed, log }: ChaosOptions): Promise<ChaosOutcome> {
  const isQuick = count < quickBelow;
  const fleet = await startFleet({
    both: 1,
    settings: (sandboxUrl) => ({
      PERSON_SOURCES: "prembly,dojah",
      BUREAU_SOURCES: "smartcomply,dojah",
      STOLEN_BASE_URL: `${sandboxUrl}/stolen`,
      STOLEN_KEY: "sandbox-stolen-key",
      MATCH_BASE_URL: `${sandboxUrl}/match`,
      MATCH_KEY: "sandbox-match-key",
      INTERNAL_MODE: "yes",
      LOG_LEVEL: "fatal",
    }),
  });
  const load = await startLoad(fleet, {
    users: isQuick ? 4 : 8,
    seed,
    endings: isQuick ? quickEndings : allEndings,
    topUpsBefore: 1 + Math.ceil(count / 500),
    topsUpLater: false,
  });
  const injector = createFaultInjector(fleet.sandbox, seededRandom(seed + 1_000), isQuick ? slowKinds : []);
  const struck = await strike(injector, count, isQuick ? 1_500 : 5_000, load, log);
  await load.stop();
  await injector.stop();
  const verdict = await checkAccounts(fleet, load, { providersFail: true });
  return {
    faults: struck,
    acknowledged: verdict.acknowledged,
    lost: verdict.lost,
    wrong: [...verdict.wrong, ...(struck < count ? [`only ${struck} faults struck`] : [])],
    notes: verdict.notes,
  };
}

/** Injects faults in rounds until enough of them struck, or nothing is bought any more. */
async function strike(
  injector: FaultInjector,
  count: number,
  roundMs: number,
  { journal }: Load,
  log: ChaosOptions["log"],
): Promise<number> {
  let [bought, idleRounds] = [0, 0];
  for (;;) {
    await injector.nextRound();
    await sleep(roundMs);
    const struck = await injector.struck();
    if (struck >= count) return struck;
    idleRounds = journal.purchases.length > bought ? 0 : idleRounds + 1;
    if (idleRounds > 40) return struck;
    bought = journal.purchases.length;
    log(`${struck} faults, ${bought} purchases`);
  }
}
