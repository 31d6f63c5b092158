import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { runProgram } from "../program.ts";
import { proofs } from "./proofs.ts";
import { runProofs } from "./table.ts";

vi.setConfig({ testTimeout: 60_000 }); // each starts programs

const folder = fileURLToPath(new URL("./testing/", import.meta.url));
const fake = (name: string) => ({ name, breaks: "something", shows: "R-20", usual: 10 });
async function rowsOf(...names: string[]) {
  const lines: string[] = [];
  const run = { scale: 0.5, seed: "7", folder, print: (line: string) => void lines.push(line) };
  return { isGood: await runProofs(names.map(fake), run), rows: lines.slice(2) };
}

test("R-20 R-23 a proof in which nothing is lost is one row, with its count, its seed and what it says", async () => {
  const { isGood, rows } = await rowsOf("holds");
  expect(isGood).toBe(true);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatch(
    /^\| something \(`holds`\) \| R-20 \| 5 \| 7 \| 0 \| 0 \| 7 \| \d+ \| one \\\| two three \|$/,
  );
});

test("R-20 where nothing is looked at that could be lost, the row does not say 0", async () => {
  const { isGood, rows } = await rowsOf("unmeasured");
  expect(isGood).toBe(true);
  expect(rows[0]).toMatch(/\| 5 \| 0 \| - \| 0 \|/);
});

test.each([
  { name: "loses", says: "| **1** |", why: "something acknowledged is gone" },
  { name: "idle", says: "| 0 | 5 | 0 | 0 |", why: "nothing was broken" },
  { name: "silent", says: "it ended without an outcome", why: "it did not come to its end" },
])("R-20 R-23 the whole is not good where $why, whatever else holds", async ({ name, says }) => {
  const { isGood, rows } = await rowsOf(name, "holds");
  expect(isGood).toBe(false);
  expect(rows[0]).toContain(says);
  expect(rows).toHaveLength(2); // the others are run all the same
});

test("R-20 a proof in which something is lost ends with 1 by itself", async () => {
  const ends = ["loses", "holds"].map((name) => runProgram(`bench/src/prove/testing/${name}.ts`, [], {}));
  expect((await Promise.all(ends)).map(({ code }) => code)).toEqual([1, 0]);
});

test("an option that is wrong is named, and nothing is run", async () => {
  const said = (...args: string[]) => runProgram("bench/src/prove.ts", args, {});
  const [unknown, scale] = await Promise.all([said("--only", "program-kills,nothing-at-all"), said("--scale", "none")]);
  expect(unknown.words).toMatch(/^--only: no proof nothing-at-all; there are program-kills, /);
  expect(scale.words).toBe("--scale must be a number above 0.");
  expect([unknown.code, scale.code]).toEqual([2, 2]);
});

test("every proof that is named is there, once, and is listed with its usual count", async () => {
  for (const { name } of proofs)
    expect([name, existsSync(fileURLToPath(new URL(`./${name}.ts`, import.meta.url)))]).toEqual([name, true]);
  expect(new Set(proofs.map(({ name }) => name)).size).toBe(proofs.length);
  const { code, words } = await runProgram("bench/src/prove.ts", ["--list"], {});
  expect(code).toBe(0);
  expect(words.split("\n").map((line) => line.split("  ").slice(0, 2))).toEqual(
    proofs.map(({ name, usual }) => [name, String(usual)]),
  );
});
