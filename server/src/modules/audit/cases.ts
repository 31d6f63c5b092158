import { sql } from "kysely";
import { productNow, secondsFromNow, type Tx } from "../../database/database.ts";
import type { IdSource } from "../../kernel/ids.ts";

export type NewCase = {
  /** A new id unless given. */
  readonly id?: string;
  readonly kind: string;
  /** The payment, account or request that it is about; null if there is none. */
  readonly objectId: string | null;
  /** Codes, counts and amounts only: never a personal value. */
  readonly detail: string;
  /** Seconds after an opening in which no other case is opened, even if the first was closed meanwhile. */
  readonly quietSeconds?: number;
  /** Days until it is due; five unless given. */
  readonly dueDays?: number;
};

/**
 * Opens a case for an operator; only one of its kind and object is open at a time.
 * @returns whether there is a new case
 */
export async function openCase(tx: Tx, ids: IdSource, made: NewCase): Promise<boolean> {
  const { id = ids.rowId(), kind, objectId, detail, quietSeconds = 0, dueDays = 5 } = made;
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
    .values({
      id,
      kind,
      object_id: objectId,
      detail,
      due_at: secondsFromNow(dueDays * 86_400),
      closed_at: null,
      closed_by: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return opened !== undefined;
}

export type Case = {
  readonly id: string;
  readonly kind: string;
  readonly objectId: string | null;
  readonly detail: string;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  readonly closedBy: string | null;
};

const selectCases = (tx: Tx) =>
  tx
    .selectFrom("cases")
    .select(["id", "kind", "object_id as objectId", "detail"])
    .select(["opened_at as openedAt", "closed_at as closedAt", "closed_by as closedBy"]);

/** Open cases, oldest first. */
export const findOpenCases = (tx: Tx): Promise<readonly Case[]> =>
  selectCases(tx).where("closed_at", "is", null).orderBy("opened_at").execute();

export const findCase = (tx: Tx, id: string): Promise<Case | undefined> =>
  selectCases(tx).where("id", "=", id).executeTakeFirst();

/** The oldest case of a kind about an object, open or closed. */
export const findCaseAbout = (tx: Tx, kind: string, objectId: string): Promise<Case | undefined> =>
  selectCases(tx).where("kind", "=", kind).where("object_id", "=", objectId).orderBy("opened_at").executeTakeFirst();

/** The open case of a kind about an object. */
export const findOpenCaseAbout = (tx: Tx, kind: string, objectId: string): Promise<Case | undefined> =>
  selectCases(tx)
    .where("kind", "=", kind)
    .where("object_id", "=", objectId)
    .where("closed_at", "is", null)
    .executeTakeFirst();

/** Closes a case; false if it is closed already or does not exist. */
export async function closeCase(tx: Tx, id: string, by: string): Promise<boolean> {
  const closed = await tx
    .updateTable("cases")
    .set({ closed_at: productNow, closed_by: by })
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return closed !== undefined;
}
