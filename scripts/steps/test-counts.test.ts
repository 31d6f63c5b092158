import { expect, test } from "vitest";

import {
  countSilentFailure,
  parsePlaywrightCounts,
  parsePlaywrightUnreliable,
  sumCounts,
  formatCounts,
  parseVitestCounts,
  parseVitestUnreliable,
} from "./test-counts.ts";

const vitest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
const playwright = { stats: { expected: 7, unexpected: 0, flaky: 1, skipped: 1 } };

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

test("lists the tests that failed or passed only after a retry", () => {
  const one = (status: string, fullName: string, ...failureMessages: string[]) => ({
    status,
    fullName,
    failureMessages,
  });
  const assertionResults = [one("passed", "a"), one("failed", "b", "no"), one("passed", "c", "failed first")];
  expect(parseVitestUnreliable({ testResults: [{ assertionResults }] })).toEqual({ failed: ["b"], repeated: ["c"] });
  const specs = ["expected", "unexpected", "flaky"].map((status) => ({ title: status, tests: [{ status }] }));
  const told = { failed: ["unexpected"], repeated: ["flaky"] };
  expect(parsePlaywrightUnreliable({ suites: [{ specs: [], suites: [{ specs }] }] })).toEqual(told);
  expect(parseVitestUnreliable("nonsense")).toEqual({ failed: [], repeated: [] });
});
