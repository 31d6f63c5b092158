import { subjectCaseLabels } from "@idanimo/contract/console/case-kinds";
import { openGrievance, readGrievance, replyToGrievance } from "@idanimo/contract/console/grievances";
import { quoteForTerminal } from "@idanimo/contract/terminal";
import { Database } from "../../database/database.ts";
import { findOpenSubjectCases, findSubjectCase } from "../subject-portal/index.ts";
import {
  type Command,
  type CommandInput,
  type KeyedCommand,
  type OperatorDeps,
  success,
  usageError,
} from "./command.ts";
import { printProblem, runAs } from "./operation-command.ts";
import { formatTimestamp, formatTable } from "./terminal-format.ts";

/**
 * Lists, reads and answers cases opened by subjects: data rights, complaints, reports of misuse. Never shows their
 * contact.
 */

const unknownCase = (reference: string) =>
  usageError(reference, "is not a known case; `grievances` lists the open ones");

const listGrievancesCommand: Command = {
  summary: "list open cases of people who were looked up, overdue first; fails if one is overdue",
  run: ({ db }) =>
    db.transaction("system", async (tx) => {
      const open = await findOpenSubjectCases(tx);
      if (open.length === 0) return success(["No case is open."]);
      const rows = open.map((one) => [
        one.reference,
        formatTimestamp(one.dueAt),
        one.isOverdue ? "OVERDUE" : "open",
        subjectCaseLabels[one.kind],
        formatTimestamp(one.openedAt),
      ]);
      return {
        lines: [
          ...formatTable(["case", "due", "state", "what", "since"], rows),
          'Next: read-case <case> --reason "<why>"; the person is notified that you read it.',
        ],
        isWell: !open.some(({ isOverdue }) => isOverdue),
      };
    }),
};

const findByReference = ({ owner }: OperatorDeps, { words }: CommandInput) =>
  new Database(owner).transaction("system", (tx) =>
    findSubjectCase(tx, { reference: words["case"]?.toUpperCase() ?? "" }),
  );

const readGrievanceCommand: KeyedCommand = {
  summary: "show what a person wrote, never their contact; the audit log records why, and the person is notified",
  words: ["case"],
  options: { reason: "why you must read it" },
  needsKey: true,
  operations: [openGrievance],
  run: async (deps, given) => {
    const found = await findByReference(deps, given);
    if (!found) return unknownCase(given.words["case"] ?? "");
    const run = runAs(deps, given);
    const opened = await run(openGrievance, { id: found.id, reason: given.options["reason"] ?? "" });
    if (!opened.ok) return printProblem(opened.problem);
    const read = await run(readGrievance, { id: found.id });
    if (!read.ok) return printProblem(read.problem);
    return success([
      ...formatTable(
        ["case", found.reference],
        [
          ["what", subjectCaseLabels[found.kind]],
          ["since", formatTimestamp(found.openedAt)],
          ["due", `${formatTimestamp(found.dueAt)}${found.isOverdue ? ", OVERDUE" : ""}`],
          ...(found.requestId === null ? [] : [["request", found.requestId]]),
          ...(found.ownerId === null ? [] : [["account", found.ownerId]]),
          [
            "status",
            found.answeredAt ? `answered ${formatTimestamp(found.answeredAt)} by ${found.answeredBy}` : "open",
          ],
        ],
      ),
      "",
      ...(read.value.text === "" ? ["The text is empty."] : ["They wrote:", ...quoteForTerminal(read.value.text)]),
      "",
      "The person is notified that you read it, by message if their contact is still known.",
    ]);
  },
};

const answerGrievanceCommand: KeyedCommand = {
  summary: "answer a case, once: by a message to the person and on their page",
  words: ["case", "answer"],
  needsKey: true,
  operations: [replyToGrievance],
  run: async (deps, given) => {
    const found = await findByReference(deps, given);
    if (!found) return unknownCase(given.words["case"] ?? "");
    const done = await runAs(deps, given)(replyToGrievance, { id: found.id, text: given.words["answer"] ?? "" });
    if (!done.ok) return printProblem(done.problem);
    return success([
      done.value.isSent
        ? "The answer is queued for sending to the person."
        : "The answer is saved. Their contact is deleted: the person reads it on their page.",
    ]);
  },
};

export const grievanceCommands = {
  grievances: listGrievancesCommand,
  "read-case": readGrievanceCommand,
  "answer-case": answerGrievanceCommand,
} as const;
