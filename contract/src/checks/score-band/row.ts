import * as z from "zod/mini";
import * as texts from "../../texts.ts";
import { creditAnswerRow } from "../answer-rows.ts";
import { scoredBureaus } from "../bvn/bureaus.ts";
import { bvnRow } from "../bvn/row.ts";
import type { CheckRow } from "../check-row.ts";

export const scoreBandRow = {
  ...creditAnswerRow,
  label: "Credit score at least",
  searchParameter: "Credit score",
  fields: {
    bvn: bvnRow.fields.bvn,
    // the lower ends of the four upper bands in `credit-score.ts`
    atLeast: {
      schema: z.enum(["540", "661", "701", "751"], texts.scoreRequired),
      isNumber: true,
    },
  },
  options: scoredBureaus,
  needsOneOption: true,
  priceItem: "scoreBand",
  question: {
    text: "Is the credit score at {bureau} at least {atLeast}?",
    learns: "whether the score is at least the number you choose",
    fullChecks: ["bvn"],
    unanswered: "The bureau has no score.",
    once: { days: 90, fields: ["bvn"] },
  },
} as const satisfies CheckRow;
