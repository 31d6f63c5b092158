import { describe, expect, test } from "vitest";
import { findMissingSegment, unneededSegments } from "./lib/wal-segments.ts";

const name = (position: number, timeline = 1) =>
  [timeline, Math.floor(position / 256), position % 256]
    .map((part) => part.toString(16).toUpperCase().padStart(8, "0"))
    .join("");
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_one, at) => name(from + at));

describe("findMissingSegment", () => {
  test.each([
    { why: "accepts a complete archive", names: upTo(3, 9), from: 3, missing: undefined },
    { why: "accepts a complete archive across log files", names: upTo(250, 260), from: 250, missing: undefined },
    { why: "accepts an archive without older segments", names: upTo(5, 9), from: 5, missing: undefined },
    { why: "finds a missing first segment", names: upTo(4, 9), from: 3, missing: 3 },
    { why: "finds a missing segment in the middle", names: [...upTo(3, 5), ...upTo(7, 9)], from: 3, missing: 6 },
    { why: "ignores a partly copied segment", names: [...upTo(3, 5), `${name(6)}.part`, name(7)], from: 3, missing: 6 },
    { why: "finds the first segment missing in an empty archive", names: [], from: 3, missing: 3 },
  ])("$why [R-33]", ({ names, from, missing }) => {
    expect(findMissingSegment(names, name(from))).toBe(missing === undefined ? undefined : name(missing));
  });
});

test("deletes only segments older than the oldest remaining backup [R-33]", () => {
  const label = `${name(4)}.00000028.backup`;
  expect(unneededSegments([...upTo(3, 8), label, "00000002.history"], name(5))).toEqual([name(3), name(4), label]);
});
