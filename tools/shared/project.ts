import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The project's root folder. */
export const root = dirname(dirname(import.meta.dirname));

/** Paths below the root of all files that are, or are about to be, in the history; deleted ones are left out. */
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

/** Ends a tool: one line when nothing was found, else every finding and exit code 1. */
export function reportFindings(findings: readonly string[], fine: string): void {
  console.log(findings.length === 0 ? fine : findings.join("\n"));
  process.exitCode = findings.length === 0 ? 0 : 1;
}
