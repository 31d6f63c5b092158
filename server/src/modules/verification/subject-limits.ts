import { ok } from "@idanimo/contract/problems";
import { countComparedName } from "./compared-names.ts";
import { claimQuestion, countQuestion } from "./question-limits.ts";
import { findDuplicates, secondsUntilNextRequest } from "./store.ts";

/** How often an account may ask about one subject: a value once a day, a question once in its period. [T-45 AO-07] */
export const subjectLimits = {
  secondsUntilNextRequest,
  findDuplicates,
  countQuestion,
  claimQuestion,
  countComparedName,
};
export type SubjectLimits = typeof subjectLimits;

/** As often as it likes, for subjects who do not exist. */
export const noSubjectLimits: SubjectLimits = {
  secondsUntilNextRequest: async () => undefined,
  findDuplicates: async () => new Set(),
  countQuestion: async () => ok(undefined),
  claimQuestion: async () => true,
  countComparedName: async () => ok(undefined),
};
