// Dates, times and counts are formatted in one file only, so that all screens, documents and messages are
// consistent [CONST-17].
import { projectFiles, readProjectFile, reportFindings } from "./shared/project.ts";

const formatModule = "contract/src/date-format.ts";
const formattingCall = /\bIntl\.DateTimeFormat\b(?!Options)|\.to(?:Locale(?:Date|Time)?|Date|Time)String\(/;

/** The lines of a source file that format a date or a count, each as "line 3". */
export function findFormattingLines(source: string): string[] {
  return source.split("\n").flatMap((line, at) => (formattingCall.test(line) ? [`line ${at + 1}`] : []));
}

/**
 * Whether a file is part of the product. The sandbox renders pages of other companies; tests may compute what they
 * expect.
 */
export const isChecked = (path: string): boolean =>
  /^(?:contract|server|web)\/.*\.(?:ts|tsx|js|mjs)$/.test(path) &&
  !/\.test\.tsx?$|\/testing\//.test(path) &&
  path !== formatModule;

if (import.meta.main) {
  const files = projectFiles().filter(isChecked);
  reportFindings(
    files.flatMap((path) =>
      findFormattingLines(readProjectFile(path)).map(
        (line) => `${path}, ${line}: use a function of ${formatModule} instead`,
      ),
    ),
    `dates: ${files.length} files format them with ${formatModule}`,
  );
}
