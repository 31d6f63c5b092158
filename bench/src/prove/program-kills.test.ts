import { expect, test } from "vitest";
import { runProgram } from "../program.ts";
import { outcomeIn } from "./proof.ts";

test("R-20 R-21 programs that are killed while people pay lose nothing, double nothing, and their books balance", async () => {
  const { code, words } = await runProgram("bench/src/prove/program-kills.ts", ["--count", "3", "--seed", "7"], {});
  const { lost, wrong } = outcomeIn(words)?.outcome ?? {};
  expect([lost, ...(wrong ?? ["no outcome"])].join("; ")).toBe("0"); // so that a failure says what was wrong
  expect(code).toBe(0);
}, 300_000);
