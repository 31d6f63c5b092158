import { describe, expect, test } from "vitest";
import {
  formatCalendarDay,
  formatCalendarMonth,
  formatCount,
  formatDate,
  formatDateTime,
  formatDateTimeShort,
  formatDateTimeSms,
  formatDateTimeWithoutZone,
  formatLogTime,
  formatMonth,
  formatTime,
  lagosDay,
  lagosTimestamp,
} from "./date-format.ts";

/** Already the next day in Lagos. */
const late = "2026-11-24T23:42:09.999Z";

describe("date formats", () => {
  test.each<[string, (at: string) => string, string]>([
    ["a date", formatDate, "November 25, 2026"],
    ["a month", formatMonth, "November 2026"],
    ["a time", formatTime, "12:42 AM"],
    ["a date and time", formatDateTime, "November 25, 2026 at 12:42 AM, Lagos time"],
    ["a date and time under a heading", formatDateTimeWithoutZone, "November 25, 2026 at 12:42 AM"],
    ["a narrow date and time", formatDateTimeShort, "Nov 25, 2026, 12:42 AM, Lagos time"],
    ["a date and time of an SMS", formatDateTimeSms, "Nov 25, 12:42 AM Lagos time"],
    ["a time of a log", formatLogTime, "Nov 25, 12:42:09 AM"],
    ["a day for programs", lagosDay, "2026-11-25"],
    ["a time for spreadsheets", lagosTimestamp, "2026-11-25 00:42:09"],
  ])("writes %s in Lagos time, whatever the reader's time zone [CONST-17]", (_what, format, text) => {
    expect(format(late)).toBe(text);
  });

  test("accepts a Date and milliseconds as well [CONST-17]", () => {
    for (const at of [new Date(late), Date.parse(late)]) expect(formatDate(at)).toBe("November 25, 2026");
  });

  test("writes a calendar day without a time zone [CONST-17]", () => {
    expect([formatCalendarDay("2026-11-01"), formatCalendarMonth("2026-11-01")]).toEqual([
      "November 1, 2026",
      "November 2026",
    ]);
  });

  test("writes a dash for a text that is not a date [CONST-17]", () => {
    for (const format of [formatDate, formatDateTime, formatTime]) expect(format("soon")).toBe("-");
  });

  test("uses the month names and patterns of another language [CONST-17]", () => {
    const hausa = { locale: "ha-NG", dateTimePattern: "{date} da {time}", zoneName: "lokacin Legas" };
    expect(formatDateTime(late, hausa)).toMatch(/Nuwamba.*2026 da 12:42 AM, lokacin Legas$/);
  });

  test("groups the digits of a count [CONST-17]", () => {
    expect([formatCount(12), formatCount(1_234_567n)]).toEqual(["12", "1,234,567"]);
  });
});
