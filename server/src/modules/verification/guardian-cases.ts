/** The kind of the case in which an operator looks for a guardian's yes. */
export const guardianCaseKind = "guardian_asked";

/** Days until a person of ours writes to whoever asked for a guardian. Source: decisions. */
export const guardianResponseDays = 7;

/** What such a case is called in a letter or on the phone, to both sides: the end of its id, `G-3F9A1C`. */
export const guardianCaseNumber = (caseId: string): string => `G-${caseId.slice(-6).toUpperCase()}`;
