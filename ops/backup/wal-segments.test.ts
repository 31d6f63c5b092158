import { describe, expect, test } from "vitest";
import { findMissingSegment, unneededSegments } from "./lib/wal-segments.ts";

const name = (place: number, timeline = 1) =>
  [timeline, Math.floor(place / 256), place % 256]
    .map((part) => part.toString(16).toUpperCase().padStart(8, "0"))
    .join("");
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_one, at) => name(from + at));

describe("R-33 a log of changes with a gap is seen before anything is restored from it", () => {
  test.each([
    { why: "whole", names: upTo(3, 9), from: 3, missing: undefined },
    { why: "whole over the end of a log file", names: upTo(250, 260), from: 250, missing: undefined },
    { why: "older ones are gone", names: upTo(5, 9), from: 5, missing: undefined },
    { why: "the first is missing", names: upTo(4, 9), from: 3, missing: 3 },
    { why: "one in the middle is missing", names: [...upTo(3, 5), ...upTo(7, 9)], from: 3, missing: 6 },
    { why: "a half copied one is none", names: [...upTo(3, 5), `${name(6)}.part`, name(7)], from: 3, missing: 6 },
    { why: "nothing there at all", names: [], from: 3, missing: 3 },
  ])("$why", ({ names, from, missing }) => {
    expect(findMissingSegment(names, name(from))).toBe(missing === undefined ? undefined : name(missing));
  });
});

test("R-33 what is tidied up is older than the oldest copy that is kept, whatever is written beside a segment", () => {
  const label = `${name(4)}.00000028.backup`;
  expect(unneededSegments([...upTo(3, 8), label, "00000002.history"], name(5))).toEqual([name(3), name(4), label]);
});
