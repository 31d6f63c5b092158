import { expect, test } from "vitest";
import { validateDayRange, isDay, clampToToday } from "./statement-days.ts";

const today = "2026-11-21";

test.each([
  { from: "2026-11-21", to: "2026-11-21", fault: {}, why: "one day, today" },
  { from: "2026-11-01", to: "2026-11-30", fault: {}, why: "the complete current month" },
  { from: "2024-01-01", to: "2024-12-31", fault: {}, why: "a leap year" },
  { from: "2025-11-21", to: "2026-11-30", fault: {}, why: "366 days up to today" },
  {
    from: "2025-11-20",
    to: "2026-11-30",
    fault: { from: "A statement covers at most 366 days." },
    why: "one day too many",
  },
  {
    from: "2024-01-01",
    to: "2025-01-01",
    fault: { from: "A statement covers at most 366 days." },
    why: "one day too many",
  },
  { from: "2026-11-10", to: "2026-11-09", fault: { to: "The last day is before the first." }, why: "reversed" },
  { from: "2026-11-22", to: "2026-11-30", fault: { from: "This day is still to come." }, why: "all in the future" },
  { from: "2026-11-22", to: "2026-11-20", fault: { from: "This day is still to come." }, why: "begins in the future" },
])("validates a statement from $from to $to: $why [DASH-16]", ({ from, to, fault }) => {
  expect(validateDayRange({ from, to }, today)).toEqual(fault);
});

test("leaves off future days at the end and nothing else [DASH-16]", () => {
  expect(clampToToday({ from: "2026-11-01", to: "2026-11-30" }, today)).toEqual({ from: "2026-11-01", to: today });
  expect(clampToToday({ from: "2026-10-01", to: "2026-10-31" }, today)).toEqual({
    from: "2026-10-01",
    to: "2026-10-31",
  });
});

test.each([
  ["2026-02-28", true],
  ["2024-02-29", true],
  ["2026-02-29", false],
  ["2026-02-31", false],
  ["2026-13-01", false],
  ["2026-00-10", false],
  ["2026-1-1", false],
  ["1999-12-31", false],
  ["2026-11-21T00:00", false],
  ["", false],
])("decides whether '%s' is in the calendar: %s [DASH-16]", (text, isKnown) => {
  expect(isDay(text)).toBe(isKnown);
});
