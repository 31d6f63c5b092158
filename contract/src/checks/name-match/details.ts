import type { AnswerRecord } from "../../answers.ts";
import type { CheckExample } from "../check-example.ts";
import { expectedNameMaxLength } from "../../limits.ts";
import type { CheckDetails } from "../check-details.ts";
import { ninInput } from "../shared-inputs.ts";
import type { nameMatchRow } from "./row.ts";

export const nameMatchDetails = {
  inputs: {
    nin: ninInput,
    firstname: { kind: "text", label: "First name", maxLength: expectedNameMaxLength },
    lastname: { kind: "text", label: "Last name", maxLength: expectedNameMaxLength },
    middlename: { kind: "text", label: "Middle name (optional)", maxLength: expectedNameMaxLength },
  },
} as const satisfies CheckDetails<typeof nameMatchRow>;

export const nameMatchExample = {
  search: { check: "name_match", nin: "70123456789", firstname: "Oluwaseun", lastname: "Adebayo" },
  record: { answer: "near", askedAt: "2026-11-21T09:42:00Z" },
} satisfies CheckExample<AnswerRecord>;
