import { namePart } from "../../expected-name.ts";
import { expectedNameMaxLength } from "../../limits.ts";
import * as texts from "../../texts.ts";
import { personAnswerRow } from "../answer-rows.ts";
import type { CheckRow } from "../check-row.ts";
import { ninField } from "../shared-fields.ts";

export const nameMatchRow = {
  ...personAnswerRow,
  label: "Name match",
  searchParameter: "Name match",
  fields: {
    nin: ninField,
    firstname: {
      schema: namePart(texts.expectedFirstNameRequired),
      input: { kind: "text", label: "First name", maxLength: expectedNameMaxLength },
    },
    lastname: {
      schema: namePart(texts.expectedLastNameRequired),
      input: { kind: "text", label: "Last name", maxLength: expectedNameMaxLength },
    },
    middlename: {
      schema: namePart(texts.expectedNameLetters),
      input: { kind: "text", label: "Middle name (optional)", maxLength: expectedNameMaxLength },
      isOptional: true,
    },
  },
  options: [],
  priceItem: "nameMatch",
  question: {
    text: "Is {name} the name on this NIN?",
    learns: "whether the name you were given matches",
    unanswered: "The source has no name.",
    limitsNames: true,
  },
} as const satisfies CheckRow;
