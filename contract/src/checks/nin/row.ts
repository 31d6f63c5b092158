import type { CheckRow } from "../check-row.ts";
import { ninField } from "../shared-fields.ts";

export const ninRow = {
  profile: "person",
  label: "NIN",
  historyType: "Basic Profile",
  searchParameter: "NIN",
  fields: { nin: ninField },
  options: [],
  priceItem: "nin",
  consent: true,
  retention: "person",
  audience: "everyone",
  resultKind: "record",
  resultPage: "person",
  nameIn: "person",
} as const satisfies CheckRow;
