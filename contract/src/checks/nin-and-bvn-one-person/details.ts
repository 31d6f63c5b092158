import type { AnswerRecord } from "../../answers.ts";
import type { CheckExample } from "../check-example.ts";
import type { CheckDetails } from "../check-details.ts";
import { bvnDetails } from "../bvn/details.ts";
import { ninInput } from "../shared-inputs.ts";
import type { ninAndBvnOnePersonRow } from "./row.ts";

export const ninAndBvnOnePersonDetails = {
  inputs: { nin: ninInput, bvn: bvnDetails.inputs.bvn },
} as const satisfies CheckDetails<typeof ninAndBvnOnePersonRow>;

export const ninAndBvnOnePersonExample = {
  search: { check: "nin_and_bvn_one_person", nin: "70123456789", bvn: "22212345678" },
  record: { answer: "yes", askedAt: "2026-11-21T09:42:00Z" },
} satisfies CheckExample<AnswerRecord>;
