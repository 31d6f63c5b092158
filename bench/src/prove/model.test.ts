import { expect, test } from "vitest";
import { runProgram } from "../program.ts";
import { outcomeIn } from "./proof.ts";

test("R-37 R-05 T-33 wallets, payments, consent and refunds are what a model of them says, whatever is asked in whatever order", async () => {
  const { code, words } = await runProgram("bench/src/prove/model.ts", ["--count", "60", "--seed", "7"], {});
  const { lost, wrong } = outcomeIn(words)?.outcome ?? {};
  expect([lost, ...(wrong ?? ["no outcome"])].join("; ")).toBe("0"); // so that a failure says what was wrong
  expect(code).toBe(0);
}, 300_000);
