import { searchCacId } from "../../fields.ts";
import type { CheckRow } from "../check-row.ts";
import { companyNameField } from "../shared-fields.ts";

export const stakeholdersRow = {
  profile: "business",
  label: "Stakeholders",
  historyType: "Business Profile",
  searchParameter: "STAKEHOLDERS",
  fields: { business_name: companyNameField, cacid: { schema: searchCacId, input: null } },
  options: [],
  priceItem: "stakeholders",
  consent: false,
  retention: "register",
  audience: "holder",
  resultKind: "record",
  resultPage: "companies",
} as const satisfies CheckRow;
