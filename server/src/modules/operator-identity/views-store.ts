import { findsPerDay, viewReasonHours, viewsPerDay, type ViewReason } from "@idanimo/contract/console/rights";
import { sql } from "kysely";
import { secondsFromNow, type Tx } from "../../database/database.ts";

/** What operators searched for and which accounts they opened. */

export type FindKind = "email" | "phone" | "reference" | "session" | "id" | "name" | "case";
export type NewFind = {
  readonly id: string;
  readonly operatorId: string;
  readonly kind: FindKind;
  readonly valueHash: Buffer;
  readonly reason: ViewReason;
  readonly note: string | null;
  readonly found: boolean;
};

const lagosToday = sql<Date>`date_trunc('day', product_now() at time zone 'Africa/Lagos') at time zone 'Africa/Lagos'`;

/** Locks an operator, and counts the acts of today in Lagos. @returns whether another one is allowed */
async function isBelow(tx: Tx, operatorId: string, table: "finds" | "account_views", most: number): Promise<boolean> {
  await sql`select from operators where id = ${operatorId} for update`.execute(tx);
  const row = await tx
    .selectFrom(table)
    .select((build) => build.fn.countAll<bigint>().as("count"))
    .where("operator_id", "=", operatorId)
    .where("at", ">=", lagosToday)
    .executeTakeFirstOrThrow();
  return Number(row.count) < most;
}

export const mayFindToday = (tx: Tx, operatorId: string) => isBelow(tx, operatorId, "finds", findsPerDay);
export const mayViewToday = (tx: Tx, operatorId: string) => isBelow(tx, operatorId, "account_views", viewsPerDay);

export async function insertFind(tx: Tx, find: NewFind): Promise<void> {
  await tx
    .insertInto("finds")
    .values({
      id: find.id,
      operator_id: find.operatorId,
      kind: find.kind,
      value_hash: find.valueHash,
      reason_code: find.reason,
      note: find.note,
      found: find.found,
    })
    .execute();
}

const sinceHours = secondsFromNow(-viewReasonHours * 3600);

/** Whether an operator gave a reason for an account within the last 24 hours. */
export async function hasRecentView(tx: Tx, operatorId: string, ownerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("account_views")
    .select("id")
    .where("operator_id", "=", operatorId)
    .where("owner_id", "=", ownerId)
    .where("at", ">", sinceHours)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether any operator looked at an account within the last 24 hours: its owner knows already. */
export async function wasViewedRecently(tx: Tx, ownerId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("account_views")
    .select("id")
    .where("owner_id", "=", ownerId)
    .where("at", ">", sinceHours)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertAccountView(
  tx: Tx,
  view: { readonly id: string; readonly ownerId: string; readonly operatorId: string; readonly reason: ViewReason },
): Promise<void> {
  await tx
    .insertInto("account_views")
    .values({ id: view.id, owner_id: view.ownerId, operator_id: view.operatorId, reason_code: view.reason })
    .execute();
}
