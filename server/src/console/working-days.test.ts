import { describe, expect, test } from "vitest";
import { addWorkingDays } from "./working-days.ts";

describe("addWorkingDays [OC-08]", () => {
  test.each([
    { from: "2026-11-23T09:00:00Z", days: 3, to: "2026-11-26T09:00:00.000Z", why: "Monday to Thursday" },
    { from: "2026-11-26T09:00:00Z", days: 3, to: "2026-12-01T09:00:00.000Z", why: "Thursday over a weekend" },
    { from: "2026-11-28T09:00:00Z", days: 3, to: "2026-12-02T09:00:00.000Z", why: "from a Saturday" },
    { from: "2026-11-27T23:30:00Z", days: 1, to: "2026-11-29T23:30:00.000Z", why: "Saturday in Lagos, Friday in UTC" },
  ])("counts $why", ({ from, days, to }) => {
    expect(addWorkingDays(new Date(from), days).toISOString()).toBe(to);
  });
});
