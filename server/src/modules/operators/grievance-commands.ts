import { subjectCaseLabels } from "@idanimo/contract/console/case-kinds";
import { caseAnswerMaxLength } from "@idanimo/contract/console/case-work";
import { quoteForTerminal } from "@idanimo/contract/terminal";
import {
  answerCase as answer,
  type CaseDeps,
  findOpenSubjectCases,
  readCase as read,
} from "../subject-portal/index.ts";
import { type Command, type OperatorDeps, success, usageError } from "./command.ts";
import { containsPersonalNumber } from "./rules.ts";
import { formatTimestamp, formatTable } from "./terminal-format.ts";

/**
 * Lists, reads and answers cases opened by subjects: data rights, complaints, reports of misuse. Never shows their
 * contact.
 */

/** An audit reason has a maximum length and also contains the operator's name. */
const maxReasonLength = 150;
const referencePattern = /^ID-[A-Z0-9]{6}$/;
const unknownCase = (reference: string) =>
  usageError(reference, "is not a known case; `grievances` lists the open ones");

const caseDepsOf = ({ db, keys, ids }: OperatorDeps): CaseDeps => ({ db, keys, ids });

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
          'Next: read-case <case> --as <you> --reason "<why>"; the person is notified that you read it.',
        ],
        isWell: !open.some(({ isOverdue }) => isOverdue),
      };
    }),
};

const readGrievanceCommand: Command = {
  summary: "show what a person wrote, never their contact; the audit log records why, and the person is notified",
  words: ["case"],
  options: { reason: "why you must read it" },
  isMutating: true,
  run: async (deps, { words, options, by }) => {
    const reference = words["case"]?.toUpperCase() ?? "";
    const reason = options["reason"] ?? "";
    if (reason === "") return usageError("--reason", "is missing: the audit log records why it was read");
    if (reason.length > maxReasonLength || /\p{Cc}/u.test(reason))
      return usageError("--reason", `must be one line of at most ${maxReasonLength} characters`);
    if (containsPersonalNumber(reason))
      return usageError("--reason", "seems to contain a personal number; the audit log must not store personal values");
    const opened = referencePattern.test(reference)
      ? await read(caseDepsOf(deps), { reference }, { name: by }, reason)
      : "unknown";
    if (opened === "unknown") return unknownCase(words["case"] ?? "");
    const { found, text, isTold } = opened;
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
      ...(text === undefined
        ? ["The text is erased."]
        : text === ""
          ? ["The text is empty."]
          : ["They wrote:", ...quoteForTerminal(text)]),
      "",
      isTold
        ? "The person is notified that you read it."
        : "Their contact is deleted: the person sees it on their page.",
    ]);
  },
};

const answerGrievanceCommand: Command = {
  summary: "answer a case, once: by a message to the person and on their page",
  words: ["case", "answer"],
  isMutating: true,
  run: async (deps, { words, by }) => {
    const reference = words["case"]?.toUpperCase() ?? "";
    const text = words["answer"] ?? "";
    if (text.length > caseAnswerMaxLength || /[^\P{Cc}\n]/u.test(text))
      return usageError("<answer>", `must have at most ${caseAnswerMaxLength} characters`);
    if (containsPersonalNumber(text))
      return usageError("<answer>", "seems to contain a personal number; an answer must not identify anyone");
    const done = referencePattern.test(reference)
      ? await answer(caseDepsOf(deps), { reference }, { name: by }, text)
      : "unknown";
    if (done === "unknown") return unknownCase(words["case"] ?? "");
    if (done === "answered_before") return usageError(reference, "is already answered");
    if (done === "erased") return usageError(reference, "can no longer be answered: its text is erased");
    return success([
      done.isTold
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
