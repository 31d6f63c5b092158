import type { AnswerRecord } from "../../answers.ts";
import type { CheckExample } from "../check-example.ts";

export const scoreBandExample = {
  search: { check: "score_band", bvn: "22212345678", crc: true, atLeast: "661" },
  record: { answer: "yes", askedAt: "2026-11-21T09:42:00Z" },
} satisfies CheckExample<AnswerRecord>;
