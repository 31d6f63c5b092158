// Every id of a requirement, threat or goal that a test or a page cites is in docs/requirements.md, and a test covers every id
// in docs/due.txt. No source file refers to a document that is not in the repository, and no two decision records share a
// number.
import { projectFiles, readProjectFile, reportFindings } from "./shared/project.ts";

const idPattern = /\b(?:[A-Z]+-)+[A-Z]?\d+[a-z]?\b/g;
const isTest = (path: string) => /\.test\.tsx?$/.test(path) || /^e2e\/.*\.(spec|test)\.ts$/.test(path);

/** The ids that a list of requirements defines: the first cell of each table row. */
export function parseDefinedIds(requirements: string): Set<string> {
  return new Set(
    requirements.match(/^\| *(?:[A-Z]+-)+[A-Z]?\d+[a-z]? *\|/gm)?.map((cell) => cell.replaceAll(/[| ]/g, "")),
  );
}

/** "RESULT-NIN-" of "RESULT-NIN-04", "G-P" of "G-P1". */
const familyOf = (id: string) => id.replace(/\d+[a-z]?$/, "");

/** The undefined ids of a known family in a text: mistyped or removed. Other words such as UTF-8 are ignored. */
export function unknownIds(text: string, defined: ReadonlySet<string>): string[] {
  const families = new Set([...defined].map(familyOf));
  return [...new Set(text.match(idPattern))].filter((id) => families.has(familyOf(id)) && !defined.has(id));
}

/** The ids that a test file covers: on lines with a string literal, and in `// Covers: A-1 B-2` comments. */
export function coveredIds(testFile: string): string[] {
  const lines = testFile
    .split("\n")
    .filter((line) => /^\s*\/\/ Covers: /.test(line) || (/["'`]/.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line)));
  return lines.flatMap((line) => line.match(idPattern) ?? []);
}

/** The ids of a list of due ones, one per line; lines that start with # are comments. */
export function parseDueIds(list: string): string[] {
  return list
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith("#"));
}

/** References to the specification's annexes and to design documents, none of which are in the repository. */
const missingDocument = /[AB]§\d+|\bdesign \d+|\bproviders \d+\.\d+|performance\.md, limit/g;

/** The references to missing documents in a text, each as "line 3: providers …". */
export function findMissingDocuments(text: string): string[] {
  return text
    .split("\n")
    .flatMap((line, at) => [...line.matchAll(missingDocument)].map(([reference]) => `line ${at + 1}: ${reference}`));
}

/** Whether a file may not refer to missing documents. */
export function isCheckedForDocuments(path: string): boolean {
  return /\.([cm]?[jt]sx?|css|html|sql|ya?ml|conf|cfg|service|target)$/.test(path) || path.endsWith(".env.example");
}

/** The numbers that two decision records have. */
export function repeatedDecisionNumbers(paths: readonly string[]): string[] {
  const numbers = paths.flatMap((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? []);
  return [...new Set(numbers.filter((number, at) => numbers.indexOf(number) !== at))];
}

if (import.meta.main) {
  const defined = parseDefinedIds(readProjectFile("docs/requirements.md"));
  const files = projectFiles();
  const citing = files.filter((path) => isTest(path) || (path.endsWith(".md") && path !== "docs/requirements.md"));
  const unknown = citing.flatMap((path) =>
    unknownIds(readProjectFile(path), defined).map((id) => `${path}: ${id} is not in docs/requirements.md`),
  );
  const cited = new Set(files.filter(isTest).flatMap((path) => coveredIds(readProjectFile(path))));
  const due = parseDueIds(readProjectFile("docs/due.txt"));
  const uncited = due.filter((id) => !cited.has(id)).map((id) => `${id} is due (docs/due.txt), and no test covers it`);
  const misnamed = due
    .filter((id) => !defined.has(id))
    .map((id) => `docs/due.txt: ${id} is not in docs/requirements.md`);
  const missingDocuments = files
    .filter(isCheckedForDocuments)
    .flatMap((path) =>
      findMissingDocuments(readProjectFile(path)).map(
        (reference) => `${path}, ${reference} is not in the repository: cite an id of docs/requirements.md`,
      ),
    );
  const repeated = repeatedDecisionNumbers(files).map((number) => `docs/decisions: two records have number ${number}`);
  reportFindings(
    [...unknown, ...misnamed, ...uncited, ...missingDocuments, ...repeated],
    `ids: ${cited.size} of ${defined.size} are covered by tests; each of ${due.length} due ones is covered`,
  );
}
