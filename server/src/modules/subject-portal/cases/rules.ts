import type { SubjectCaseKind } from "@idanimo/contract/console/case-kinds";

export type CaseKind = SubjectCaseKind;

/**
 * Days until the answer is due. The statute gives a month for data subject rights; grievances and misuse reports
 * are answered sooner.
 */
export const answerDueDays = {
  access: 30,
  correction: 30,
  erasure: 30,
  grievance: 14,
  misuse: 3,
} as const satisfies Record<CaseKind, number>;

/** The longest text a subject can send, in characters. */
export const caseTextMaxLength = 1_000;

/** How long the content of a case is retained after the answer. */
export const caseRetentionMonths = 12;

/** Kinds of values that a text is shown without. */
const emailAddress = /[^\s@<>(),;:]+@[^\s@<>(),;:]*[^\s@<>(),;:.!?]/gu;
const longNumber = /(?<![\p{L}\p{Nd}])\+?\p{Nd}(?:[ .()/-]{0,2}\p{Nd}){6,}/gu;
const dateAlone = /^(\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{4})$/;

/** What a person wrote, without phone and identity numbers and email addresses. Dates stay. */
export const maskPersonalValues = (text: string): string =>
  text.replace(emailAddress, "[email]").replace(longNumber, (found) => (dateAlone.test(found) ? found : "[number]"));

/** Whether a subject can have only one open case of this kind; a second request shows the open one. */
export const isLimitedToOneOpen = (kind: CaseKind): boolean => kind === "access" || kind === "erasure";
