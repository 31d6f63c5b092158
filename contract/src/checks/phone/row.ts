import { searchPhone } from "../../fields.ts";
import type { CheckRow } from "../check-row.ts";

export const phoneRow = {
  profile: "person",
  label: "Phone Number",
  historyType: "Search-Extension",
  searchParameter: "Phone Number",
  fields: { phone: { schema: searchPhone } },
  options: [],
  priceItem: "phone",
  consent: true,
  retention: "extension",
  audience: "everyone",
  resultKind: "record",
  resultPage: "extension",
  recordShape: "extension",
  nameIn: "extension",
} as const satisfies CheckRow;
