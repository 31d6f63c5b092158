import { dueSoonDays } from "@idanimo/contract/console/case-work";
import { sql } from "kysely";
import { secondsFromNow, type Tx } from "../../database/database.ts";
import { type Cursor, encodeCursor } from "../../kernel/cursor.ts";

/** Queries of operators' work on cases: who is responsible, and until when. */

const workQuery = (tx: Tx) =>
  tx
    .selectFrom("cases")
    .select(["id", "kind", "object_id as objectId", "detail", "assignee_id as assigneeId"])
    .select(["opened_at as openedAt", "due_at as dueAt", "closed_at as closedAt", "closed_by as closedBy"])
    .select(sql<boolean>`closed_at is null and due_at <= product_now()`.as("isOverdue"))
    .select(sql<boolean>`closed_at is null and due_at <= ${secondsFromNow(dueSoonDays * 86_400)}`.as("isSoon"));

export type CaseWork = Awaited<ReturnType<ReturnType<typeof workQuery>["execute"]>>[number];

/** A page of open cases, the next one due first, or of closed ones, newest first; each with its cursor. */
export async function findCasePage(
  tx: Tx,
  { isOpen, after, limit }: { readonly isOpen: boolean; readonly after: Cursor | undefined; readonly limit: number },
): Promise<readonly (CaseWork & { readonly cursor: string })[]> {
  const column = isOpen ? "due_at" : "closed_at";
  const rows = await workQuery(tx)
    .select(sql<string>`${sql.ref(column)}::text`.as("at"))
    .where("closed_at", isOpen ? "is" : "is not", null)
    .$if(after !== undefined, (query) =>
      query.where(
        isOpen
          ? sql<boolean>`(due_at, id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`
          : sql<boolean>`(closed_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy(column, isOpen ? "asc" : "desc")
    .orderBy("id", isOpen ? "asc" : "desc")
    .limit(limit)
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, cursor: encodeCursor(at, row.id) }));
}

export const findCaseWork = (tx: Tx, id: string): Promise<CaseWork | undefined> =>
  workQuery(tx).where("id", "=", id).executeTakeFirst();

/** The newest case of a kind whose id ends with these six characters. */
export const findCaseByEnd = (tx: Tx, kind: string, end: string): Promise<{ readonly id: string } | undefined> =>
  tx
    .selectFrom("cases")
    .select("id")
    .where("kind", "=", kind)
    .where(sql<boolean>`right(id::text, 6) = ${end}`)
    .orderBy("opened_at", "desc")
    .limit(1)
    .executeTakeFirst();

/** Makes an operator responsible, or no one. @returns false if the case is closed or does not exist */
export async function assignCase(tx: Tx, id: string, operatorId: string | null): Promise<boolean> {
  const row = await tx
    .updateTable("cases")
    .set({ assignee_id: operatorId })
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The number of open cases, and the one that is due next. */
export async function summariseOpenCases(tx: Tx) {
  const found = await sql<{ count: number; openedAt: Date | null; dueAt: Date | null; isUrgent: boolean }>`
    select count(*)::int as count, min(opened_at) as "openedAt", min(due_at) as "dueAt",
      coalesce(min(due_at) <= ${secondsFromNow(dueSoonDays * 86_400)}, false) as "isUrgent"
    from cases where closed_at is null`.execute(tx);
  return found.rows[0] ?? { count: 0, openedAt: null, dueAt: null, isUrgent: false };
}
