import type { AnswerRecord } from "../../answers.ts";
import type { CheckExample } from "../check-example.ts";
import type { CheckDetails } from "../check-details.ts";
import { bvnDetails } from "../bvn/details.ts";
import type { scoreBandRow } from "./row.ts";

export const scoreBandDetails = {
  inputs: {
    bvn: bvnDetails.inputs.bvn,
    atLeast: {
      kind: "choice",
      label: "Score",
      choices: [
        ["540", "540 or more (average)"],
        ["661", "661 or more (good)"],
        ["701", "701 or more (very good)"],
        ["751", "751 or more (excellent)"],
      ],
    },
  },
  optionLabels: bvnDetails.optionLabels,
  optionsLegend: { legend: "Credit bureau", hint: "We check CRC. No other bureau has a score." },
} as const satisfies CheckDetails<typeof scoreBandRow>;

export const scoreBandExample = {
  search: { check: "score_band", bvn: "22212345678", crc: true, atLeast: "661" },
  record: { answer: "yes", askedAt: "2026-11-21T09:42:00Z" },
} satisfies CheckExample<AnswerRecord>;
