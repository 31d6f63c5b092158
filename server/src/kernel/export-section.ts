import type { Cursor } from "./cursor.ts";

/** One module's part of an account export. */
export type ExportSection = {
  /** Its key in the JSON file. */
  readonly name: string;
  /** Its heading in the PDF; `labels` are the column headings. */
  readonly title: string;
  readonly labels: readonly string[];
  /** All rows of an account, newest first, read page by page so that few are in memory. */
  rows(ownerId: string): AsyncIterable<{ readonly full: object; readonly short: readonly string[] }>;
};

/** Rows per query. */
const pageSize = 1_000;

/** Reads a list page by page. A page with fewer rows than requested is the last one. */
export async function* readAllPages<Row>(
  read: (after: Cursor | undefined, most: number) => Promise<readonly Row[]>,
  cursorOf: (row: Row) => Cursor,
): AsyncGenerator<Row> {
  for (let after: Cursor | undefined; ;) {
    const rows = await read(after, pageSize);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = cursorOf(last);
  }
}

/** Builds a section from its rows and their columns in the PDF. */
export function exportSection<Row extends object>(made: {
  readonly name: string;
  readonly title: string;
  readonly rows: (ownerId: string) => AsyncIterable<Row>;
  readonly columns: Readonly<Record<string, (row: Row) => string>>;
}): ExportSection {
  const columns = Object.values(made.columns);
  return {
    name: made.name,
    title: made.title,
    labels: Object.keys(made.columns),
    async *rows(ownerId) {
      for await (const row of made.rows(ownerId)) yield { full: row, short: columns.map((of) => of(row)) };
    },
  };
}

/** Makes a code readable, if it has no label of its own: `signed_in` becomes `Signed in`. */
export const humanizeCode = (code: string): string =>
  (code.charAt(0).toUpperCase() + code.slice(1)).replaceAll("_", " ");
