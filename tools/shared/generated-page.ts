import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { readProjectFile, reportFindings, root } from "./project.ts";

/**
 * Writes generated content into a page, or with `--check` only reports whether the page is current.
 * @param page below the project's root
 * @param redraw the new text for the page's present text (empty if there is none); undefined if the page has no
 * markers
 */
export function updateGeneratedPage(page: string, redraw: (present: string) => string | undefined): void {
  const present = existsSync(join(root, page)) ? readProjectFile(page) : "";
  const wanted = redraw(present);
  if (wanted === undefined) return reportFindings([`${page} has no place to draw into`], "");
  if (wanted !== present && !process.argv.includes("--check")) writeFileSync(join(root, page), wanted);
  const current = wanted === present || !process.argv.includes("--check");
  reportFindings(
    current ? [] : [`${page} no longer shows what the code says: run npm run format`],
    `drawn: ${page} is current`,
  );
}

/**
 * Replaces the text between `<!-- name:start -->` and `<!-- name:end -->`; undefined if the page has no such
 * markers.
 */
export function replaceSection(page: string, name: string, drawing: string): string | undefined {
  const start = `<!-- ${name}:start -->`;
  const end = `<!-- ${name}:end -->`;
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  if (from < 0 || to < from) return undefined;
  return `${page.slice(0, from + start.length)}\n${drawing}\n${page.slice(to)}`;
}
