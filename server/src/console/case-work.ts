import { type CaseHistoryEntry, type CaseRow, type Urgency } from "@idanimo/contract/console/case-work";
import { type ConsoleRight, hasRight } from "@idanimo/contract/console/rights";
import type { Tx } from "../database/database.ts";
import type { IdSource } from "../kernel/ids.ts";
import { findCaseHistory, insertCaseNote, writeAudit } from "../modules/audit/index.ts";
import {
  findOperator,
  findOperatorNames,
  findOperators,
  type SignedInOperator,
} from "../modules/operator-identity/index.ts";

/** What the console does alike with cases and with grievances. [OC-14] */

type WorkRow = {
  readonly id: string;
  readonly kind: string;
  readonly openedAt: Date;
  readonly dueAt: Date;
  readonly assigneeId: string | null;
  readonly isOverdue: boolean;
  readonly isSoon: boolean;
};
type Ended = { readonly reference: string | null; readonly endedAt: Date | null };

const urgencyOf = ({ isOverdue, isSoon }: WorkRow, endedAt: Date | null): Urgency =>
  endedAt ? "done" : isOverdue ? "overdue" : isSoon ? "soon" : "later";

/** Names of the operators who are responsible for some rows. */
export const findAssignees = (tx: Tx, rows: readonly Pick<WorkRow, "assigneeId">[]) =>
  findOperatorNames(tx, [...new Set(rows.flatMap(({ assigneeId }) => (assigneeId === null ? [] : [assigneeId])))]);

export const toCaseRow = (
  row: WorkRow,
  { reference, endedAt }: Ended,
  names: ReadonlyMap<string, string>,
): CaseRow => ({
  id: row.id,
  reference,
  kind: row.kind,
  openedAt: row.openedAt.toISOString(),
  dueAt: row.dueAt.toISOString(),
  urgency: urgencyOf(row, endedAt),
  assignee: row.assigneeId === null ? null : { id: row.assigneeId, name: names.get(row.assigneeId) ?? "-" },
  endedAt: endedAt?.toISOString() ?? null,
});

const actorNames: Readonly<Record<string, string>> = {
  operator: "Terminal",
  subject: "The person",
  user: "A customer",
  system: "Automatic",
};

/** What was done with a case, oldest first, with the names of operators. */
export async function readHistory(tx: Tx, caseId: string): Promise<readonly CaseHistoryEntry[]> {
  const rows = await findCaseHistory(tx, caseId);
  const actorIds = rows.flatMap(({ actorKind, actorId, action, text }) => [
    ...(actorKind === "operator" && actorId !== null ? [actorId] : []),
    ...(action === "case_assigned" && isId(text) ? [text] : []),
  ]);
  const names = await findOperatorNames(tx, [...new Set(actorIds)]);
  return rows.map(({ at, actorKind, actorId, name, action, text }) => ({
    at: at.toISOString(),
    by: (actorId === null ? name : names.get(actorId)) ?? actorNames[actorKind] ?? "-",
    action,
    text: names.get(text) ?? text,
  }));
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Active operators with a right, by name. */
export async function findCandidates(tx: Tx, right: ConsoleRight) {
  const operators = await findOperators(tx);
  return operators
    .filter(({ state, roles }) => state === "active" && hasRight(roles, right))
    .map(({ id, name }) => ({ id, name }));
}

/** Whether an operator may be responsible: active, and with the right. */
export async function isSuitable(tx: Tx, operatorId: string | null, right: ConsoleRight): Promise<boolean> {
  if (operatorId === null) return true;
  const found = await findOperator(tx, operatorId);
  return found?.state === "active" && hasRight(found.roles, right);
}

/** Writes an audit row of this operator's act on a case. */
export const auditCase = (
  tx: Tx,
  ids: IdSource,
  operator: SignedInOperator,
  entry: { readonly action: string; readonly objectId: string; readonly reason?: string },
): Promise<void> => writeAudit(tx, ids, { actorKind: "operator", actorId: operator.id, ...entry });

/** Writes a note, with its audit row. */
export async function addNote(
  tx: Tx,
  ids: IdSource,
  operator: SignedInOperator,
  { caseId, text }: { readonly caseId: string; readonly text: string },
): Promise<void> {
  await insertCaseNote(tx, { id: ids.rowId(), caseId, text, by: { operatorId: operator.id } });
  await auditCase(tx, ids, operator, { action: "case_noted", objectId: caseId });
}
