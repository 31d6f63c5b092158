import { type RawBuilder, sql } from "kysely";
import type { Cursor } from "../kernel/cursor.ts";
import { readAllPages } from "../kernel/export-section.ts";
import type { Database } from "./database.ts";

/** Start of a list: nothing is newer. */
const beforeFirst = { at: sql`'infinity'::timestamptz`, id: sql`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid` };

/**
 * Reads all rows of one owner, newest first, by keyset in short transactions of the owner's scope.
 * @param page the statement: at most this many rows with `at` and `id` after this position
 * @param shape converts a row
 */
export async function* readOwnerRows<Row extends { readonly at: Date; readonly id: string }, Item>(
  db: Database,
  ownerId: string,
  page: (
    behind: { readonly at: RawBuilder<unknown>; readonly id: RawBuilder<unknown> },
    most: number,
  ) => RawBuilder<Row>,
  shape: (rows: readonly Row[]) => Promise<readonly Item[]> | readonly Item[],
): AsyncGenerator<Item> {
  const read = async (after: Cursor | undefined, most: number) => {
    const behind = after ? { at: sql`${after.at}::timestamptz`, id: sql`${after.id}::uuid` } : beforeFirst;
    const found = await db.transaction({ owner: ownerId }, (tx) =>
      sql<Row & { at_text: string }>`select page.*, page.at::text as at_text from (${page(behind, most)}) page
        order by page.at desc, page.id desc`.execute(tx),
    );
    const reported = await shape(found.rows);
    return found.rows.map((row, index) => ({ row, reported: reported[index] }));
  };
  for await (const { reported } of readAllPages(read, ({ row }) => ({ at: row.at_text, id: row.id })))
    if (reported !== undefined) yield reported;
}
