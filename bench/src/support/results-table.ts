import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg, totalmem } from "node:os";
import { promisify } from "node:util";
import { inRoot } from "./processes.ts";

/** The generated tables of docs/reliability.md and docs/benchmarks.md: one row for each name, replaced by a newer run. */

const [start, end] = ["<!-- results:start -->", "<!-- results:end -->"];

async function commit(): Promise<string> {
  const git = async (...args: readonly string[]) =>
    (await promisify(execFile)("git", args, { cwd: inRoot(".") })).stdout.trim();
  const isDirty = (await git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!docs")) !== "";
  return `${await git("rev-parse", "--short", "HEAD")}${isDirty ? " (changed)" : ""}`;
}
const load = () => (loadavg()[0] ?? 0).toFixed(0);

/** Date with the machine's load, and commit: two cells. */
export const measuredAt = async (): Promise<readonly string[]> => [
  `${new Date().toISOString().slice(0, 10)}, load ${load()}`,
  await commit(),
];

export async function describeMachine(): Promise<string> {
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  return `Commit ${await commit()}, ${new Date().toISOString().slice(0, 16)}, ${machine}, load ${load()}.`;
}

/**
 * Replaces rows whose first cells are the same, or appends them. The document keeps its header row and everything outside the markers.
 * @param keyCells how many cells identify a row
 */
export async function updateTable(path: string, rows: readonly (readonly string[])[], keyCells = 1): Promise<void> {
  const file = inRoot(path);
  await writeFile(file, withRows(await readFile(file, "utf8"), rows, keyCells));
}

export function withRows(document: string, rows: readonly (readonly string[])[], keyCells = 1): string {
  const [from, to] = [document.indexOf(start), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error("the document has no place for results");
  const present = document
    .slice(from + start.length, to)
    .trim()
    .split("\n");
  for (const row of rows) {
    const cells = row.map((cell) => cell.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", "\\|"));
    const line = `| ${cells.join(" | ")} |`;
    const at = present.findIndex((one) => one.startsWith(`| ${cells.slice(0, keyCells).join(" | ")} |`));
    if (at < 0) present.push(line);
    else present[at] = line;
  }
  return `${document.slice(0, from + start.length)}\n\n${present.join("\n")}\n\n${document.slice(to)}`;
}
