import { searchNin } from "../../fields.ts";
import { personAnswerRow } from "../answer-rows.ts";
import type { CheckRow } from "../check-row.ts";
import { phoneRow } from "../phone/row.ts";

export const phoneIsTheirsRow = {
  ...personAnswerRow,
  label: "Phone belongs to NIN",
  searchParameter: "Phone belongs to NIN",
  fields: { nin: { schema: searchNin }, phone: phoneRow.fields.phone },
  options: [],
  priceItem: "phoneIsTheirs",
  question: {
    text: "Is {phone} the phone number on this NIN?",
    learns: "whether the phone number is the person's",
    fullChecks: ["nin"],
    unanswered: "The source has no phone number.",
  },
} as const satisfies CheckRow;
