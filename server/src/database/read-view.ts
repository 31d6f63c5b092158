import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Schema } from "./schema.ts";

/**
 * A read view: some columns of a table as a relation that other modules join in their own statements. Only the
 * table's owner defines one, in its `read-views.ts`; `table-owners.ts` lists them with the reason. PostgreSQL plans
 * it like the table itself.
 */
export function readView<Table extends keyof Schema, Column extends keyof Selectable<Schema[Table]> & string>(
  table: Table,
  columns: readonly Column[],
): RawBuilder<Pick<Selectable<Schema[Table]>, Column>> {
  return sql`(select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)})`;
}
