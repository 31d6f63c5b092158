import { searchBvn } from "../../fields.ts";
import type { CheckRow } from "../check-row.ts";

export const bvnRow = {
  profile: "financial",
  label: "BVN",
  historyType: "Financial Profile",
  searchParameter: "BVN",
  fields: { bvn: { schema: searchBvn } },
  options: ["crc", "firstCentral", "creditRegistry"],
  needsOneOption: true,
  priceItem: "bvn",
  multiplyPriceBy: "options",
  consent: true,
  retention: "financial",
  audience: "everyone",
  resultKind: "record",
  resultPage: "credit",
  recordShape: "credit",
  nameIn: "credit",
} as const satisfies CheckRow;
