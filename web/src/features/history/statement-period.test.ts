import { lagosDay } from "@idanimo/contract/date-format";
import { expect, test } from "vitest";
import { validateDays, recentMonths } from "./statement-period.ts";

test.each([
  { now: "2026-11-21T22:59:59Z", day: "2026-11-21" },
  { now: "2026-11-21T23:00:00Z", day: "2026-11-22" },
  { now: "2026-12-31T23:30:00Z", day: "2027-01-01" },
])("lagosDay of $now is $day [DASH-16]", ({ now, day }) => {
  expect(lagosDay(new Date(now))).toBe(day);
});

test("offers the current month up to today and each complete month before it [DASH-16]", () => {
  const months = recentMonths("2024-03-05");
  expect(months).toHaveLength(12);
  expect(months.slice(0, 4)).toEqual([
    { from: "2024-03-01", to: "2024-03-05", label: "March 2024, so far" },
    { from: "2024-02-01", to: "2024-02-29", label: "February 2024" },
    { from: "2024-01-01", to: "2024-01-31", label: "January 2024" },
    { from: "2023-12-01", to: "2023-12-31", label: "December 2023" },
  ]);
  for (const days of months) expect(validateDays(days, "2024-03-05")).toEqual({});
});

test.each([
  { from: "2026-11-01", to: "2026-11-21", wrong: [] },
  { from: "2026-11-21", to: "2026-11-21", wrong: [] },
  { from: "", to: "", wrong: ["from", "to"] },
  { from: "2026-13-01", to: "2026-11-21", wrong: ["from"] },
  { from: "2026-11-10", to: "2026-11-09", wrong: ["to"] },
  { from: "2026-02-31", to: "2026-11-31", wrong: ["from", "to"] },
  { from: "2026-11-01", to: "2026-11-30", wrong: [] },
  { from: "2026-11-22", to: "2026-11-21", wrong: ["from"] },
  { from: "2025-11-20", to: "2026-11-21", wrong: ["from"] },
])("validateDays from '$from' to '$to' rejects $wrong [DASH-16]", ({ from, to, wrong }) => {
  expect(Object.keys(validateDays({ from, to }, "2026-11-21"))).toEqual(wrong);
});
