import { expect, test } from "vitest";
import { matchesSearch, normaliseValue, interpretSearch } from "./history-search.ts";

const now = new Date("2026-11-21T10:00:00Z");
const row = {
  searchType: "nin",
  outcome: "DELIVERED",
  consent: "granted",
  status: "",
  action: "View Result",
  searchValue: "*********89",
  insertionDate: "2026-11-20T23:00:00Z", // the first instant of 21 November in Lagos
} as const;

test.each([
  ["nin november 2026", ["nin"], "2026-10-31T23:00:00.000Z", "2026-11-30T23:00:00.000Z"],
  ["November 21, 2026 view, result", ["view", "result"], "2026-11-20T23:00:00.000Z", "2026-11-21T23:00:00.000Z"],
  ["expired 21st nov. 2026", ["expired"], "2026-11-20T23:00:00.000Z", "2026-11-21T23:00:00.000Z"],
  ["vin 2026-11-21 denied", ["vin", "denied"], "2026-11-20T23:00:00.000Z", "2026-11-21T23:00:00.000Z"],
  ["2026", [], "2025-12-31T23:00:00.000Z", "2026-12-31T23:00:00.000Z"],
  ["nin nov", ["nin"], "2026-10-31T23:00:00.000Z", "2026-11-30T23:00:00.000Z"],
])("reads %j as words, and as the words %j from %s to %s [DASH-04]", (typed, words, from, to) => {
  const [plain, dated] = interpretSearch(typed, now).filter(({ valueEnding: ending }) => ending === undefined);
  expect(plain).toEqual({ words: typed.toLowerCase().split(/[ ,]+/), days: undefined });
  expect([dated?.words, dated?.days?.[0]]).toEqual([words, { from, to }]);
});

test.each([
  ["basic", true],
  ["November 21", true],
  ["november 20", false],
  ["2026-11-21", true],
  ["nin  result", true],
  ["nin result nov 2026", true],
  ["nin denied nov 2026", false],
  ["nin result oct 2026", false],
  ["nin 21", false],
  ["denied", false],
  ["nin november 21, 20", true],
  ["89", true],
  ["**89", true],
  ["result 89 nov", true],
  ["ＮＩＮ ８９", true],
  ["result 98", false],
  ["9", false],
])("matches a row of that day in Lagos with %j: %s [DASH-04]", (typed, fit) => {
  expect(matchesSearch(row, interpretSearch(typed, now))).toBe(fit);
});

test("reads a text of nothing but days once, without delay [T-72]", () => {
  const readings = interpretSearch("nov ".repeat(50), now);
  expect(readings).toHaveLength(2);
  expect(readings[1]?.words).toHaveLength(49);
});

test("reads at most one word as the end of a value, however many there are [T-72]", () => {
  expect(interpretSearch("ab 12 ".repeat(30), now)).toHaveLength(2);
  expect(interpretSearch("nin vi 2026", now).map(({ valueEnding: ending }) => ending)).toEqual([
    undefined,
    undefined,
    "VI",
    "VI",
  ]);
});

test("normalises case, spaces, dashes, invisible characters and Unicode forms", () => {
  const spellings = ["Abc-12", "a b\u00a0c 1\u20112", "ＡＢＣ１２", "a\u200bbc\u00ad12", "abc\u221212"];
  expect(spellings.map(normaliseValue)).toEqual(spellings.map(() => "ABC12"));
});
