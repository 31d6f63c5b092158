import { lagosTimestamp } from "@idanimo/contract/date-format";
import { formatMinor } from "@idanimo/contract/money";

/** What a spreadsheet reads as the start of a formula, also after blanks and as full-width characters. */
const formula = /^[\s\u00a0\u3000\ufeff]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** Marks the text as UTF-8; without it a spreadsheet assumes another encoding. */
export const csvByteOrderMark = "\ufeff";

/** A cell: text, a count, a timestamp, or an amount in minor units. */
export type CsvCell = string | number | bigint | Date | { readonly minor: bigint };

const month = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}";
/**
 * Texts that a spreadsheet converts to a number or date and so changes: `01234567890`, `+2348035551122`, `12E5`,
 * `4-5-1990`, `MAR2024`.
 */
const readAsNumber = new RegExp(
  `^(?:[+(-]?\\d[\\d .,:/()-]{0,30}|[+-]?\\d+(?:[.,]\\d+)?e[+-]?\\d+|(?:\\d{1,2}[ -])?${month}[ .,-]*\\d{1,4}|\\d{1,2}[ -]?${month})$`,
  "i",
);

/**
 * Writes a cell; every CSV uses this function. Numbers and timestamps are plain. Text is quoted, cannot become a
 * formula, and is shown by a spreadsheet unchanged: `="0123"` is the text 0123 in Excel and LibreOffice. [T-59]
 */
export function csvCell(cell: CsvCell): string {
  if (typeof cell === "number" || typeof cell === "bigint") return String(cell);
  if (cell instanceof Date) return lagosTimestamp(cell);
  if (typeof cell === "object") return formatMinor(cell.minor);
  const plain = cell.replaceAll("\u0000", "");
  const safe = readAsNumber.test(plain) ? `="${plain}"` : formula.test(plain) ? `'${plain}` : plain;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** A row with its line end. */
export const csvRow = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(",")}\r\n`;

/** Some rows of a table and the cursor after them; undefined after the last one. */
export type CsvChunk<Place> = { readonly rows: readonly (readonly CsvCell[])[]; readonly next: Place | undefined };

/**
 * Streams a CSV: reads the next chunk only when the reader has taken the one before.
 * @param read the rows after a cursor; the first ones without it
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
