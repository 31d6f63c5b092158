import type { AnswerRecord } from "../../answers.ts";
import type { CheckExample } from "../check-example.ts";
import type { CheckDetails } from "../check-details.ts";
import { ninInput } from "../shared-inputs.ts";
import type { overAgeRow } from "./row.ts";

export const overAgeDetails = {
  inputs: {
    nin: ninInput,
    age: {
      kind: "choice",
      label: "Age",
      choices: [
        ["18", "18 or older"],
        ["21", "21 or older"],
      ],
    },
  },
} as const satisfies CheckDetails<typeof overAgeRow>;

export const overAgeExample = {
  search: { check: "over_age", nin: "70123456789", age: "18" },
  record: { answer: "yes", askedAt: "2026-11-21T09:42:00Z" },
} satisfies CheckExample<AnswerRecord>;
