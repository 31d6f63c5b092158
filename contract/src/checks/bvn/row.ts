import { searchBvn } from "../../fields.ts";
import { bvnLength } from "../../limits.ts";
import type { CheckRow } from "../check-row.ts";

export const bvnRow = {
  profile: "financial",
  label: "BVN",
  historyType: "Financial Profile",
  searchParameter: "BVN",
  fields: {
    bvn: {
      schema: searchBvn,
      input: {
        kind: "digits",
        label: "Bank verification number (BVN)",
        hint: `${bvnLength} digits.`,
        length: bvnLength,
        groups: [3, 4, 4],
      },
    },
  },
  options: ["crc", "firstCentral", "creditRegistry"],
  optionsLegend: { legend: "Credit bureaus", hint: "Each one you tick is asked and paid for." },
  needsOneOption: true,
  priceItem: "bvn",
  multiplyPriceBy: "options",
  consent: true,
  retention: "financial",
  audience: "everyone",
  resultKind: "record",
  resultPage: "credit",
  nameIn: "credit",
} as const satisfies CheckRow;
