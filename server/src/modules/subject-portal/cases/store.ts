import { sql } from "kysely";
import { productNow, type Tx } from "../../../database/database.ts";
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
  },
): Promise<boolean> {
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
      due_at: sql<Date>`product_now() + make_interval(days => ${answerDueDays[made.kind]}::int)`,
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
  /** It is past its due date and not answered. */
  readonly isOverdue: boolean;
};

const caseQuery = (tx: Tx) =>
  tx
    .selectFrom("subject_cases")
    .selectAll()
    .select(sql<boolean>`answered_at is null and due_at <= product_now()`.as("is_overdue"));

type SubjectCaseRow = Awaited<ReturnType<ReturnType<typeof caseQuery>["execute"]>>[number];

const toSubjectCase = (row: SubjectCaseRow): SubjectCase => ({
  id: row.id,
  reference: row.reference,
  kind: row.kind,
  requestId: row.request_id,
  ownerId: row.owner_id,
  sealed: row.sealed,
  openedAt: row.opened_at,
  dueAt: row.due_at,
  answeredAt: row.answered_at,
  answeredBy: row.answered_by,
  isOverdue: row.is_overdue,
});

/** Finds the cases of a subject's contacts, newest first, at most 200. */
export async function findCasesByContacts(tx: Tx, hashes: readonly Buffer[]): Promise<readonly SubjectCase[]> {
  const rows = await caseQuery(tx)
    .where("contact_hash", "in", [...hashes])
    .orderBy("opened_at", "desc")
    .limit(200)
    .execute();
  return rows.map(toSubjectCase);
}

/** Finds unanswered cases, ordered by due date, so overdue ones come first. */
export async function findOpenSubjectCases(tx: Tx): Promise<readonly SubjectCase[]> {
  const rows = await caseQuery(tx).where("answered_at", "is", null).orderBy("due_at").orderBy("id").execute();
  return rows.map(toSubjectCase);
}

/** Finds a case by its reference. `forUpdate` locks the row, so that answers come one after the other. */
export async function findSubjectCase(tx: Tx, reference: string, forUpdate = false): Promise<SubjectCase | undefined> {
  const query = caseQuery(tx).where("reference", "=", reference);
  const row = await (forUpdate ? query.forUpdate() : query).executeTakeFirst();
  return row && toSubjectCase(row);
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
