import { expect, test } from "vitest";
import { runChaosTest, summaryOf } from "../chaos-test.ts";
import { modelTest } from "./model-test.ts";

test("agrees with a model of wallets, payments and consent [R-37 R-05 T-33]", async () => {
  const outcome = await runChaosTest(modelTest, { count: 15, seed: 7, log: () => undefined });
  expect(summaryOf(outcome)).toContain(" 0 lost, nothing wrong;");
}, 300_000);
