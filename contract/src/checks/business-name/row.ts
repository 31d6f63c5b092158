import { searchCompany } from "../../fields.ts";
import type { CheckRow } from "../check-row.ts";

export const businessNameRow = {
  profile: "business",
  label: "Business Name",
  historyType: "Business Profile",
  searchParameter: "COMPANY NAME",
  fields: { business_name: { schema: searchCompany } },
  options: [],
  priceItem: "company",
  consent: false,
  retention: "register",
  audience: "everyone",
  resultKind: "record",
  resultPage: "companies",
} as const satisfies CheckRow;
