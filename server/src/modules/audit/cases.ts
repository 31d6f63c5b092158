import { sql } from "kysely";
import { secondsFromNow, type Tx } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";

export type NewCase = {
  readonly kind: string;
  /** The payment, account or request it is about; null where it is about none of them. */
  readonly objectId: string | null;
  /** Codes, counts and amounts only: never a personal value. */
  readonly detail: string;
  /** After one was opened, for so long no other is, also when it was closed meanwhile. */
  readonly quietSeconds?: number;
};

/**
 * Asks a person to look at something; once while they have not.
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
