import * as z from "zod/mini";
import { publicId } from "../fields.ts";
import { cleanLines, isReadable, requiredLine } from "../plain-text.ts";
import { fillPlaceholders } from "../problems.ts";
import * as texts from "../texts.ts";
import { containsEmail, containsPersonalNumber } from "./fields.ts";

/** What cases and grievances have in common: who works on them, until when, and what was done. */

/** A case that is due within these days is first and red. */
export const dueSoonDays = 2;
/** Characters of a note about a case. */
export const caseNoteMaxLength = 500;
/** Characters of an answer to a person. The SMS has its beginning, the person's page all of it. */
export const caseAnswerMaxLength = 1_000;
/** Hours for which a reason opens what a person wrote. */
export const caseReadingHours = 24;

const namesNoOne = (text: string) => !containsPersonalNumber(text) && !containsEmail(text);

export const caseNote = requiredLine(texts.noteRequired, caseNoteMaxLength).check(
  z.refine(namesNoOne, texts.noteHasNumber),
);

export const caseAnswer = z
  .string(texts.answerRequired)
  .check(
    z.overwrite(cleanLines),
    z.refine(isReadable, texts.unreadableCharacter),
    z.minLength(1, texts.answerRequired),
    z.maxLength(caseAnswerMaxLength, fillPlaceholders(texts.fieldTooLong, { most: String(caseAnswerMaxLength) })),
    z.refine(namesNoOne, texts.answerHasNumber),
  );

/** Characters of a notice that arrived by post or email. */
export const arrivedTextMaxLength = 4_000;

/** What the person wrote; it is sealed, so it may have numbers and names. */
export const arrivedText = z
  .string(texts.noticeTextRequired)
  .check(
    z.overwrite(cleanLines),
    z.refine(isReadable, texts.unreadableCharacter),
    z.minLength(1, texts.noticeTextRequired),
    z.maxLength(arrivedTextMaxLength, fillPlaceholders(texts.fieldTooLong, { most: String(arrivedTextMaxLength) })),
  );

export const urgencies = ["overdue", "soon", "later", "done"] as const;
export type Urgency = (typeof urgencies)[number];

/** An operator by id and name. */
export const namedOperator = z.object({ id: publicId, name: z.string() });

/** What every row of a list of cases has. */
export const caseRowFields = {
  id: publicId,
  /** `ID-…` or `G-…`; null for a case without a number. */
  reference: z.nullable(z.string()),
  kind: z.string(),
  openedAt: z.string(),
  dueAt: z.string(),
  urgency: z.enum(urgencies),
  assignee: z.nullable(namedOperator),
  /** When it was closed or answered. */
  endedAt: z.nullable(z.string()),
};
export const caseRow = z.object(caseRowFields);
export type CaseRow = z.output<typeof caseRow>;

export const caseHistoryEntry = z.object({
  at: z.string(),
  by: z.string(),
  /** An act in snake_case, or `note`. */
  action: z.string(),
  text: z.string(),
});
export type CaseHistoryEntry = z.output<typeof caseHistoryEntry>;

/** What the page of a case has beside the row. */
export const caseDetailFields = {
  endedBy: z.nullable(z.string()),
  /** Oldest first. */
  history: z.array(caseHistoryEntry),
  /** Who may be responsible for it. */
  candidates: z.array(namedOperator),
};

export const casePage = { open: z._default(z.enum(["true", "false"]), "true") };
export const assignInput = { id: publicId, operatorId: z.nullable(publicId) };
