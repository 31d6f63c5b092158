import { quoteForTerminal } from "@idanimo/contract/terminal";
import {
  answerCase as answer,
  answerMaxLength,
  type CaseDeps,
  openSubjectCases,
  readCase as read,
  type SubjectCase,
} from "../consent/index.ts";
import { type Command, type OperatorDeps, well, wrong } from "./command.ts";
import { holdsNumber } from "./rules.ts";
import { moment, table } from "./table.ts";

/** What people who were looked up ask of us: their rights, complaints, reports of misuse. Their contact is shown to nobody. */

const kinds: Readonly<Record<SubjectCase["kind"], string>> = {
  access: "access: their copy lacks something",
  correction: "correction",
  erasure: "erasure",
  grievance: "complaint",
  misuse: "report of misuse",
};

/** What an audit row has room for, beside a name. */
const longest = 150;
const aReference = /^ID-[A-Z0-9]{6}$/;
const noCase = (reference: string) => wrong(reference, "is no such case; `grievances` lists the open ones");

const depsOf = ({ db, keys, ids, publicUrl }: OperatorDeps): CaseDeps => ({
  db,
  keys,
  ids,
  myDataUrl: `${publicUrl}/my-data`,
});

const grievances: Command = {
  about: "what people who were looked up wait for, overdue first; badly ended while something is overdue",
  run: ({ db }) =>
    db.transaction("system", async (tx) => {
      const open = await openSubjectCases(tx);
      if (open.length === 0) return well(["Nobody waits for an answer."]);
      const rows = open.map((one) => [
        one.reference,
        moment(one.dueAt),
        one.isOverdue ? "OVERDUE" : "open",
        kinds[one.kind],
        moment(one.openedAt),
      ]);
      return {
        lines: [
          ...table(["case", "due", "state", "what", "since"], rows),
          'Next: read-case <case> --as <you> --reason "<why>"; the person is told that you read it.',
        ],
        isWell: !open.some(({ isOverdue }) => isOverdue),
      };
    }),
};

const readCase: Command = {
  about: "opens what a person wrote, never their contact; the audit keeps why, and the person is told",
  words: ["case"],
  options: { reason: "why you must read it" },
  changes: true,
  run: async (deps, { words, options, by }) => {
    const reference = words["case"]?.toUpperCase() ?? "";
    const reason = options["reason"] ?? "";
    if (reason === "") return wrong("--reason", "is missing: the audit keeps why it was read");
    if (reason.length > longest || /\p{Cc}/u.test(reason))
      return wrong("--reason", `is one line of at most ${longest} letters`);
    if (holdsNumber(reason))
      return wrong("--reason", "seems to hold somebody's number; the audit keeps no personal values");
    const opened = aReference.test(reference) ? await read(depsOf(deps), reference, { by, reason }) : undefined;
    if (!opened) return noCase(words["case"] ?? "");
    const { found, text, isTold } = opened;
    return well([
      ...table(
        ["case", found.reference],
        [
          ["what", kinds[found.kind]],
          ["since", moment(found.openedAt)],
          ["due", `${moment(found.dueAt)}${found.isOverdue ? ", OVERDUE" : ""}`],
          ...(found.requestId === null ? [] : [["request", found.requestId]]),
          ...(found.ownerId === null ? [] : [["account", found.ownerId]]),
          ["standing", found.answeredAt ? `answered ${moment(found.answeredAt)} by ${found.answeredBy}` : "open"],
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

const answerCase: Command = {
  about: "answers a case, once: by a message to the contact sealed in it, and on the person's page",
  words: ["case", "answer"],
  changes: true,
  run: async (deps, { words, by }) => {
    const reference = words["case"]?.toUpperCase() ?? "";
    const text = words["answer"] ?? "";
    if (text.length > answerMaxLength || /[^\P{Cc}\n]/u.test(text))
      return wrong("<answer>", `has at most ${answerMaxLength} letters`);
    if (holdsNumber(text)) return wrong("<answer>", "seems to hold somebody's number; an answer names nobody");
    const done = aReference.test(reference) ? await answer(depsOf(deps), reference, { by, text }) : "unknown";
    if (done === "unknown") return noCase(words["case"] ?? "");
    if (done === "answered_before") return wrong(reference, "is answered already");
    if (done === "gone") return wrong(reference, "can be answered no more: what was written is erased");
    return well([
      done.isTold
        ? "It is answered, and on its way to the person."
        : "It is answered. Nobody knows a contact any more: the person reads it on their page.",
    ]);
  },
};

export const grievanceCommands = { grievances, "read-case": readCase, "answer-case": answerCase } as const;
