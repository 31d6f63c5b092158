import { sql } from "kysely";
import { secondsFromNow, type Tx } from "../../../database/database.ts";

/**
 * Allows one session to export the account for some minutes. Returns until when; undefined if the session has
 * ended.
 */
export async function grantExport(tx: Tx, signInId: string, minutes: number): Promise<Date | undefined> {
  const row = await tx
    .updateTable("sign_ins")
    .set({ export_until: secondsFromNow(minutes * 60) })
    .where("id", "=", signInId)
    .where("ended_at", "is", null)
    .returning("export_until")
    .executeTakeFirst();
  return row?.export_until ?? undefined;
}

export async function isExportGranted(tx: Tx, signInId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("sign_ins")
    .select(sql<boolean>`coalesce(export_until > product_now(), false)`.as("may"))
    .where("id", "=", signInId)
    .executeTakeFirst();
  return row?.may === true;
}
