import { dueSoonDays } from "@idanimo/contract/console/case-work";
import { sql } from "kysely";
import { productNow, secondsFromNow, type Tx } from "../../../database/database.ts";
import { answerDueDays, caseRetentionMonths, type CaseKind } from "./rules.ts";

/** Queries and rows of subject cases. */

/** Inserts a case. @returns false if its request was already reported, or its reference is taken */
export async function insertCase(
  tx: Tx,
  made: {
    readonly id: string;
    readonly reference: string;
    readonly kind: CaseKind;
    readonly contactHash: Buffer | null;
    readonly requestId: string | null;
    readonly ownerId: string | null;
    readonly sealed: Buffer;
    /** Of one that arrived by post or email: how and when. The clock runs from that moment. */
    readonly arrival?: { readonly by: "post" | "email"; readonly at: Date };
  },
): Promise<boolean> {
  const openedAt = made.arrival ? sql<Date>`${made.arrival.at}::timestamptz` : productNow;
  const row = await tx
    .insertInto("subject_cases")
    .values({
      id: made.id,
      reference: made.reference,
      kind: made.kind,
      contact_hash: made.contactHash,
      request_id: made.requestId,
      owner_id: made.ownerId,
      sealed: made.sealed,
      opened_at: openedAt,
      due_at: sql<Date>`${openedAt} + make_interval(days => ${answerDueDays[made.kind]}::int)`,
      arrived_by: made.arrival?.by ?? null,
      answered_at: null,
      answered_by: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export type SubjectCase = {
  readonly id: string;
  readonly reference: string;
  readonly kind: CaseKind;
  readonly requestId: string | null;
  readonly ownerId: string | null;
  readonly sealed: Buffer | null;
  readonly openedAt: Date;
  readonly dueAt: Date;
  readonly answeredAt: Date | null;
  readonly answeredBy: string | null;
  readonly assigneeId: string | null;
  readonly arrivedBy: "post" | "email" | null;
  /** It is past its due date and not answered. */
  readonly isOverdue: boolean;
  /** It is due within two days, or overdue. */
  readonly isSoon: boolean;
};

/** Without the keyed hash of the contact, which the console's role may not read. */
export const caseQuery = (tx: Tx) =>
  tx
    .selectFrom("subject_cases")
    .select(["id", "reference", "kind", "request_id as requestId", "owner_id as ownerId", "sealed"])
    .select(["opened_at as openedAt", "due_at as dueAt", "answered_at as answeredAt", "answered_by as answeredBy"])
    .select(["assignee_id as assigneeId", "arrived_by as arrivedBy"])
    .select(sql<boolean>`answered_at is null and due_at <= product_now()`.as("isOverdue"))
    .select(sql<boolean>`answered_at is null and due_at <= ${secondsFromNow(dueSoonDays * 86_400)}`.as("isSoon"));

/** Finds the cases of a subject's contacts, newest first, at most 200. */
export async function findCasesByContacts(tx: Tx, hashes: readonly Buffer[]): Promise<readonly SubjectCase[]> {
  return caseQuery(tx)
    .where("contact_hash", "in", [...hashes])
    .orderBy("opened_at", "desc")
    .limit(200)
    .execute();
}

/** Finds unanswered cases, ordered by due date, so overdue ones come first. */
export async function findOpenSubjectCases(tx: Tx): Promise<readonly SubjectCase[]> {
  return caseQuery(tx).where("answered_at", "is", null).orderBy("due_at").orderBy("id").execute();
}

/** A case by its id, or by the reference that a person quotes. */
export type CaseKeyOf = { readonly id: string } | { readonly reference: string };

/** Finds a case. `forUpdate` locks the row, so that answers come one after the other. */
export function findSubjectCase(tx: Tx, which: CaseKeyOf, forUpdate = false): Promise<SubjectCase | undefined> {
  const query =
    "id" in which ? caseQuery(tx).where("id", "=", which.id) : caseQuery(tx).where("reference", "=", which.reference);
  return (forUpdate ? query.forUpdate() : query).executeTakeFirst();
}

/** Records the answer and who gave it. @returns false if the case was already answered */
export async function recordAnswer(tx: Tx, id: string, by: string, sealed: Buffer): Promise<boolean> {
  const row = await tx
    .updateTable("subject_cases")
    .set({ answered_at: productNow, answered_by: by, sealed })
    .where("id", "=", id)
    .where("answered_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts open cases, and how many of them are overdue. */
export async function countOpenCases(tx: Tx): Promise<{ readonly open: number; readonly overdue: number }> {
  const found = await sql<{ open: number; overdue: number }>`
    select count(*)::int as open, count(*) filter (where due_at <= product_now())::int as overdue
    from subject_cases where answered_at is null`.execute(tx);
  return found.rows[0] ?? { open: 0, overdue: 0 };
}

/**
 * Whether a misuse report about this account is unanswered. A report during closure waits for the account's lock.
 */
export async function hasOpenMisuseReport(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("subject_cases")
    .select("id")
    .where("owner_id", "=", userId)
    .where("kind", "=", "misuse")
    .where("answered_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds answered cases whose retention period has passed. */
export async function findExpiredCases(tx: Tx, most: number): Promise<readonly string[]> {
  const found = await sql<{ id: string }>`
    select id from subject_cases where sealed is not null and answered_at < product_now() - make_interval(months => ${caseRetentionMonths}::int)
    limit ${most}`.execute(tx);
  return found.rows.map((row) => row.id);
}

/** Erases the content and the contact of cases. The row, its kind and its times remain. */
export async function eraseCases(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable("subject_cases")
    .set({ sealed: null, contact_hash: null })
    .where("id", "in", [...ids])
    .execute();
}
