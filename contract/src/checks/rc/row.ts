import { searchRc } from "../../fields.ts";
import type { CheckRow } from "../check-row.ts";

export const rcRow = {
  profile: "business",
  label: "Registration Number (RC)",
  historyType: "Business Profile",
  searchParameter: "RC NUMBER",
  fields: { rc: { schema: searchRc } },
  options: [],
  priceItem: "company",
  consent: false,
  retention: "register",
  audience: "everyone",
  resultKind: "record",
  resultPage: "companies",
} as const satisfies CheckRow;
