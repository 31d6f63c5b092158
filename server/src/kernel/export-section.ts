import type { Cursor } from "./cursor.ts";

/** What one module knows of an account, for its holder to take along. Each module brings its own parts; the start puts them together. */
export type ExportSection = {
  /** Its name in the file for programs. */
  readonly name: string;
  /** Its heading on paper, and what stands over the columns there. */
  readonly title: string;
  readonly labels: readonly string[];
  /** All rows of an account, newest first. They are read some at a time: however many there are, few are held at once. */
  rows(ownerId: string): AsyncIterable<{ readonly full: object; readonly short: readonly string[] }>;
};

/** Rows that are read together. */
const pageSize = 1_000;

/** Reads a list page after page. A page with fewer rows than asked for is the last one. */
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

/** A part by its rows, and how each is shown on paper. */
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

/** A code as a person reads it, where it has no words of its own: `signed_in` is `Signed in`. */
export const humanizeCode = (code: string): string =>
  (code.charAt(0).toUpperCase() + code.slice(1)).replaceAll("_", " ");
