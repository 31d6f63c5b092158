import { expect, test } from "vitest";
import { validateDayRange, isDay, clampToToday } from "./statement-days.ts";

const today = "2026-11-21";

test.each([
  { from: "2026-11-21", to: "2026-11-21", fault: {}, why: "one day, today" },
  { from: "2026-11-01", to: "2026-11-30", fault: {}, why: "a month that is under way, picked whole" },
  { from: "2024-01-01", to: "2024-12-31", fault: {}, why: "a leap year" },
  { from: "2025-11-21", to: "2026-11-30", fault: {}, why: "366 days that have come" },
  { from: "2025-11-20", to: "2026-11-30", fault: { from: "A statement holds at most 366 days." }, why: "a day more" },
  { from: "2024-01-01", to: "2025-01-01", fault: { from: "A statement holds at most 366 days." }, why: "a day more" },
  { from: "2026-11-10", to: "2026-11-09", fault: { to: "The last day is before the first." }, why: "turned around" },
  { from: "2026-11-22", to: "2026-11-30", fault: { from: "This day is still to come." }, why: "all to come" },
  { from: "2026-11-22", to: "2026-11-20", fault: { from: "This day is still to come." }, why: "begins to come" },
])("DASH-16 a statement of $from to $to: $why", ({ from, to, fault }) => {
  expect(validateDayRange({ from, to }, today)).toEqual(fault);
});

test("DASH-16 days that have not come are left off at the end, and nothing else is", () => {
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
])("DASH-16 '%s' is in the calendar: %s", (text, isKnown) => {
  expect(isDay(text)).toBe(isKnown);
});
