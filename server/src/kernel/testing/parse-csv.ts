import { parse } from "csv-parse/sync";

/**
 * Reads a CSV as a spreadsheet does (RFC 4180).
 * @throws if it is invalid or has no byte order mark
 */
export function parseCsv(text: string): readonly (readonly string[])[] {
  if (!text.startsWith("\ufeff")) throw new Error("a spreadsheet would not know that this is UTF-8");
  return parse(text.slice(1), { record_delimiter: "\r\n", relax_column_count: true });
}

/** The text that a spreadsheet shows: `="0123"` is the text 0123. Also removes the apostrophe before a formula. */
export const displayedCell = (cell: string): string =>
  /^="([\w +.,:/()-]+)"$/.exec(cell)?.[1] ?? cell.replace(/^'/, "");
