import type { CapPeriod, CapSubject } from "@idanimo/contract/organisations/spending";
import type { SearchType } from "@idanimo/contract/catalogue";
import { sql } from "kysely";
import type { Tx } from "../../../database/database.ts";

/** Queries for spending caps. */

export type Cap = {
  readonly id: string;
  readonly appliesTo: CapSubject;
  readonly subjectId: string;
  /** Of a custom role. */
  readonly roleName: string | null;
  readonly period: CapPeriod;
  readonly searchType: SearchType | null;
  readonly amountMinor: bigint | null;
  readonly count: number | null;
};

/** The caps of an organisation, by subject. */
export const findCaps = (tx: Tx, organisationId: string): Promise<readonly Cap[]> =>
  tx
    .selectFrom("spending_caps as c")
    .select([
      "c.id",
      "c.applies_to as appliesTo",
      "c.subject_id as subjectId",
      "c.period",
      "c.search_type as searchType",
    ])
    .select(["c.amount_minor as amountMinor", "c.count"])
    .select(
      sql<string | null>`(select r.name from roles r where c.applies_to = 'role' and r.id::text = c.subject_id)`.as(
        "roleName",
      ),
    )
    .where("c.organisation_id", "=", organisationId)
    .orderBy("c.applies_to")
    .orderBy("c.subject_id")
    .orderBy("c.period")
    .orderBy("c.id")
    .execute();

export type NewCap = Omit<Cap, "roleName"> & { readonly organisationId: string };

/**
 * Stores a cap, in place of the one for the same subject, period and kind.
 * @returns its id, or undefined if the organisation has as many caps as it may
 */
export async function storeCap(tx: Tx, cap: NewCap, most: number): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`spending_caps ${cap.organisationId}`}, 0))`.execute(tx);
  const same = await tx
    .updateTable("spending_caps")
    .set({ amount_minor: cap.amountMinor, count: cap.count })
    .where("organisation_id", "=", cap.organisationId)
    .where("applies_to", "=", cap.appliesTo)
    .where("subject_id", "=", cap.subjectId)
    .where("period", "=", cap.period)
    .where("search_type", "is not distinct from", cap.searchType)
    .returning("id")
    .executeTakeFirst();
  if (same) return same.id;
  const { count } = await tx
    .selectFrom("spending_caps")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("organisation_id", "=", cap.organisationId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= most) return undefined;
  await tx
    .insertInto("spending_caps")
    .values({
      id: cap.id,
      organisation_id: cap.organisationId,
      applies_to: cap.appliesTo,
      subject_id: cap.subjectId,
      period: cap.period,
      search_type: cap.searchType,
      amount_minor: cap.amountMinor,
      count: cap.count,
    })
    .execute();
  return cap.id;
}

/** Deletes all caps of an organisation. */
export async function deleteCaps(tx: Tx, organisationId: string): Promise<void> {
  await tx.deleteFrom("spending_caps").where("organisation_id", "=", organisationId).execute();
}

/** @returns false if the organisation has no such cap */
export async function deleteCap(tx: Tx, organisationId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom("spending_caps")
    .where("organisation_id", "=", organisationId)
    .where("id", "=", id)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** Whether an organisation has this custom role. */
export const hasCustomRole = async (tx: Tx, organisationId: string, roleId: string): Promise<boolean> =>
  (await tx
    .selectFrom("roles")
    .select("id")
    .where("organisation_id", "=", organisationId)
    .where(sql<boolean>`id::text = ${roleId}`)
    .executeTakeFirst()) !== undefined;

/** Whether a user is an active or suspended member. */
export const isMember = async (tx: Tx, organisationId: string, userId: string): Promise<boolean> =>
  (await tx
    .selectFrom("members")
    .select("user_id")
    .where("organisation_id", "=", organisationId)
    .where(sql<boolean>`user_id::text = ${userId}`)
    .where("state", "<>", "removed")
    .executeTakeFirst()) !== undefined;

/** What is left of a member's caps, each in its current period. */
export async function findRemainingCaps(tx: Tx, organisationId: string, userId: string) {
  const found = await sql<{
    id: string;
    period: CapPeriod;
    search_type: SearchType | null;
    left_minor: bigint | null;
    left_count: number | null;
    resets_at: Date;
  }>`select * from caps_of_members(array[${organisationId}]::uuid[], array[${userId}]::uuid[]) order by period, id`.execute(
    tx,
  );
  return found.rows;
}
