// Runs the server's tests on PostgreSQL 15, the oldest version that the product supports.
import { existsSync } from "node:fs";
import { join } from "node:path";

import { runStep } from "./steps/step.ts";

/**
 * Adapters, tests with costly password hashes or images, and tests without statements of their own. Money, deletion,
 * jobs, locks, concurrency and the database itself are tested.
 */
const excluded = [
  "src/database/embedded/**",
  "src/providers/**",
  "src/**/*.sandbox.test.ts",
  "src/documents/**",
  "src/http/!(events|faults|idempotency).test.ts",
  "src/modules/accounts/activation.test.ts",
  "src/modules/accounts/guessing.test.ts",
  "src/modules/accounts/profile/picture-encoder.test.ts",
  "src/modules/accounts/second-factor/second-step.test.ts",
  "src/modules/accounts/social/redirect-flow.test.ts",
  "src/modules/consent/{escalation,contact-isolation,subject-page,unreachable}.test.ts",
  "src/modules/subject-portal/my-data/my-data.test.ts",
  "src/modules/subject-portal/consent-page/{pages,receipt-page,report-page}.test.ts",
  "src/modules/verification/{enumeration-detection,history}.test.ts",
  "src/modules/verification/reports/reports.test.ts",
];

const programs = process.env["POSTGRES_15_BIN"] ?? "/usr/lib/postgresql/15/bin"; // Debian's folder
if (existsSync(join(programs, "postgres"))) {
  const outcome = await runStep(
    {
      name: "database tests on PostgreSQL 15",
      command: ["vitest", "run", "--project", "server", ...excluded.flatMap((files) => ["--exclude", files])],
      env: { TEST_POSTGRES_BIN: programs },
    },
    "terminal",
  );
  process.exitCode = outcome.ok ? 0 : 1;
} else {
  console.error(`${programs} has no PostgreSQL 15: install it, or set POSTGRES_15_BIN to the folder of its programs.`);
  process.exitCode = 1;
}
