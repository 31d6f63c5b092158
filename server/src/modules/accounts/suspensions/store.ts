import type { SuspensionReason } from "@idanimo/contract/suspensions";
import { productNow, type Tx } from "../../../database/database.ts";

/** Suspensions of accounts and organisations by operators. At most one of an owner runs. [OC-08 OC-09] */

export type Suspension = {
  readonly id: string;
  readonly reasonCode: string;
  readonly afterReport: boolean;
  readonly note: string;
  readonly madeBy: string;
  readonly madeAt: Date;
  readonly endedBy: string | null;
  readonly endedAt: Date | null;
};

const suspensionsOf = (tx: Tx, ownerId: string) =>
  tx
    .selectFrom("suspensions")
    .select(["id", "reason_code as reasonCode", "after_report as afterReport", "note"])
    .select(["made_by as madeBy", "made_at as madeAt", "ended_by as endedBy", "ended_at as endedAt"])
    .where("owner_id", "=", ownerId);

/** The running one and earlier ones, newest first. */
export const findSuspensions = (tx: Tx, ownerId: string, limit: number): Promise<readonly Suspension[]> =>
  suspensionsOf(tx, ownerId).orderBy("made_at", "desc").orderBy("id", "desc").limit(limit).execute();

export const lockRunningSuspension = (tx: Tx, ownerId: string): Promise<Suspension | undefined> =>
  suspensionsOf(tx, ownerId).where("ended_at", "is", null).forUpdate().executeTakeFirst();

/** @returns false if the owner is suspended already */
export async function insertSuspension(
  tx: Tx,
  made: Pick<Suspension, "id" | "afterReport" | "note" | "madeBy"> & {
    readonly ownerId: string;
    readonly reasonCode: SuspensionReason;
  },
): Promise<boolean> {
  const inserted = await tx
    .insertInto("suspensions")
    .values({
      id: made.id,
      owner_id: made.ownerId,
      reason_code: made.reasonCode,
      after_report: made.afterReport,
      note: made.note,
      made_by: made.madeBy,
      ended_by: null,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Ends a running suspension. */
export async function endSuspension(tx: Tx, id: string, endedBy: string): Promise<void> {
  await tx
    .updateTable("suspensions")
    .set({ ended_by: endedBy, ended_at: productNow })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
}
