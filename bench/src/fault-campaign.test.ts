import { expect, test } from "vitest";
import { runProgram } from "./program.ts";

test("R-03 R-27 whatever fails outside while people buy, each charge ends once and every sum is equal on both sides", async () => {
  const { code, words } = await runProgram(
    "bench/src/fault-campaign.ts",
    ["--count", "30", "--lanes", "4", "--seed", "7", "--swift"],
    {},
  );
  expect(words).toContain("Every charge has exactly one outcome, and every sum is equal.");
  expect(code).toBe(0);
}, 600_000);
