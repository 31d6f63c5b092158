import { sql } from "kysely";
import { secondsFromNow, type Tx } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";

export type NewCase = {
  readonly kind: string;
  /** The payment, account or request that it is about; null if there is none. */
  readonly objectId: string | null;
  /** Codes, counts and amounts only: never a personal value. */
  readonly detail: string;
  /** Seconds after an opening in which no other case is opened, even if the first was closed meanwhile. */
  readonly quietSeconds?: number;
};

/**
 * Opens a case for an operator; only one of its kind and object is open at a time.
 * @returns whether there is a new case
 */
export async function openCase(tx: Tx, ids: IdSource, made: NewCase): Promise<boolean> {
  const { kind, objectId, detail, quietSeconds = 0 } = made;
  if (quietSeconds > 0) {
    const recent = await tx
      .selectFrom("cases")
      .select("id")
      .where("kind", "=", kind)
      .where(sql<boolean>`object_id is not distinct from ${objectId}::uuid`)
      .where("opened_at", ">", secondsFromNow(-quietSeconds))
      .executeTakeFirst();
    if (recent) return false;
  }
  const opened = await tx
    .insertInto("cases")
    .values({ id: ids.rowId(), kind, object_id: objectId, detail, closed_at: null, closed_by: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return opened !== undefined;
}
