import { expect, test } from "vitest";
import { runProgram } from "./program.ts";

test("R-20 a program that is killed while people pay loses nothing, doubles nothing, and its books balance", async () => {
  const { code, words } = await runProgram("bench/src/kill-loop.ts", ["--cycles", "3", "--lanes", "4"], {});
  expect(words).toContain("Nothing lost, nothing doubled, the books balance.");
  expect(code).toBe(0);
}, 300_000);
