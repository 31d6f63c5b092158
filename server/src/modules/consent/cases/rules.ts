/** What a person asks of us, and by when an operator answers it. */
export const caseKinds = ["access", "correction", "erasure", "grievance", "misuse"] as const;
export type CaseKind = (typeof caseKinds)[number];

/** Days until the answer is due. The law gives a month for rights; a grievance and a misuse are answered sooner. Source: decisions. */
export const answerDueDays = {
  access: 30,
  correction: 30,
  erasure: 30,
  grievance: 14,
  misuse: 3,
} as const satisfies Record<CaseKind, number>;

/** The longest text a person writes to us. */
export const caseTextMaxLength = 1_000;

/** The longest answer an operator gives; an SMS tells its beginning and the person's page all of it. */
export const caseAnswerMaxLength = 1_000;
/** How long what was written is kept after the answer. */
export const caseRetentionMonths = 12;

/** Kinds of which a person has one at a time: asking again while one is open shows that one. */
export const isLimitedToOneOpen = (kind: CaseKind): boolean => kind === "access" || kind === "erasure";
