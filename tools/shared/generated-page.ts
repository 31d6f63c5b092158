import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { readProjectFile, reportFindings, root } from "./project.ts";

/**
 * Writes a generated page, or with `--check` only reports whether the page is current.
 * @param page   below the project's root
 * @param render makes it from the present page
 */
export function updateGeneratedPage(page: string, render: (present: string) => string): void {
  const present = existsSync(join(root, page)) ? readProjectFile(page) : "";
  const wanted = render(present);
  if (wanted !== present && !process.argv.includes("--check")) writeFileSync(join(root, page), wanted);
  const current = wanted === present || !process.argv.includes("--check");
  reportFindings(
    current ? [] : [`${page} no longer shows what the code says: run npm run format`],
    `drawn: ${page} is current`,
  );
}
