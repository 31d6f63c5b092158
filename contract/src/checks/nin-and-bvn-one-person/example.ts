import type { AnswerRecord } from "../../answers.ts";
import type { CheckExample } from "../check-example.ts";

export const ninAndBvnOnePersonExample = {
  search: { check: "nin_and_bvn_one_person", nin: "70123456789", bvn: "22212345678" },
  record: { answer: "yes", askedAt: "2026-11-21T09:42:00Z" },
} satisfies CheckExample<AnswerRecord>;
