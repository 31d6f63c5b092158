import { searchPlate } from "../../fields.ts";
import type { CheckRow } from "../check-row.ts";

export const licenseNumberRow = {
  profile: "vehicle",
  label: "Vehicle Registration Number",
  historyType: "Vehicle Profile",
  searchParameter: "Vehicle Registration Number",
  fields: { license_number: { schema: searchPlate } },
  options: [],
  priceItem: "licenseNumber",
  consent: false,
  retention: "vehicle",
  audience: "everyone",
  resultKind: "record",
  resultPage: "plate",
  ownerCheck: "plate_owner",
} as const satisfies CheckRow;
