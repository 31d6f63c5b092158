import { sql } from "kysely";
import type { Tx } from "./database.ts";

/** A table whose rows are deleted after a fixed time. */
export type RowRetentionRule = {
  /** What a row contains, for the privacy documents. */
  readonly what: string;
  readonly table: string;
  /** The column from which the time counts. */
  readonly since: string;
  readonly lives: string;
  /** SQL: which rows; all of them unless given. */
  readonly and?: string;
};

/** Deletes the rows whose time has passed. Idempotent. */
export async function deleteExpiredRows(tx: Tx, rules: readonly RowRetentionRule[]): Promise<void> {
  for (const { table, since, lives, and } of rules) {
    const more = and === undefined ? sql`` : sql.raw(` and ${and}`);
    await sql`delete from ${sql.table(table)} where ${sql.ref(since)} < product_now() - ${lives}::interval${more}`.execute(
      tx,
    );
  }
}
