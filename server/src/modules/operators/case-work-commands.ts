import { caseNote } from "@idanimo/contract/console/case-work";
import { type ConsoleRight, hasRight } from "@idanimo/contract/console/rights";
import * as z from "zod/mini";
import { Database, type Tx } from "../../database/database.ts";
import { assignCase, findCaseWork, insertCaseNote, writeAudit } from "../audit/index.ts";
import { findOperatorByEmail } from "../operator-identity/index.ts";
import { assignSubjectCase, caseAuditEntry, findSubjectCase } from "../subject-portal/index.ts";
import { type Command, type CommandResult, type OperatorDeps, success, usageError } from "./command.ts";
import { isUuid } from "./rules.ts";

/**
 * Assigns cases and grievances, and adds notes, with the same audit rows as the console. Uses the owner's connection:
 * the application role may not read operators. [OC-20]
 */

type Found = { readonly id: string; readonly isOpen: boolean; readonly ofSubject: boolean };

async function findEither(tx: Tx, typed: string): Promise<Found | undefined> {
  if (isUuid(typed)) {
    const found = await findCaseWork(tx, typed.toLowerCase());
    return found && { id: found.id, isOpen: found.closedAt === null, ofSubject: false };
  }
  const found = await findSubjectCase(tx, { reference: typed.toUpperCase() });
  return found && { id: found.id, isOpen: found.answeredAt === null, ofSubject: true };
}

const unknownCase = (typed: string) => usageError(typed, "is not a case; `cases` and `grievances` list the open ones");

const act = ({ owner }: OperatorDeps, typed: string, work: (tx: Tx, found: Found) => Promise<CommandResult>) =>
  new Database(owner).transaction("system", async (tx) => {
    const found = await findEither(tx, typed);
    return found ? work(tx, found) : unknownCase(typed);
  });

const assignCommand: Command = {
  summary: "make an operator responsible for a case or grievance; `no-one` takes the responsibility away",
  words: ["case", "email"],
  isMutating: true,
  run: (deps, { words, by }) =>
    act(deps, words["case"] ?? "", async (tx, { id, isOpen, ofSubject }) => {
      const email = words["email"]?.toLowerCase() ?? "";
      const right: ConsoleRight = ofSubject ? "handle_grievances" : "handle_cases";
      const operator = email === "no-one" ? null : await findOperatorByEmail(tx, email);
      if (operator === undefined || (operator && (operator.state !== "active" || !hasRight(operator.roles, right))))
        return usageError(email, "is no active operator whose roles include this work; `operators` lists them");
      if (!isOpen) return usageError(words["case"] ?? "", "is already closed or answered");
      await (ofSubject ? assignSubjectCase : assignCase)(tx, id, operator?.id ?? null);
      await writeAudit(tx, deps.ids, caseAuditEntry({ name: by }, "case_assigned", id, operator?.id ?? "no one"));
      return success([
        operator ? `${operator.name} is responsible for the case.` : "No one is responsible for the case.",
      ]);
    }),
};

const noteCommand: Command = {
  summary: "add a note to a case or grievance; no phone or identity number and no email",
  words: ["case", "note"],
  isMutating: true,
  run: (deps, { words, by }) =>
    act(deps, words["case"] ?? "", async (tx, { id }) => {
      const note = z.safeParse(caseNote, words["note"] ?? "");
      if (!note.success)
        return usageError("<note>", `is not possible: ${note.error.issues[0]?.message ?? "not a text"}`);
      await insertCaseNote(tx, { id: deps.ids.rowId(), caseId: id, text: note.data, by: { name: by } });
      await writeAudit(tx, deps.ids, caseAuditEntry({ name: by }, "case_noted", id));
      return success(["The note is saved."]);
    }),
};

export const caseWorkCommands = { "assign-case": assignCommand, "note-case": noteCommand } as const;
