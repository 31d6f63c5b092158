import type { CheckRow } from "../check-row.ts";
import { vinField } from "../shared-fields.ts";

export const legitcarRow = {
  profile: "vehicle",
  label: "Legit car check",
  historyType: "Vehicle Profile",
  searchParameter: "VIN",
  fields: { vin: vinField },
  options: ["legitcar"],
  needsOneOption: true,
  priceItem: "legitCar",
  consent: false,
  retention: "vehicle",
  audience: "internal",
  resultKind: "record",
  resultPage: "legitCar",
} as const satisfies CheckRow;
