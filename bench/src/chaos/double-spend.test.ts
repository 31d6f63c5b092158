import { expect, test } from "vitest";
import { runChaosTest, summaryOf } from "./chaos-test.ts";
import { doubleSpend } from "./double-spend.ts";

test("charges a purchase once and credits a top-up once, however often [T-22 T-24 T-27]", async () => {
  const outcome = await runChaosTest(doubleSpend, { count: 1, seed: 7, log: () => undefined });
  expect(summaryOf(outcome)).toContain(" 0 lost, nothing wrong;");
}, 300_000);
