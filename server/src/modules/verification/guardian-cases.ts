import { findCaseByEnd } from "../audit/index.ts";
import type { Tx } from "../../database/database.ts";

/** Kind of the case in which an operator looks for a guardian's consent. */
export const guardianCaseKind = "guardian_asked";

/** Days until an operator writes to the requester of a guardian's consent. */
export const guardianResponseDays = 7;

/** The case number in emails and on the phone: the end of its id, `G-3F9A1C`. */
export const guardianCaseNumber = (caseId: string): string => `G-${caseId.slice(-6).toUpperCase()}`;

/** The case with a number. */
export const findGuardianCase = (tx: Tx, number: string): Promise<{ readonly id: string } | undefined> =>
  findCaseByEnd(tx, guardianCaseKind, number.slice(2).toLowerCase());
