/** How many tests ended how. */
export type Tally = { readonly passed: number; readonly failed: number; readonly skipped: number };

export const noTests: Tally = { passed: 0, failed: 0, skipped: 0 };

/** The sum of several runners' tests. */
export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
    }),
    noTests,
  );
}

/** Reads vitest's JSON report; undefined when it is not one. */
export function vitestTally(report: unknown): Tally | undefined {
  const passed = countOf(report, "numPassedTests");
  const failed = countOf(report, "numFailedTests");
  const pending = countOf(report, "numPendingTests");
  if (passed === undefined || failed === undefined || pending === undefined) return undefined;
  return { passed, failed, skipped: pending + (countOf(report, "numTodoTests") ?? 0) };
}

/** Reads Playwright's JSON report; a test that passed only when repeated counts as failed. Undefined when it is not one. */
export function playwrightTally(report: unknown): Tally | undefined {
  const stats = fieldOf(report, "stats");
  const passed = countOf(stats, "expected");
  const unexpected = countOf(stats, "unexpected");
  const flaky = countOf(stats, "flaky");
  const skipped = countOf(stats, "skipped");
  if (passed === undefined || unexpected === undefined || flaky === undefined || skipped === undefined)
    return undefined;
  return { passed, failed: unexpected + flaky, skipped };
}

/**
 * A runner's tally, which agrees with how the runner ended: one that failed without a failed test (a file that does not
 * load, a broken report, no test at all) counts as one failure.
 */
export function agreed(tally: Tally | undefined, ok: boolean): Tally {
  const counted = tally ?? noTests;
  const silent = counted.failed === 0 && (!ok || counted.passed === 0);
  return silent ? { ...counted, failed: 1 } : counted;
}

/** The line that a run ends with. */
export function tallyLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** The names of the tests that failed, as vitest's JSON report has them. Empty where it is none. */
export function vitestFailures(report: unknown): readonly string[] {
  return listOf(report, "testResults").flatMap((file) =>
    listOf(file, "assertionResults")
      .filter((one) => fieldOf(one, "status") === "failed")
      .map((one) => String(fieldOf(one, "fullName"))),
  );
}

/** The names of the tests that failed, or passed only when repeated, as Playwright's JSON report has them. */
export function playwrightFailures(report: unknown): readonly string[] {
  return listOf(report, "suites").flatMap((suite) => [
    ...listOf(suite, "specs")
      .filter((spec) =>
        listOf(spec, "tests").some((one) => !/^(expected|skipped)$/.test(String(fieldOf(one, "status")))),
      )
      .map((spec) => String(fieldOf(spec, "title"))),
    ...playwrightFailures(suite),
  ]);
}

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
