import { expect, test } from "vitest";

import {
  countSilentFailure,
  parsePlaywrightCounts,
  parsePlaywrightFailures,
  sumCounts,
  formatCounts,
  parseVitestCounts,
  parseVitestFailures,
} from "./test-counts.ts";

const vitest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
const playwright = { stats: { expected: 8, unexpected: 0, skipped: 1 } };

test("sums the counts of all runners in the last line", () => {
  const all = sumCounts(
    [parseVitestCounts(vitest), parsePlaywrightCounts(playwright)].map((tally) => countSilentFailure(tally, true)),
  );
  expect(formatCounts(all)).toBe("13 passed, 1 failed, 4 skipped");
});

test.each([
  { why: "a report that cannot be read", tally: parseVitestCounts("nonsense"), ok: true },
  { why: "a runner that failed without a failed test", tally: { passed: 3, failed: 0, skipped: 0 }, ok: false },
  { why: "a run without any test", tally: { passed: 0, failed: 0, skipped: 4 }, ok: true },
])("counts $why as one failure", ({ tally, ok }) => {
  expect(countSilentFailure(tally, ok).failed).toBe(1);
});

test("does not count failures of the report twice", () => {
  expect(countSilentFailure(parseVitestCounts(vitest), false)).toEqual({ passed: 5, failed: 1, skipped: 3 });
});

test("lists the failed tests by name", () => {
  const assertionResults = ["passed", "failed", "skipped"].map((status) => ({ status, fullName: status }));
  expect(parseVitestFailures({ testResults: [{ assertionResults }] })).toEqual(["failed"]);
  const specs = ["expected", "unexpected", "skipped"].map((status) => ({ title: status, tests: [{ status }] }));
  expect(parsePlaywrightFailures({ suites: [{ specs: [], suites: [{ specs }] }] })).toEqual(["unexpected"]);
  expect(parseVitestFailures("nonsense")).toEqual([]);
  expect(parsePlaywrightFailures("nonsense")).toEqual([]);
});
