import { describe, expect, test } from "vitest";
import { nameSpellings } from "./name-spellings.ts";

describe("nameSpellings [AO-05]", () => {
  test("has lower-case letters only, so that normalised names find them", () => {
    expect(nameSpellings.flat().filter((spelling) => !/^[a-z]{2,}$/.test(spelling))).toEqual([]);
  });

  test("has each spelling once, so that no name means two others", () => {
    const all = nameSpellings.flat();
    expect(all.filter((spelling, at) => all.indexOf(spelling) !== at)).toEqual([]);
  });

  test("has at least two spellings of each name", () => {
    expect(nameSpellings.filter((spellings) => spellings.length < 2)).toEqual([]);
  });
});
