import { base64Csv } from "../../fields.ts";
import type { CheckRow } from "../check-row.ts";

/** A file of NINs; each line becomes a check of its own. */
export const bulkNinRow = {
  profile: "person",
  label: "Bulk NIN",
  historyType: "Basic Profile",
  searchParameter: "NIN",
  fields: { nin_csv: { schema: base64Csv } },
  options: [],
  priceItem: "nin",
  multiplyPriceBy: "records",
  consent: true,
  retention: "person",
  audience: "business",
  resultKind: "record",
  resultPage: "person",
} as const satisfies CheckRow;
