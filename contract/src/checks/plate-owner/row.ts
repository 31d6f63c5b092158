import { searchPlate } from "../../fields.ts";
import type { CheckRow } from "../check-row.ts";

/** The owner of a vehicle, asked from the result of its registration number [CL-15]. */
export const plateOwnerRow = {
  profile: "vehicle",
  label: "Vehicle Owner",
  historyType: "Vehicle Profile",
  searchParameter: "Vehicle Owner",
  fields: { license_number: { schema: searchPlate } },
  options: [],
  priceItem: "licenseNumber",
  isFree: true,
  consent: true,
  retention: "person",
  audience: "holder",
  resultKind: "record",
  resultPage: "plate",
  boughtFrom: "license_number",
} as const satisfies CheckRow;
