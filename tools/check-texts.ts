// Every problem that a user can meet is produced by a test, and every shared text is used.
import { problems } from "../contract/src/problems.ts";
import * as texts from "../contract/src/texts.ts";

import { projectFiles, readProjectFile, reportFindings } from "./shared/project.ts";

const quotedWords = (files: readonly string[]) =>
  new Set(
    files.flatMap((text) => [...text.matchAll(/["'`](?:\d{3} )?([a-z][a-z0-9_]*)["'`]/g)].map(([, word]) => word)),
  );

/** The codes that no test names in quotes. Tests of the contract list all codes without producing any. */
export function untestedCodes(codes: readonly string[], tests: readonly string[]): string[] {
  const quoted = quotedWords(tests);
  return codes.filter((code) => !quoted.has(code));
}

type Catalogues = {
  /** Text by name. */
  readonly texts: Readonly<Record<string, string>>;
  /** Title and text of each problem, by code. */
  readonly problems: Readonly<Record<string, { readonly title: string; readonly text: string }>>;
};

/**
 * The texts that are not used: no source names them, and no returned problem has them.
 * @param sources product code, without the two catalogues themselves and without tests
 * @param acting the part of it that returns problems; the contract only lists possible ones
 */
export function unusedTexts(
  { texts: known, problems: reported }: Catalogues,
  sources: readonly string[],
  acting = sources,
): string[] {
  const named = new Set(sources.flatMap((text) => [...text.matchAll(/\btexts\.(\w+)/g)].map(([, name]) => name)));
  const quoted = quotedWords(acting);
  const reportedTexts = new Set(
    Object.entries(reported).flatMap(([code, { title, text }]) => (quoted.has(code) ? [title, text] : [])),
  );
  return Object.entries(known).flatMap(([name, words]) => (named.has(name) || reportedTexts.has(words) ? [] : [name]));
}

if (import.meta.main) {
  const isTest = (path: string) => /\.(test|spec)\.tsx?$|\/testing\//.test(path);
  const files = projectFiles();
  const codes = Object.keys(problems);
  const tests = files.filter((path) => /\.(test|spec)\.tsx?$/.test(path) && /^(server|web|e2e)\//.test(path));
  const missing = untestedCodes(codes, tests.map(readProjectFile));
  const shipped = files.filter((path) => /^(contract|server|web)\/.*\.tsx?$/.test(path) && !isTest(path));
  const sources = shipped.filter((path) => !/^contract\/src\/(texts|problems)\.ts$/.test(path));
  const silent = unusedTexts(
    { texts, problems },
    sources.map(readProjectFile),
    sources.filter((path) => !path.startsWith("contract/")).map(readProjectFile),
  );
  reportFindings(
    [
      ...missing.map((code) => `${code}: no test produces this problem`),
      ...silent.map((name) => `texts.${name}: no screen and no problem uses it`),
    ],
    `texts: each of ${codes.length} problems is produced by a test, each of ${Object.keys(texts).length} texts is used`,
  );
}
