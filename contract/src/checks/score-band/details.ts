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
