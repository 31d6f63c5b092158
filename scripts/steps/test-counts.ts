/** How many tests ended how. */
export type TestCounts = { readonly passed: number; readonly failed: number; readonly skipped: number };

export const zeroCounts: TestCounts = { passed: 0, failed: 0, skipped: 0 };

/** The sum of several runners' counts. */
export function sumCounts(tallies: readonly TestCounts[]): TestCounts {
  return tallies.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
    }),
    zeroCounts,
  );
}

/** Reads vitest's JSON report; undefined if it is not one. */
export function parseVitestCounts(report: unknown): TestCounts | undefined {
  const passed = countOf(report, "numPassedTests");
  const failed = countOf(report, "numFailedTests");
  const pending = countOf(report, "numPendingTests");
  if (passed === undefined || failed === undefined || pending === undefined) return undefined;
  return { passed, failed, skipped: pending + (countOf(report, "numTodoTests") ?? 0) };
}

/** Reads Playwright's JSON report; undefined if it is not one. */
export function parsePlaywrightCounts(report: unknown): TestCounts | undefined {
  const stats = fieldOf(report, "stats");
  const expected = countOf(stats, "expected");
  const failed = countOf(stats, "unexpected");
  const skipped = countOf(stats, "skipped");
  if (expected === undefined || failed === undefined || skipped === undefined) return undefined;
  return { passed: expected + (countOf(stats, "flaky") ?? 0), failed, skipped };
}

/**
 * A runner's counts, consistent with its exit: one that failed without a failed test (a file that does not
 * load, a broken report, no test at all) counts as one failure.
 */
export function countSilentFailure(tally: TestCounts | undefined, ok: boolean): TestCounts {
  const counted = tally ?? zeroCounts;
  const silent = counted.failed === 0 && (!ok || counted.passed === 0);
  return silent ? { ...counted, failed: 1 } : counted;
}

/** The last line of a run. */
export function formatCounts({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** The names of the failed tests in vitest's JSON report; none if it is not one. */
export function parseVitestFailures(report: unknown): readonly string[] {
  return listOf(report, "testResults")
    .flatMap((file) => listOf(file, "assertionResults"))
    .filter((one) => fieldOf(one, "status") === "failed")
    .map((one) => String(fieldOf(one, "fullName")));
}

/** The titles of the failed tests in Playwright's JSON report; none if it is not one. */
export function parsePlaywrightFailures(report: unknown): readonly string[] {
  return specsIn(report)
    .filter((spec) => listOf(spec, "tests").some((one) => fieldOf(one, "status") === "unexpected"))
    .map((spec) => String(fieldOf(spec, "title")));
}

const specsIn = (suite: unknown): readonly unknown[] => [
  ...listOf(suite, "specs"),
  ...listOf(suite, "suites").flatMap(specsIn),
];

function listOf(value: unknown, name: string): readonly unknown[] {
  const list = fieldOf(value, name);
  return Array.isArray(list) ? list : [];
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function countOf(value: unknown, name: string): number | undefined {
  const count = fieldOf(value, name);
  return typeof count === "number" ? count : undefined;
}
