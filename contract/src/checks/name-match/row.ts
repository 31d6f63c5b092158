import { searchNin } from "../../fields.ts";
import { namePart } from "../../expected-name.ts";
import * as texts from "../../texts.ts";
import { personAnswerRow } from "../answer-rows.ts";
import type { CheckRow } from "../check-row.ts";

export const nameMatchRow = {
  ...personAnswerRow,
  label: "Name match",
  searchParameter: "Name match",
  fields: {
    nin: { schema: searchNin },
    firstname: {
      schema: namePart(texts.expectedFirstNameRequired),
    },
    lastname: {
      schema: namePart(texts.expectedLastNameRequired),
    },
    middlename: {
      schema: namePart(texts.expectedNameLetters),
      isOptional: true,
    },
  },
  options: [],
  priceItem: "nameMatch",
  question: {
    text: "Is {name} the name on this NIN?",
    learns: "whether the name you were given matches",
    fullChecks: ["nin"],
    unanswered: "The source has no name.",
    limitsNames: true,
  },
} as const satisfies CheckRow;
