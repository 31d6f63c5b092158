import { dueSoonDays } from "@idanimo/contract/console/case-work";
import { sql } from "kysely";
import { secondsFromNow, type Tx } from "../../../database/database.ts";
import { type Cursor, encodeCursor } from "../../../kernel/cursor.ts";
import { caseQuery, type SubjectCase } from "./store.ts";

/** Queries of operators' work on subject cases. None of them reads the contact. */

/** A page of unanswered cases, the next one due first, or of answered ones, newest first; each with its cursor. */
export async function findSubjectCasePage(
  tx: Tx,
  { isOpen, after, limit }: { readonly isOpen: boolean; readonly after: Cursor | undefined; readonly limit: number },
): Promise<readonly (SubjectCase & { readonly cursor: string })[]> {
  const column = isOpen ? "due_at" : "answered_at";
  const rows = await caseQuery(tx)
    .select(sql<string>`${sql.ref(column)}::text`.as("at"))
    .where("answered_at", isOpen ? "is" : "is not", null)
    .$if(after !== undefined, (query) =>
      query.where(
        isOpen
          ? sql<boolean>`(due_at, id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`
          : sql<boolean>`(answered_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy(column, isOpen ? "asc" : "desc")
    .orderBy("id", isOpen ? "asc" : "desc")
    .limit(limit)
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, cursor: encodeCursor(at, row.id) }));
}

/** Makes an operator responsible, or no one. @returns false if the case is answered or does not exist */
export async function assignSubjectCase(tx: Tx, id: string, operatorId: string | null): Promise<boolean> {
  const row = await tx
    .updateTable("subject_cases")
    .set({ assignee_id: operatorId })
    .where("id", "=", id)
    .where("answered_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The number of unanswered cases, and the one that is due next. */
export async function summariseSubjectCases(tx: Tx) {
  const found = await sql<{ count: number; openedAt: Date | null; dueAt: Date | null; isUrgent: boolean }>`
    select count(*)::int as count, min(opened_at) as "openedAt", min(due_at) as "dueAt",
      coalesce(min(due_at) <= ${secondsFromNow(dueSoonDays * 86_400)}, false) as "isUrgent"
    from subject_cases where answered_at is null`.execute(tx);
  return found.rows[0] ?? { count: 0, openedAt: null, dueAt: null, isUrgent: false };
}
