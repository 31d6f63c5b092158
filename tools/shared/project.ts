import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The project's root folder. */
export const root = dirname(dirname(import.meta.dirname));

/** Paths below the root of all committed and new files, without deleted and ignored ones. */
export function projectFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64_000_000,
  });
  return listed
    .split("\0")
    .filter((path) => path && existsSync(join(root, path)))
    .sort();
}

/** The text of a file below the root. */
export function readProjectFile(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Ends a tool: one line if there are no findings, else every finding and exit code 1. */
export function reportFindings(findings: readonly string[], fine: string): void {
  console.log(findings.length === 0 ? fine : findings.join("\n"));
  process.exitCode = findings.length === 0 ? 0 : 1;
}
