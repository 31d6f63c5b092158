import type { ChaosTest } from "./chaos-test.ts";
import { databaseKills } from "./database-kills.ts";
import { doubleSpend } from "./double-spend.ts";
import { failover } from "./failover.ts";
import { failpoints } from "./failpoints/failpoints.ts";
import { modelTest } from "./model/model-test.ts";
import { programKills } from "./program-kills.ts";
import { providerFaults } from "./provider-faults.ts";
import { restore } from "./restore.ts";
import { webhooks } from "./webhooks.ts";

/** Every chaos test, in the order in which they run. */
export const chaosTests: readonly ChaosTest[] = [
  programKills,
  databaseKills,
  failpoints,
  doubleSpend,
  providerFaults,
  webhooks,
  restore,
  failover,
  modelTest,
];
