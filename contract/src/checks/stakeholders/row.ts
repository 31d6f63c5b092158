import { searchCacId, searchCompany } from "../../fields.ts";
import type { CheckRow } from "../check-row.ts";

export const stakeholdersRow = {
  profile: "business",
  label: "Stakeholders",
  historyType: "Business Profile",
  searchParameter: "STAKEHOLDERS",
  fields: { business_name: { schema: searchCompany }, cacid: { schema: searchCacId } },
  options: [],
  priceItem: "stakeholders",
  consent: false,
  retention: "register",
  audience: "holder",
  resultKind: "record",
  resultPage: "companies",
} as const satisfies CheckRow;
