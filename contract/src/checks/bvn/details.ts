import { bvnLength } from "../../limits.ts";
import type { CheckDetails } from "../check-details.ts";
import type { bvnRow } from "./row.ts";

export const bvnDetails = {
  inputs: {
    bvn: {
      kind: "digits",
      label: "Bank verification number (BVN)",
      hint: `${bvnLength} digits.`,
      length: bvnLength,
      groups: [3, 4, 4],
    },
  },
  optionLabels: { crc: "CRC", firstCentral: "First Central", creditRegistry: "Credit Registry" },
  optionsLegend: { legend: "Credit bureaus", hint: "You pay for each bureau you select." },
} as const satisfies CheckDetails<typeof bvnRow>;
