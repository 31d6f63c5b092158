import { expect, test } from "vitest";
import { runProgram } from "../program.ts";
import { outcomeIn } from "./proof.ts";

test("R-03 R-27 whatever fails outside while people buy, each charge ends once and every sum is equal on both sides", async () => {
  const args = ["--count", "30", "--seed", "7", "--swift"];
  const { code, words } = await runProgram("bench/src/prove/provider-faults.ts", args, {});
  const { lost, wrong } = outcomeIn(words)?.outcome ?? {};
  expect([lost, ...(wrong ?? ["no outcome"])].join("; ")).toBe("0"); // so that a failure says what was wrong
  expect(code).toBe(0);
}, 600_000);
