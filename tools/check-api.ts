// Checks the API description with Redocly's recommended rules: errors and warnings. The linter makes no network
// requests.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { operations } from "../contract/src/operations.ts";
import { nonJsonCalls } from "../contract/src/non-json-calls.ts";
import { buildApiDescription } from "../server/src/http/api-description.ts";
import { reportFindings, root } from "./shared/project.ts";

type LintResult = {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly { readonly pointer?: string }[];
  }[];
};

/** The linter's findings in an OpenAPI document, one per line. */
export function apiFindings(document: unknown): string[] {
  const folder = mkdtempSync(join(tmpdir(), "idanimo-api-"));
  try {
    const file = join(folder, "api.json");
    writeFileSync(file, JSON.stringify(document));
    const linter = join(root, "node_modules/.bin/redocly");
    const { stdout, stderr, error } = spawnSync(linter, ["lint", "--extends=recommended", "--format=json", file], {
      cwd: folder, // without settings of another project
      encoding: "utf8",
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      maxBuffer: 64_000_000,
    });
    if (error) throw error;
    if (!stdout.startsWith("{")) throw new Error(`redocly printed no result: ${stdout}${stderr}`);
    const { problems }: LintResult = JSON.parse(stdout);
    return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const document = buildApiDescription(operations, nonJsonCalls, {
    title: "Idanimo API",
    server: "https://idanimo.example",
  });
  const calls = Object.keys(operations).length + Object.keys(nonJsonCalls).length;
  reportFindings(apiFindings(document), `api: ${calls} calls, and no finding of the linter`);
}
