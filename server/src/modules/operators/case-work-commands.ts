import { assignCase, noteCase } from "@idanimo/contract/console/cases";
import { assignGrievance, noteGrievance } from "@idanimo/contract/console/grievances";
import { Database, type Tx } from "../../database/database.ts";
import { findCaseWork } from "../audit/index.ts";
import { findOperatorByEmail } from "../operator-identity/index.ts";
import { findSubjectCase } from "../subject-portal/index.ts";
import { type KeyedCommand, type OperatorDeps, success, usageError } from "./command.ts";
import { printProblem, runAs } from "./operation-command.ts";
import { isUuid } from "./rules.ts";

/** Assigns cases and grievances, and adds notes. A case has an id, a grievance a reference. */

type Found = { readonly id: string; readonly ofSubject: boolean };

async function findEither(tx: Tx, typed: string): Promise<Found | undefined> {
  if (isUuid(typed)) {
    const found = await findCaseWork(tx, typed.toLowerCase());
    return found && { id: found.id, ofSubject: false };
  }
  const found = await findSubjectCase(tx, { reference: typed.toUpperCase() });
  return found && { id: found.id, ofSubject: true };
}

const unknownCase = (typed: string) => usageError(typed, "is not a case; `cases` and `grievances` list the open ones");
const find = ({ owner }: OperatorDeps, typed: string) =>
  new Database(owner).transaction("system", (tx) => findEither(tx, typed));

const assignCommand: KeyedCommand = {
  summary: "make an operator responsible for a case or grievance; `no-one` takes the responsibility away",
  words: ["case", "email"],
  needsKey: true,
  operations: [assignCase, assignGrievance],
  run: async (deps, given) => {
    const found = await find(deps, given.words["case"] ?? "");
    if (!found) return unknownCase(given.words["case"] ?? "");
    const email = given.words["email"]?.toLowerCase() ?? "";
    const operator =
      email === "no-one"
        ? null
        : await new Database(deps.owner).transaction("system", (tx) => findOperatorByEmail(tx, email));
    if (operator === undefined) return usageError(email, "is no operator; `operators` lists them");
    const operation = found.ofSubject ? assignGrievance : assignCase;
    const result = await runAs(deps, given)(operation, { id: found.id, operatorId: operator?.id ?? null });
    if (!result.ok) return printProblem(result.problem);
    return success([
      operator ? `${operator.name} is responsible for the case.` : "No one is responsible for the case.",
    ]);
  },
};

const noteCommand: KeyedCommand = {
  summary: "add a note to a case or grievance; no phone or identity number and no email",
  words: ["case", "note"],
  needsKey: true,
  operations: [noteCase, noteGrievance],
  run: async (deps, given) => {
    const found = await find(deps, given.words["case"] ?? "");
    if (!found) return unknownCase(given.words["case"] ?? "");
    const operation = found.ofSubject ? noteGrievance : noteCase;
    const result = await runAs(deps, given)(operation, { id: found.id, text: given.words["note"] ?? "" });
    return result.ok ? success(["The note is saved."]) : printProblem(result.problem);
  },
};

export const caseWorkCommands = { "assign-case": assignCommand, "note-case": noteCommand } as const;
