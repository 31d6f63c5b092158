/** What a spreadsheet would take for the beginning of a formula, also behind blanks and in the wide letters of East Asia. */
const formula = /^[\s\u00a0\u3000\ufeff]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/** Says that the text is UTF-8: without it a spreadsheet reads it as something else. */
export const csvStart = "\ufeff";

/** One cell of a CSV: always quoted, and never a formula. Source: T-59. */
export function csvCell(text: string): string {
  const plain = text.replaceAll("\u0000", "");
  const safe = formula.test(plain) ? `'${plain}` : plain;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** One line of a CSV with its end. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

/** A moment as a spreadsheet reads it, on the clock of Lagos, which knows no summer time: `2026-11-21 18:05:09`. */
export const csvTime = (at: Date): string =>
  new Date(at.getTime() + 3_600_000).toISOString().slice(0, 19).replace("T", " ");

/** Some rows of a table, and the place behind them; undefined where nothing is left. */
export type CsvChunk<Place> = { readonly rows: readonly (readonly string[])[]; readonly next: Place | undefined };

/**
 * A CSV that is made while it is read: the next rows are only asked for once the ones before are taken, and no more when nobody
 * reads on.
 * @param read the rows behind a place; the first ones where there is none
 */
export async function* csvOf<Place>(
  head: readonly string[],
  read: (after: Place | undefined) => Promise<CsvChunk<Place>>,
): AsyncGenerator<string> {
  yield csvStart + csvRow(head);
  for (let after: Place | undefined; ;) {
    const { rows, next } = await read(after);
    if (rows.length > 0) yield rows.map(csvRow).join("");
    if (next === undefined) return;
    after = next;
  }
}
