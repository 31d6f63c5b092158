import { expect, test } from "vitest";
import { formatMinutesSeconds, formatRelativeTime, untilNextChangeMs, formatBytes } from "./format.ts";

const hour = 3_600_000;

test.each([
  { left: 24 * hour, said: "in 24 hours", why: "a whole day is said in hours" },
  { left: 24 * hour - 60_000, said: "in 24 hours", why: "the last minute of an hour counts as whole" },
  { left: 24 * hour - 60_001, said: "in 23 hours", why: "more than a minute does not" },
  { left: 119 * 60_000, said: "in 2 hours", why: "hours from two on" },
  { left: 119 * 60_000 - 1, said: "in 118 minutes", why: "minutes below two hours" },
  { left: 23.9 * hour, said: "in 23 hours", why: "nobody is promised time they do not have" },
  { left: 47.9 * hour, said: "in 47 hours", why: "hours up to two days" },
  { left: 50 * hour, said: "in 2 days", why: "days from two on" },
  { left: 59_000, said: "in 59 seconds", why: "seconds in the last minute" },
  { left: -90_000, said: "1 minute ago", why: "the past is rounded down too" },
])("$why", ({ left, said }) => {
  expect(formatRelativeTime(1_000_000 + left, 1_000_000)).toBe(said);
});

test("a relative time is looked at again when it would say something else", () => {
  expect(untilNextChangeMs(3 * hour + 600_000, 0)).toBe(660_001);
  expect(formatRelativeTime(3 * hour + 600_000, 660_000)).toBe("in 3 hours");
  expect(formatRelativeTime(3 * hour + 600_000, 660_001)).toBe("in 2 hours");
});

test("a short countdown is minutes and seconds", () => {
  expect(formatMinutesSeconds(60)).toBe("1:00");
  expect(formatMinutesSeconds(8.2)).toBe("0:09");
  expect(formatMinutesSeconds(-1)).toBe("0:00");
});

test("sizes are said in the unit people know", () => {
  expect([1, 88_200, 1_240_000].map(formatBytes)).toEqual(["1 kB", "89 kB", "1.2 MB"]);
});
