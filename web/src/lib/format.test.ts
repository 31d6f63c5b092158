import { expect, test } from "vitest";
import { formatMinutesSeconds, formatRelativeTime, untilNextChangeMs, formatBytes } from "./format.ts";

const hour = 3_600_000;

test.each([
  { left: 24 * hour, text: "in 24 hours", why: "formats a full day in hours" },
  { left: 24 * hour - 60_000, text: "in 24 hours", why: "counts the last minute of an hour as the full hour" },
  { left: 24 * hour - 60_001, text: "in 23 hours", why: "rounds down when more than a minute is missing" },
  { left: 119 * 60_000, text: "in 2 hours", why: "formats two hours in hours" },
  { left: 119 * 60_000 - 1, text: "in 118 minutes", why: "formats less than two hours in minutes" },
  { left: 23.9 * hour, text: "in 23 hours", why: "rounds hours down" },
  { left: 47.9 * hour, text: "in 47 hours", why: "formats less than two days in hours" },
  { left: 50 * hour, text: "in 2 days", why: "formats two days in days" },
  { left: 59_000, text: "in 59 seconds", why: "formats the last minute in seconds" },
  { left: -90_000, text: "1 minute ago", why: "rounds the past down too" },
])("$why", ({ left, text }) => {
  expect(formatRelativeTime(1_000_000 + left, 1_000_000)).toBe(text);
});

test("a relative time is updated exactly when its text changes", () => {
  expect(untilNextChangeMs(3 * hour + 600_000, 0)).toBe(660_001);
  expect(formatRelativeTime(3 * hour + 600_000, 660_000)).toBe("in 3 hours");
  expect(formatRelativeTime(3 * hour + 600_000, 660_001)).toBe("in 2 hours");
});

test("formats a short countdown as minutes and seconds", () => {
  expect(formatMinutesSeconds(60)).toBe("1:00");
  expect(formatMinutesSeconds(8.2)).toBe("0:09");
  expect(formatMinutesSeconds(-1)).toBe("0:00");
});

test("formats sizes in kB and MB", () => {
  expect([1, 88_200, 1_240_000].map(formatBytes)).toEqual(["1 kB", "89 kB", "1.2 MB"]);
});
