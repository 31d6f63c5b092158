// Every refusal a user can meet is produced by a test.
import { problems } from "../contract/src/problems.ts";

import { projectFiles, read, report } from "./shared/project.ts";

/** The codes that no test names in quotes. Tests of the contract list them all, which produces none. */
export function unproduced(codes: readonly string[], tests: readonly string[]): string[] {
  const quoted = new Set(
    tests.flatMap((text) => [...text.matchAll(/["'`]([a-z][a-z0-9_]*)["'`]/g)].map(([, word]) => word)),
  );
  return codes.filter((code) => !quoted.has(code));
}

if (import.meta.main) {
  const codes = Object.keys(problems);
  const tests = projectFiles().filter((path) => /\.(test|spec)\.tsx?$/.test(path) && /^(server|web|e2e)\//.test(path));
  const missing = unproduced(codes, tests.map(read));
  report(
    missing.map((code) => `${code}: no test produces this refusal`),
    `texts: each of ${codes.length} refusals is produced by a test`,
  );
}
