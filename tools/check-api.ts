// The API description passes the recommended rules of Redocly's linter: errors and warnings. The linter calls nobody from here.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { operations } from "../contract/src/operations.ts";
import { otherCalls } from "../contract/src/other-calls.ts";
import { apiDescription } from "../server/src/http/api-description.ts";
import { report, root } from "./shared/project.ts";

type Linted = {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly { readonly pointer?: string }[];
  }[];
};

/** What the linter finds in an OpenAPI document, a line for each. */
export function apiFindings(document: unknown): string[] {
  const folder = mkdtempSync(join(tmpdir(), "idanimo-api-"));
  try {
    const file = join(folder, "api.json");
    writeFileSync(file, JSON.stringify(document));
    const linter = join(root, "node_modules/.bin/redocly");
    const { stdout, stderr, error } = spawnSync(linter, ["lint", "--extends=recommended", "--format=json", file], {
      cwd: folder, // and no settings of another project
      encoding: "utf8",
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      maxBuffer: 64_000_000,
    });
    if (error) throw error;
    if (!stdout.startsWith("{")) throw new Error(`redocly printed no result: ${stdout}${stderr}`);
    const { problems }: Linted = JSON.parse(stdout);
    return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const document = apiDescription(operations, otherCalls, { title: "Idanimo API", server: "https://idanimo.example" });
  const calls = Object.keys(operations).length + Object.keys(otherCalls).length;
  report(apiFindings(document), `api: ${calls} calls, and no finding of the linter`);
}
