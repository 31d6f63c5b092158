import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inRoot } from "../program.ts";
import { mutants } from "./mutants/all.ts";
import { asRun, edited } from "./mutants/lab.ts";

describe("a mutant is of the product as it is", () => {
  test.each(mutants)("$test: $broken", ({ edits = [], sql, test: file, laws }) => {
    expect(edits.length > 0 || sql !== undefined).toBe(true);
    for (const edit of edits) {
      const text = readFileSync(inRoot(edit[0]), "utf8");
      expect(edited(text, edit)).not.toBe(text);
    }
    expect(existsSync(inRoot(file))).toBe(true);
    expect(laws.length).toBeGreaterThan(0);
  });
});

test("a text that is not there once is no edit", () => {
  expect(() => edited("a b a", ["x.ts", "a", "c"])).toThrow('x.ts holds "a" 2 times, not once');
  expect(() => edited("b", ["x.ts", "a", "c"])).toThrow("0 times");
  expect(edited("price: $1", ["x.ts", "$1", "$&"])).toBe("price: $&");
});

test("a name as it is written is found among names as they ran", () => {
  expect(asRun("R-14 $why (to the kobo)").test("in NGN R-14 a face (to the kobo)")).toBe(true);
  expect(asRun("%i lines cost").test("PRICE-15 7 lines cost that")).toBe(true);
  expect(asRun("R-14 $why").test("R-15 a face")).toBe(false);
  expect(asRun("R-12 $of ends as $ends.kind").test("R-12 a VIN ends as failed")).toBe(true);
  expect(asRun("every act > %s").test("R-10 every act a refund")).toBe(true);
});
