import { expect, test } from "vitest";
import { pageCopy } from "./page-copy.ts";
import { formatPageDateTime, formatTimeLeft } from "./page-dates.ts";
import { now } from "./testing/rendered-pages.ts";

test.each([
  [24 * 60, "24 hours"],
  [23 * 60 + 59, "24 hours"],
  [119, "2 hours"],
  [118, "118 minutes"],
  [1, "1 minute"],
  [0.5, "less than a minute"],
  [-5, "less than a minute"],
])('formats %s minutes as "%s"', (minutes, words) => {
  expect(formatTimeLeft(pageCopy.en, new Date(now.getTime() + minutes * 60_000), now)).toBe(words);
});

test("formats times in Nigerian time", () => {
  expect(formatPageDateTime(pageCopy.en, new Date("2026-12-31T23:30:00Z"))).toBe(
    "January 1, 2027 at 12:30 AM, Lagos time",
  );
});
