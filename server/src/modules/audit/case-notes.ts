import { sql } from "kysely";
import type { Tx } from "../../database/database.ts";

/** Notes of operators, and what was done with a case. */

export type NewCaseNote = {
  readonly id: string;
  readonly caseId: string;
  readonly text: string;
  /** The operator of the console, or the name given at the terminal. */
  readonly by: { readonly operatorId: string } | { readonly name: string };
};

export async function insertCaseNote(tx: Tx, { id, caseId, text, by }: NewCaseNote): Promise<void> {
  await tx
    .insertInto("case_notes")
    .values({
      id,
      case_id: caseId,
      operator_id: "operatorId" in by ? by.operatorId : null,
      written_by: "name" in by ? by.name : null,
      text,
    })
    .execute();
}

type CaseHistoryRow = {
  readonly at: Date;
  readonly actorKind: string;
  readonly actorId: string | null;
  /** The name given at the terminal, of a note. */
  readonly name: string | null;
  /** An act in snake_case, or `note`. */
  readonly action: string;
  readonly text: string;
};

/** Acts shown of one case at most; a case has few. */
const mostRows = 500;

/** The acts on a case and its notes, oldest first. The act of writing a note is the note itself. */
export async function findCaseHistory(tx: Tx, caseId: string): Promise<readonly CaseHistoryRow[]> {
  const found = await sql<CaseHistoryRow>`
    select at, actor_kind as "actorKind", actor_id as "actorId", null::text as name, action, reason as text, id
    from audit_log where object_id = ${caseId} and action <> 'case_noted'
    union all
    select at, 'operator', operator_id, written_by, 'note', text, id from case_notes where case_id = ${caseId}
    order by at, id limit ${mostRows}`.execute(tx);
  return found.rows;
}
