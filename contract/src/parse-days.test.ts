import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDays } from "./parse-days.ts";

const in2026 = new Date("2026-11-21T10:00:00Z");
const day = { from: "2026-11-20T23:00:00.000Z", to: "2026-11-21T23:00:00.000Z" };
test.each([
  "November 21, 2026",
  "november 21 2026",
  "NOV 21, 2026",
  "Nov. 21, 2026",
  "21 Nov. 2026.",
  "21 November 2026",
  "21st nov 2026",
  "2026-11-21",
  "2026/11/21",
  "21/11/2026",
  "21-11-2026",
  "21.11.2026",
  " november  21 ,2026 ",
])("reads %j as one day in Lagos [DASH-04]", (typed) => {
  expect(parseDays(typed, new Date("2030-05-05T12:00:00Z"))).toEqual([day]);
});

test.each([
  ["November 2026", "2026-10-31T23:00:00.000Z", "2026-11-30T23:00:00.000Z"],
  ["dec 2026", "2026-11-30T23:00:00.000Z", "2026-12-31T23:00:00.000Z"],
  ["2026-02", "2026-01-31T23:00:00.000Z", "2026-02-28T23:00:00.000Z"],
  ["02/2028", "2028-01-31T23:00:00.000Z", "2028-02-29T23:00:00.000Z"],
  ["2026", "2025-12-31T23:00:00.000Z", "2026-12-31T23:00:00.000Z"],
  ["29 feb 2028", "2028-02-28T23:00:00.000Z", "2028-02-29T23:00:00.000Z"],
])("reads %j as the range from %s to %s [DASH-04]", (typed, from, to) => {
  expect(parseDays(typed, in2026)).toEqual([{ from, to }]);
});

test("reads a date without a year in each of the latest ten years, newest first [DASH-04]", () => {
  for (const [typed, ends] of [
    ["nov 21", "11-21T23"],
    ["21 nov", "11-21T23"],
    ["november", "11-30T23"],
  ] as const) {
    const found = parseDays(typed, in2026);
    expect(found.map(({ to }) => to.slice(0, 4))).toEqual(
      Array.from({ length: 10 }, (_year, back) => String(2026 - back)),
    );
    for (const { to } of found) expect(to).toContain(ends);
  }
  expect(parseDays("29 feb", in2026).map(({ from }) => from.slice(0, 4))).toEqual(["2024", "2020"]);
});

test.each([
  ["november 21 20", 10],
  ["nov 21, 202", 7],
  ["21 nov 202", 7],
  ["november 201", 3],
])("reads the beginning of a year in %j as each of the latest years that fit [DASH-04]", (typed, years) => {
  expect(parseDays(typed, in2026)).toHaveLength(years);
});

test("starts a new year at midnight in Lagos, an hour before Greenwich [DASH-04]", () => {
  const newest = (now: string) => parseDays("jan 1", new Date(now))[0]?.to;
  expect(newest("2026-12-31T22:59:59Z")).toBe("2026-01-01T23:00:00.000Z");
  expect(newest("2026-12-31T23:00:00Z")).toBe("2027-01-01T23:00:00.000Z");
});

test.each([
  "",
  "31 february 2026",
  "29 feb 2027",
  "2026-13",
  "2026-00-10",
  "0000",
  "1999",
  "9999",
  "no 21",
  "novembre 21",
  "21",
  "nov 0",
  "nov 32",
  "what did i ask in november 2026",
  "2026-11-21T10:00",
  "70123456789",
])("finds no day in %j [DASH-04 T-72]", (typed) => {
  expect(parseDays(typed, in2026)).toEqual([]);
});

test("returns ranges that do not overlap, without delay, for any text [T-72]", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 200 }), fc.stringMatching(/^[a-z0-9 ,/.-]{0,30}$/)), (typed) => {
      const found = parseDays(typed, in2026);
      for (const [at, { from, to }] of found.entries()) {
        expect(from < to).toBe(true);
        expect(to <= (found[at - 1]?.from ?? "9")).toBe(true);
      }
    }),
  );
});
