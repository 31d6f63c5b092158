import { expect, test } from "vitest";
import { runChaosTest, summaryOf } from "./chaos-test.ts";
import { providerFaults } from "./provider-faults.ts";

test("ends each charge once and balances all sums whatever providers do [R-03 R-27]", async () => {
  const outcome = await runChaosTest(providerFaults, { count: 8, seed: 7, log: () => undefined });
  expect(summaryOf(outcome)).toContain(" 0 lost, nothing wrong;");
}, 600_000);
