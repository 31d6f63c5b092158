import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { readProjectFile, reportFindings, root } from "./project.ts";

/**
 * Writes a generated page, or with `--check` only reports whether the page is current.
 * @param page   below the project's root
 * @param render makes it from the present page
 */
export function updateGeneratedPage(page: string, render: (present: string) => string): void {
  updateGeneratedPages({ [page]: render });
}

/** The same for several pages. */
export function updateGeneratedPages(pages: Readonly<Record<string, (present: string) => string>>): void {
  const isCheck = process.argv.includes("--check");
  const findings = Object.entries(pages).flatMap(([page, render]) => {
    const present = existsSync(join(root, page)) ? readProjectFile(page) : "";
    const wanted = render(present);
    if (wanted === present) return [];
    if (isCheck) return [`${page} no longer shows what the code says: run npm run format`];
    writeFileSync(join(root, page), wanted);
    return [];
  });
  reportFindings(findings, `drawn: ${Object.keys(pages).join(", ")}: current`);
}
