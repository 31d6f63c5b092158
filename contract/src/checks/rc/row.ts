import { searchRc } from "../../fields.ts";
import type { CheckRow } from "../check-row.ts";

export const rcRow = {
  profile: "business",
  label: "Registration Number (RC)",
  historyType: "Business Profile",
  searchParameter: "RC NUMBER",
  fields: {
    rc: {
      schema: searchRc,
      input: { kind: "text", label: "RC number", hint: "As it is in the companies register.", maxLength: 40 },
    },
  },
  options: [],
  priceItem: "company",
  consent: false,
  retention: "register",
  audience: "everyone",
  resultKind: "record",
  resultPage: "companies",
} as const satisfies CheckRow;
