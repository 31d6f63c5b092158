import { searchNin } from "../../fields.ts";
import type { CheckRow } from "../check-row.ts";

export const ninRow = {
  profile: "person",
  label: "NIN",
  historyType: "Basic Profile",
  searchParameter: "NIN",
  fields: { nin: { schema: searchNin } },
  options: [],
  priceItem: "nin",
  consent: true,
  retention: "person",
  audience: "everyone",
  resultKind: "record",
  resultPage: "person",
  nameIn: "person",
} as const satisfies CheckRow;
