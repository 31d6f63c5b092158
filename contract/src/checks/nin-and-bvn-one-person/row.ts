import { searchNin } from "../../fields.ts";
import { personAnswerRow } from "../answer-rows.ts";
import { bvnRow } from "../bvn/row.ts";
import type { CheckRow } from "../check-row.ts";

export const ninAndBvnOnePersonRow = {
  ...personAnswerRow,
  label: "NIN and BVN are one person",
  searchParameter: "NIN and BVN",
  fields: { nin: { schema: searchNin }, bvn: bvnRow.fields.bvn },
  options: [],
  priceItem: "ninAndBvnOnePerson",
  question: {
    text: "Do this NIN and this BVN belong to one person?",
    learns: "whether both numbers belong to one person",
    fullChecks: ["nin", "bvn"],
    unanswered: "A source has no name or birth date.",
  },
} as const satisfies CheckRow;
