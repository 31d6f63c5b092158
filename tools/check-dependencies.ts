// Every import follows the rules of `.dependency-cruiser.mjs`, and the tool read every file: with a parser that
// cannot read TypeScript it would read none and report success.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { type CruiseResult, runDependencyCruiser, workspaces } from "./shared/dependency-cruiser.ts";
import { projectFiles, reportFindings, root } from "./shared/project.ts";

const isSource = (path: string) => /\.(tsx?|mjs)$/.test(path) && !path.endsWith(".d.ts");

/**
 * The forbidden dependencies, and the files that the tool did not read.
 * @param sources paths of all source files below the project's root
 * @param textOf  the text of one of them
 */
export function dependencyFindings(
  found: CruiseResult,
  sources: readonly string[],
  textOf: (path: string) => string,
): string[] {
  const seen = new Map(found.modules.map(({ source, imports }) => [source, imports.length]));
  const unseen = sources.filter((path) => !seen.has(path)).map((path) => `not read: ${path}`);
  const unread = sources
    .filter((path) => seen.get(path) === 0 && /^(import|export) .*from "/m.test(textOf(path)))
    .map((path) => `read without its imports: ${path}`);
  return [...found.violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`), ...unseen, ...unread];
}

if (import.meta.main) {
  const sources = projectFiles().filter(
    (path) => isSource(path) && workspaces.some((name) => path.startsWith(`${name}/`)),
  );
  const findings = dependencyFindings(runDependencyCruiser(root, workspaces), sources, (path) =>
    readFileSync(join(root, path), "utf8"),
  );
  reportFindings(
    sources.length === 0 ? ["no source file was found"] : findings,
    `dependencies: ${sources.length} files follow the rules`,
  );
}
