import { lagosTimestamp } from "@idanimo/contract/date-format";
import { formatMinor } from "@idanimo/contract/money";

/** What a spreadsheet would take for the beginning of a formula, also behind blanks and in the wide letters of East Asia. */
const formula = /^[\s\u00a0\u3000\ufeff]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** Says that the text is UTF-8: without it a spreadsheet reads it as something else. */
export const csvByteOrderMark = "\ufeff";

/** A value of a table: a text, a count, a timestamp, or an amount in minor units. */
export type CsvCell = string | number | bigint | Date | { readonly minor: bigint };

const month = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}";
/** Texts that a spreadsheet turns into a number or a date, and so changes: `01234567890`, `+2348035551122`, `12E5`, `4-5-1990`, `MAR2024`. */
const readAsNumber = new RegExp(
  `^(?:[+(-]?\\d[\\d .,:/()-]{0,30}|[+-]?\\d+(?:[.,]\\d+)?e[+-]?\\d+|(?:\\d{1,2}[ -])?${month}[ .,-]*\\d{1,4}|\\d{1,2}[ -]?${month})$`,
  "i",
);

/**
 * One cell of a CSV. Every CSV is written through this function. Numbers and timestamps are written plainly. A text is quoted, is never a
 * formula of its author's, and is shown by a spreadsheet as it is: `="0123"` is the text 0123 in Excel and LibreOffice. Source: T-59.
 */
export function csvCell(cell: CsvCell): string {
  if (typeof cell === "number" || typeof cell === "bigint") return String(cell);
  if (cell instanceof Date) return lagosTimestamp(cell);
  if (typeof cell === "object") return formatMinor(cell.minor);
  const plain = cell.replaceAll("\u0000", "");
  const safe = readAsNumber.test(plain) ? `="${plain}"` : formula.test(plain) ? `'${plain}` : plain;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** One line of a CSV with its end. */
export const csvRow = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(",")}\r\n`;

/** Some rows of a table, and the place behind them; undefined where nothing is left. */
export type CsvChunk<Place> = { readonly rows: readonly (readonly CsvCell[])[]; readonly next: Place | undefined };

/**
 * A CSV that is made while it is read: the next rows are only asked for once the ones before are taken, and no more when nobody
 * reads on.
 * @param read the rows behind a place; the first ones where there is none
 */
export async function* streamCsv<Place>(
  head: readonly string[],
  read: (after: Place | undefined) => Promise<CsvChunk<Place>>,
): AsyncGenerator<string> {
  yield csvByteOrderMark + csvRow(head);
  for (let after: Place | undefined; ;) {
    const { rows, next } = await read(after);
    if (rows.length > 0) yield rows.map(csvRow).join("");
    if (next === undefined) return;
    after = next;
  }
}
