import { searchVin } from "../../fields.ts";
import type { CheckRow } from "../check-row.ts";

export const vinRow = {
  profile: "vehicle",
  label: "Vehicle History (VIN)",
  historyType: "Vehicle Profile",
  searchParameter: "VIN",
  fields: { vin: { schema: searchVin } },
  options: ["stolencheck"],
  priceItem: "vin",
  addOn: { option: "stolencheck", priceItem: "stolenCheck" },
  consent: false,
  retention: "vehicle",
  audience: "everyone",
  resultKind: "record",
  resultPage: "vehicle",
} as const satisfies CheckRow;
