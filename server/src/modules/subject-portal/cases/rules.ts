export const caseKinds = ["access", "correction", "erasure", "grievance", "misuse"] as const;
export type CaseKind = (typeof caseKinds)[number];

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

/**
 * The longest answer an operator can give, in characters. The SMS has its beginning, the subject's page all of it.
 */
export const caseAnswerMaxLength = 1_000;
/** How long the content of a case is retained after the answer. */
export const caseRetentionMonths = 12;

/** Whether a subject can have only one open case of this kind; a second request shows the open one. */
export const isLimitedToOneOpen = (kind: CaseKind): boolean => kind === "access" || kind === "erasure";
