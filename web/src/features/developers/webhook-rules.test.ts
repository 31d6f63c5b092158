import { describe, expect, test } from "vitest";
import { attemptLabel, describeSuccess, endpointLabel, refetchMs } from "./webhook-rules.ts";

describe("describeSuccess", () => {
  test.each([
    [0, 0, "No attempts yet"],
    [1, 0, "100% of 1 attempt"],
    [0, 3, "0% of 3 attempts"],
    [9_999, 1, "99% of 10,000 attempts"],
    [1, 9_999, "1% of 10,000 attempts"],
    [2, 1, "67% of 3 attempts"],
  ])("shows %i succeeded and %i failed as %s [DP-11]", (succeeded, failed, text) => {
    expect(describeSuccess({ succeeded, failed })).toBe(text);
  });
});

describe("endpointLabel", () => {
  test.each([
    [{ state: "enabled", disabledReason: null, failingSince: null }, "Enabled success"],
    [{ state: "enabled", disabledReason: null, failingSince: "2026-11-28T10:00:00Z" }, "Failing waiting"],
    [{ state: "disabled", disabledReason: "member", failingSince: null }, "Disabled info"],
    [{ state: "disabled", disabledReason: "gone", failingSince: "2026-11-28T10:00:00Z" }, "Disabled problem"],
  ] as const)("shows %o as %s [DP-10]", (endpoint, shown) => {
    const { label, tone } = endpointLabel(endpoint);
    expect(`${label} ${tone}`).toBe(shown);
  });
});

describe("attemptLabel", () => {
  test.each([
    [{ status: 204, error: null }, "204 success"],
    [{ status: 302, error: null }, "302 problem"],
    [{ status: 500, error: null }, "500 problem"],
    [{ status: null, error: "too_late" }, "No response within 15 seconds problem"],
    [{ status: null, error: "epipe" }, "No response (epipe) problem"],
  ])("shows %o as %s [DP-11]", (attempt, shown) => {
    const { label, tone } = attemptLabel(attempt);
    expect(`${label} ${tone}`).toBe(shown);
  });
});

test("refetchMs is short only while an attempt is due [DP-11]", () => {
  const now = Date.parse("2026-11-28T10:00:00Z");
  expect(refetchMs([{ nextAttemptAt: null }, { nextAttemptAt: "2026-11-28T10:00:05Z" }], now)).toBe(2_000);
  expect(refetchMs([{ nextAttemptAt: null }, { nextAttemptAt: "2026-11-28T10:05:00Z" }], now)).toBe(15_000);
});
