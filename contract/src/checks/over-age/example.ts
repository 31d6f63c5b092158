import type { AnswerRecord } from "../../answers.ts";
import type { CheckExample } from "../check-example.ts";

export const overAgeExample = {
  search: { check: "over_age", nin: "70123456789", age: "18" },
  record: { answer: "yes", askedAt: "2026-11-21T09:42:00Z" },
} satisfies CheckExample<AnswerRecord>;
