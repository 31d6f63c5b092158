import { expect, test } from "vitest";
import { runProgram } from "../program.ts";
import { outcomeIn } from "./proof.ts";

test("T-22 T-24 T-27 paid fifty times at once it is charged once, told ten times at once it counts once, and no guess finds a payment", async () => {
  const { code, words } = await runProgram("bench/src/prove/double-spend.ts", ["--count", "2", "--seed", "7"], {});
  const { lost, wrong } = outcomeIn(words)?.outcome ?? {};
  expect([lost, ...(wrong ?? ["no outcome"])].join("; ")).toBe("0"); // so that a failure says what was wrong
  expect(code).toBe(0);
}, 300_000);
