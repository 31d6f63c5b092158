import type {
  assignGrievance,
  listGrievances,
  noteGrievance,
  viewGrievance,
} from "@idanimo/contract/console/grievances";
import { fail, ok } from "@idanimo/contract/problems";
import { decodeCursor } from "../kernel/cursor.ts";
import {
  assignSubjectCase,
  findSubjectCase,
  findSubjectCasePage,
  type SubjectCase,
} from "../modules/subject-portal/index.ts";
import { pageSize } from "./accounts.ts";
import { addNote, auditCase, findAssignees, findCandidates, isSuitable, readHistory, toCaseRow } from "./case-work.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleHandler } from "./mount.ts";

/** What people who were looked up ask of us, without what they wrote. [OC-14] */

const endOf = ({ reference, answeredAt }: SubjectCase) => ({ reference, endedAt: answeredAt });

export function createListGrievances({ db }: ConsoleDeps): ConsoleHandler<typeof listGrievances> {
  return ({ open, after }) =>
    db.transaction("system", async (tx) => {
      const filter = { isOpen: open === "true", after: decodeCursor(after), limit: pageSize + 1 };
      const page = await findSubjectCasePage(tx, filter);
      const shown = page.slice(0, pageSize);
      const names = await findAssignees(tx, shown);
      return ok({
        rows: shown.map((row) => toCaseRow(row, endOf(row), names)),
        next: page.length > pageSize ? (shown.at(-1)?.cursor ?? null) : null,
      });
    });
}

export function createViewGrievance({ db }: ConsoleDeps): ConsoleHandler<typeof viewGrievance> {
  return ({ id }) =>
    db.transaction("system", async (tx) => {
      const found = await findSubjectCase(tx, { id });
      if (!found) return fail("not_found", {});
      return ok({
        ...toCaseRow(found, endOf(found), await findAssignees(tx, [found])),
        requestId: found.requestId,
        accountId: found.ownerId,
        arrivedBy: found.arrivedBy,
        isErased: found.sealed === null,
        endedBy: found.answeredBy,
        history: [...(await readHistory(tx, id))],
        candidates: await findCandidates(tx, "handle_grievances"),
      });
    });
}

export function createAssignGrievance({ db, ids }: ConsoleDeps): ConsoleHandler<typeof assignGrievance> {
  return ({ id, operatorId }, operator) =>
    db.transaction("system", async (tx) => {
      if (!(await findSubjectCase(tx, { id }))) return fail("not_found", {});
      if (!(await isSuitable(tx, operatorId, "handle_grievances"))) return fail("assignee_unsuitable", {});
      if (!(await assignSubjectCase(tx, id, operatorId))) return fail("case_ended", {});
      await auditCase(tx, ids, operator, { action: "case_assigned", objectId: id, reason: operatorId ?? "no one" });
      return ok({ result: "success" });
    });
}

export function createNoteGrievance({ db, ids }: ConsoleDeps): ConsoleHandler<typeof noteGrievance> {
  return ({ id, text }, operator) =>
    db.transaction("system", async (tx) => {
      if (!(await findSubjectCase(tx, { id }))) return fail("not_found", {});
      await addNote(tx, ids, operator, { caseId: id, text });
      return ok({ result: "success" });
    });
}
