import type { CheckRow } from "./check-row.ts";

/** What the rows of checks about one question have in common. */
const answerRow = {
  retention: "answer",
  audience: "everyone",
  resultKind: "answer",
  resultPage: "answer",
} as const satisfies Partial<CheckRow>;

/** About a person, who must consent. */
export const personAnswerRow = {
  ...answerRow,
  profile: "person",
  historyType: "Basic Profile",
  consent: true,
} as const satisfies Partial<CheckRow>;

/** About a credit record, whose subject must consent. */
export const creditAnswerRow = {
  ...answerRow,
  profile: "financial",
  historyType: "Financial Profile",
  consent: true,
} as const satisfies Partial<CheckRow>;

/** About a vehicle, without its owner. */
export const vehicleAnswerRow = {
  ...answerRow,
  profile: "vehicle",
  historyType: "Vehicle Profile",
  consent: false,
} as const satisfies Partial<CheckRow>;
