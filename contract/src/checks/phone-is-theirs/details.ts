import type { AnswerRecord } from "../../answers.ts";
import type { CheckExample } from "../check-example.ts";
import type { CheckDetails } from "../check-details.ts";
import { phoneDetails } from "../phone/details.ts";
import { ninInput } from "../shared-inputs.ts";
import type { phoneIsTheirsRow } from "./row.ts";

export const phoneIsTheirsDetails = {
  inputs: { nin: ninInput, phone: phoneDetails.inputs.phone },
} as const satisfies CheckDetails<typeof phoneIsTheirsRow>;

export const phoneIsTheirsExample = {
  search: { check: "phone_is_theirs", nin: "70123456789", phone: "08030001122" },
  record: { answer: "yes", askedAt: "2026-11-21T09:42:00Z" },
} satisfies CheckExample<AnswerRecord>;
