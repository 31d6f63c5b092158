import type { CheckRow } from "../check-row.ts";
import { companyNameField } from "../shared-fields.ts";

export const businessNameRow = {
  profile: "business",
  label: "Business Name",
  historyType: "Business Profile",
  searchParameter: "COMPANY NAME",
  fields: { business_name: companyNameField },
  options: [],
  priceItem: "company",
  consent: false,
  retention: "register",
  audience: "everyone",
  resultKind: "record",
  resultPage: "companies",
} as const satisfies CheckRow;
