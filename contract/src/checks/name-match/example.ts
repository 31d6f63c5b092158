import type { AnswerRecord } from "../../answers.ts";
import type { CheckExample } from "../check-example.ts";

export const nameMatchExample = {
  search: { check: "name_match", nin: "70123456789", firstname: "Oluwaseun", lastname: "Adebayo" },
  record: { answer: "near", askedAt: "2026-11-21T09:42:00Z" },
} satisfies CheckExample<AnswerRecord>;
