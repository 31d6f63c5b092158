import { searchNin } from "../../fields.ts";
import * as z from "zod/mini";
import * as texts from "../../texts.ts";
import { personAnswerRow } from "../answer-rows.ts";
import type { CheckRow } from "../check-row.ts";

export const overAgeRow = {
  ...personAnswerRow,
  label: "Over 18 or 21",
  searchParameter: "Over 18 or 21",
  fields: {
    nin: { schema: searchNin },
    age: {
      schema: z.enum(["18", "21"], texts.ageRequired),
      isNumber: true,
    },
  },
  options: [],
  priceItem: "overAge",
  question: {
    text: "Is the person of this NIN {age} or older?",
    learns: "whether the person is at least 18 or 21, not the birth date",
    fullChecks: ["nin"],
    unanswered: "The source has no birth date.",
    once: { days: 90, fields: ["nin", "age"] },
  },
} as const satisfies CheckRow;
