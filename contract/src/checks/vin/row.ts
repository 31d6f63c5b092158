import type { CheckRow } from "../check-row.ts";
import { vinField } from "../shared-fields.ts";

export const vinRow = {
  profile: "vehicle",
  label: "Vehicle History (VIN)",
  historyType: "Vehicle Profile",
  searchParameter: "VIN",
  fields: { vin: vinField },
  options: ["stolencheck"],
  optionsLegend: { legend: "Extra" },
  priceItem: "vin",
  addOn: { option: "stolencheck", priceItem: "stolenCheck" },
  consent: false,
  retention: "vehicle",
  audience: "everyone",
  resultKind: "record",
  resultPage: "vehicle",
} as const satisfies CheckRow;
