import { sql } from "kysely";
import { secondsFromNow, productNow, type Tx } from "../../../database/database.ts";

const retryAfterHours = 24;
/** After this many mismatches the name or the RC number must change first. */
const maxAttempts = 30;

export type Business = { readonly name: string; readonly rcNumber: string };

/**
 * Claims and counts one match attempt; undefined if none is due or another process has claimed it. Accounts with an
 * unconfirmed email address are skipped, because each lookup costs money.
 */
export async function claimMatchAttempt(tx: Tx, userId: string): Promise<Business | undefined> {
  const row = await tx
    .updateTable("users")
    .set((user) => ({ match_attempted_at: productNow, match_attempts: user("match_attempts", "+", 1) }))
    .where("id", "=", userId)
    .where("user_type", "=", "business")
    .where("verified_at", "is", null)
    .where("closed_at", "is", null)
    .where("email_verified_at", "is not", null)
    .where("match_attempts", "<", maxAttempts)
    .where(
      sql<boolean>`(match_attempted_at is null or match_attempted_at <= product_now() - make_interval(hours => ${retryAfterHours}))`,
    )
    .returning(["business_name", "rc_number"])
    .executeTakeFirst();
  if (!row || row.business_name === null || row.rc_number === null) return undefined;
  return { name: row.business_name, rcNumber: row.rc_number };
}

/** Undoes an attempt that the register did not take; the next one is due in an hour. */
export async function releaseMatchAttempt(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable("users")
    .set((user) => ({
      match_attempts: user("match_attempts", "-", 1),
      match_attempted_at: secondsFromNow(3_600 * (1 - retryAfterHours)),
    }))
    .where("id", "=", userId)
    .where("match_attempts", ">", 0)
    .execute();
}

/** Marks a business as verified; false if its name or number changed during the lookup. */
export async function markVerified(tx: Tx, userId: string, { name, rcNumber }: Business): Promise<boolean> {
  const row = await tx
    .updateTable("users")
    .set({ verified_at: productNow })
    .where("id", "=", userId)
    .where("business_name", "=", name)
    .where("rc_number", "=", rcNumber)
    .where("verified_at", "is", null)
    .where("closed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether another account is verified with this RC number. Locks the number until the transaction ends. */
export async function isCompanyTaken(tx: Tx, userId: string, { rcNumber }: Business): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('rc:' || normalize_rc_number(${rcNumber}), 0))`.execute(tx);
  const found = await sql`select from users where normalize_rc_number(rc_number) = normalize_rc_number(${rcNumber})
    and verified_at is not null and id <> ${userId}`.execute(tx);
  return found.rows.length > 0;
}

/** Businesses that are due, longest wait first. */
export async function findDueBusinesses(tx: Tx, most: number): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("users")
    .select("id")
    .where("user_type", "=", "business")
    .where("verified_at", "is", null)
    .where("closed_at", "is", null)
    .where("email_verified_at", "is not", null)
    .where("match_attempts", "<", maxAttempts)
    .where(
      sql<boolean>`(match_attempted_at is null or match_attempted_at <= product_now() - make_interval(hours => ${retryAfterHours}))`,
    )
    .orderBy(sql`match_attempted_at nulls first`)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}
