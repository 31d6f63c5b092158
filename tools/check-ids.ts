// Every id of a requirement, threat or goal that a test or a page cites stands in docs/requirements.md, and every id in
// docs/due.txt is cited by the title of a test.
import { projectFiles, readProjectFile, reportFindings } from "./shared/project.ts";

const idPattern = /\b(?:[A-Z]+-)+[A-Z]?\d+[a-z]?\b/g;
const isTest = (path: string) => /\.test\.tsx?$/.test(path) || /^e2e\/.*\.(spec|test)\.ts$/.test(path);

/** The ids that a list of requirements defines: the first cell of each table row. */
export function parseDefinedIds(requirements: string): Set<string> {
  return new Set(
    requirements.match(/^\| *(?:[A-Z]+-)+[A-Z]?\d+[a-z]? *\|/gm)?.map((cell) => cell.replaceAll(/[| ]/g, "")),
  );
}

/** "RESULT-NIN-04" is of the family "RESULT-NIN-", "G-P1" of "G-P". */
const familyOf = (id: string) => id.replace(/\d+[a-z]?$/, "");

/** The ids in a text whose family is known and which are not: mistyped or taken away. Other words such as UTF-8 pass. */
export function unknownIds(text: string, defined: ReadonlySet<string>): string[] {
  const families = new Set([...defined].map(familyOf));
  return [...new Set(text.match(idPattern))].filter((id) => families.has(familyOf(id)) && !defined.has(id));
}

/** The ids cited in the titles of tests: in a test file, on lines with a text, outside comments. */
export function idsInTitles(testFile: string): string[] {
  const lines = testFile.split("\n").filter((line) => /["'`]/.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line));
  return lines.flatMap((line) => line.match(idPattern) ?? []);
}

/** The ids a list of due ones names, one a line; lines beginning with # explain. */
export function parseDueIds(list: string): string[] {
  return list
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith("#"));
}

if (import.meta.main) {
  const defined = parseDefinedIds(readProjectFile("docs/requirements.md"));
  const files = projectFiles();
  const citing = files.filter((path) => isTest(path) || (path.endsWith(".md") && path !== "docs/requirements.md"));
  const unknown = citing.flatMap((path) =>
    unknownIds(readProjectFile(path), defined).map((id) => `${path}: ${id} is not in docs/requirements.md`),
  );
  const cited = new Set(files.filter(isTest).flatMap((path) => idsInTitles(readProjectFile(path))));
  const due = parseDueIds(readProjectFile("docs/due.txt"));
  const uncited = due
    .filter((id) => !cited.has(id))
    .map((id) => `${id} is due (docs/due.txt), and the title of no test cites it`);
  const misnamed = due
    .filter((id) => !defined.has(id))
    .map((id) => `docs/due.txt: ${id} is not in docs/requirements.md`);
  reportFindings(
    [...unknown, ...misnamed, ...uncited],
    `ids: ${cited.size} cited by tests, all of ${defined.size} known; ${due.length} due ones have a test`,
  );
}
