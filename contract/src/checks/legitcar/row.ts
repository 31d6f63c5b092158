import { searchVin } from "../../fields.ts";
import type { CheckRow } from "../check-row.ts";

export const legitcarRow = {
  profile: "vehicle",
  label: "Legit car check",
  historyType: "Vehicle Profile",
  searchParameter: "VIN",
  fields: { vin: { schema: searchVin } },
  options: ["legitcar"],
  needsOneOption: true,
  priceItem: "legitCar",
  consent: false,
  retention: "vehicle",
  audience: "internal",
  resultKind: "record",
  resultPage: "legitCar",
} as const satisfies CheckRow;
