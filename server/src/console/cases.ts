import { accountCaseKinds, formatDetailAmounts } from "@idanimo/contract/console/case-kinds";
import type { assignCase, closeCase, listCases, noteCase, viewCase } from "@idanimo/contract/console/cases";
import { fail, ok } from "@idanimo/contract/problems";
import { decodeCursor } from "../kernel/cursor.ts";
import * as audit from "../modules/audit/index.ts";
import { guardianCaseKind, guardianCaseNumber } from "../modules/verification/index.ts";
import { pageSize } from "./accounts.ts";
import { addNote, auditCase, findAssignees, findCandidates, isSuitable, readHistory, toCaseRow } from "./case-work.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";

/** Cases of the product: payments that differ, alarms, minors. [OC-14] */

const endOf = ({ id, kind, closedAt }: audit.CaseWork) => ({
  reference: kind === guardianCaseKind ? guardianCaseNumber(id) : null,
  endedAt: closedAt,
});

const aboutOf = ({ kind, objectId }: audit.CaseWork) =>
  objectId === null
    ? null
    : ({
        kind: kind === guardianCaseKind ? "request" : accountCaseKinds.includes(kind) ? "account" : "other",
        id: objectId,
      } as const);

export function createListCases({ db }: ConsoleDeps): ConsoleHandler<typeof listCases> {
  return ({ open, after }) =>
    db.transaction("system", async (tx) => {
      const filter = { isOpen: open === "true", after: decodeCursor(after), limit: pageSize + 1 };
      const page = await audit.findCasePage(tx, filter);
      const shown = page.slice(0, pageSize);
      const names = await findAssignees(tx, shown);
      return ok({
        rows: shown.map((row) => toCaseRow(row, endOf(row), names)),
        next: page.length > pageSize ? (shown.at(-1)?.cursor ?? null) : null,
      });
    });
}

export function createViewCase({ db }: ConsoleDeps): ConsoleHandler<typeof viewCase> {
  return ({ id }) =>
    db.transaction("system", async (tx) => {
      const found = await audit.findCaseWork(tx, id);
      if (!found) return fail("not_found", {});
      return ok({
        ...toCaseRow(found, endOf(found), await findAssignees(tx, [found])),
        detail: formatDetailAmounts(found.detail),
        about: aboutOf(found),
        endedBy: found.closedBy,
        history: [...(await readHistory(tx, id))],
        candidates: await findCandidates(tx, "handle_cases"),
      });
    });
}

export function createAssignCase({ db, ids }: ConsoleDeps): ConsoleHandler<typeof assignCase> {
  return ({ id, operatorId }, operator) =>
    db.transaction("system", async (tx) => {
      if (!(await audit.findCaseWork(tx, id))) return fail("not_found", {});
      if (!(await isSuitable(tx, operatorId, "handle_cases"))) return fail("assignee_unsuitable", {});
      if (!(await audit.assignCase(tx, id, operatorId))) return fail("case_ended", {});
      await auditCase(tx, ids, operator, { action: "case_assigned", objectId: id, reason: operatorId ?? "no one" });
      return ok({ result: "success" });
    });
}

export function createNoteCase({ db, ids }: ConsoleDeps): ConsoleHandler<typeof noteCase> {
  return ({ id, text }, operator) =>
    db.transaction("system", async (tx) => {
      if (!(await audit.findCaseWork(tx, id))) return fail("not_found", {});
      await addNote(tx, ids, operator, { caseId: id, text });
      return ok({ result: "success" });
    });
}

export function createCloseCase({ db, ids }: ConsoleDeps): ConsoleHandler<typeof closeCase> {
  return ({ id, reason }, operator) =>
    db.transaction("system", async (tx) => {
      if (!(await audit.findCaseWork(tx, id))) return fail("not_found", {});
      if (!(await audit.closeCase(tx, id, operator.name))) return fail("case_ended", {});
      await auditCase(tx, ids, operator, { action: "case_closed", objectId: id, reason });
      return ok({ result: "success" });
    });
}
