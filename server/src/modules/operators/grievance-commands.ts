import { quoteForTerminal } from "@idanimo/contract/terminal";
import {
  answerCase as answer,
  caseAnswerMaxLength,
  type CaseDeps,
  findOpenSubjectCases,
  readCase as read,
  type SubjectCase,
} from "../consent/index.ts";
import { type Command, type OperatorDeps, success, usageError } from "./command.ts";
import { containsPersonalNumber } from "./rules.ts";
import { formatTimestamp, formatTable } from "./terminal-format.ts";

/** What people who were looked up ask of us: their rights, complaints, reports of misuse. Their contact is shown to nobody. */

const caseKindLabels: Readonly<Record<SubjectCase["kind"], string>> = {
  access: "access: their copy lacks something",
  correction: "correction",
  erasure: "erasure",
  grievance: "complaint",
  misuse: "report of misuse",
};

/** What an audit row has room for, beside a name. */
const maxReasonLength = 150;
const referencePattern = /^ID-[A-Z0-9]{6}$/;
const unknownCase = (reference: string) => usageError(reference, "is no such case; `grievances` lists the open ones");

const caseDepsOf = ({ db, keys, ids, publicUrl }: OperatorDeps): CaseDeps => ({
  db,
  keys,
  ids,
  myDataUrl: `${publicUrl}/my-data`,
});

const listGrievancesCommand: Command = {
  summary: "what people who were looked up wait for, overdue first; badly ended while something is overdue",
  run: ({ db }) =>
    db.transaction("system", async (tx) => {
      const open = await findOpenSubjectCases(tx);
      if (open.length === 0) return success(["Nobody waits for an answer."]);
      const rows = open.map((one) => [
        one.reference,
        formatTimestamp(one.dueAt),
        one.isOverdue ? "OVERDUE" : "open",
        caseKindLabels[one.kind],
        formatTimestamp(one.openedAt),
      ]);
      return {
        lines: [
          ...formatTable(["case", "due", "state", "what", "since"], rows),
          'Next: read-case <case> --as <you> --reason "<why>"; the person is told that you read it.',
        ],
        isWell: !open.some(({ isOverdue }) => isOverdue),
      };
    }),
};

const readGrievanceCommand: Command = {
  summary: "opens what a person wrote, never their contact; the audit keeps why, and the person is told",
  words: ["case"],
  options: { reason: "why you must read it" },
  isMutating: true,
  run: async (deps, { words, options, by }) => {
    const reference = words["case"]?.toUpperCase() ?? "";
    const reason = options["reason"] ?? "";
    if (reason === "") return usageError("--reason", "is missing: the audit keeps why it was read");
    if (reason.length > maxReasonLength || /\p{Cc}/u.test(reason))
      return usageError("--reason", `is one line of at most ${maxReasonLength} letters`);
    if (containsPersonalNumber(reason))
      return usageError("--reason", "seems to hold somebody's number; the audit keeps no personal values");
    const opened = referencePattern.test(reference)
      ? await read(caseDepsOf(deps), reference, { by, reason })
      : undefined;
    if (!opened) return unknownCase(words["case"] ?? "");
    const { found, text, isTold } = opened;
    return success([
      ...formatTable(
        ["case", found.reference],
        [
          ["what", caseKindLabels[found.kind]],
          ["since", formatTimestamp(found.openedAt)],
          ["due", `${formatTimestamp(found.dueAt)}${found.isOverdue ? ", OVERDUE" : ""}`],
          ...(found.requestId === null ? [] : [["request", found.requestId]]),
          ...(found.ownerId === null ? [] : [["account", found.ownerId]]),
          [
            "standing",
            found.answeredAt ? `answered ${formatTimestamp(found.answeredAt)} by ${found.answeredBy}` : "open",
          ],
        ],
      ),
      "",
      ...(text === undefined
        ? ["What was written is erased."]
        : text === ""
          ? ["Nothing was written."]
          : ["They wrote:", ...quoteForTerminal(text)]),
      "",
      isTold
        ? "The person is told that you read it."
        : "Nobody knows a contact any more: the person sees it on their page.",
    ]);
  },
};

const answerGrievanceCommand: Command = {
  summary: "answers a case, once: by a message to the contact sealed in it, and on the person's page",
  words: ["case", "answer"],
  isMutating: true,
  run: async (deps, { words, by }) => {
    const reference = words["case"]?.toUpperCase() ?? "";
    const text = words["answer"] ?? "";
    if (text.length > caseAnswerMaxLength || /[^\P{Cc}\n]/u.test(text))
      return usageError("<answer>", `has at most ${caseAnswerMaxLength} letters`);
    if (containsPersonalNumber(text))
      return usageError("<answer>", "seems to hold somebody's number; an answer names nobody");
    const done = referencePattern.test(reference) ? await answer(caseDepsOf(deps), reference, { by, text }) : "unknown";
    if (done === "unknown") return unknownCase(words["case"] ?? "");
    if (done === "answered_before") return usageError(reference, "is answered already");
    if (done === "gone") return usageError(reference, "can be answered no more: what was written is erased");
    return success([
      done.isTold
        ? "It is answered, and on its way to the person."
        : "It is answered. Nobody knows a contact any more: the person reads it on their page.",
    ]);
  },
};

export const grievanceCommands = {
  grievances: listGrievancesCommand,
  "read-case": readGrievanceCommand,
  "answer-case": answerGrievanceCommand,
} as const;
