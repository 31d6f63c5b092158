import { expect, test } from "vitest";
import { runChaosTest, summaryOf } from "./chaos-test.ts";
import { programKills } from "./program-kills.ts";

test("keeps every promise when programs are killed while users pay [R-20 R-21]", async () => {
  const outcome = await runChaosTest(programKills, { count: 1, seed: 7, log: () => undefined });
  expect(summaryOf(outcome)).toContain(" 0 lost, nothing wrong;");
}, 300_000);
