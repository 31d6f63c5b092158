import type { CheckExample } from "../check-example.ts";
import type { PlateRecord } from "./record.ts";
import type { CheckDetails } from "../check-details.ts";
import { plateInput } from "../shared-inputs.ts";
import type { licenseNumberRow } from "./row.ts";

export const licenseNumberDetails = {
  inputs: { license_number: plateInput },
} as const satisfies CheckDetails<typeof licenseNumberRow>;

export const plateExample = {
  license_number: "KJA123AB",
  vin: "1HGBH41JXMN109186",
  model: "Accord",
  make: "Honda",
  decision: "Valid",
  reason: "Paid until 2027",
  chassisNumber: "JXMN109186",
  stolen: false,
  stolenReports: [{ station: "Ikeja", date: "2024-01-01" }],
  category: "Private",
  owner_first_name: "Ada",
  owner_middle_name: "N",
  owner_last_name: "Obi",
  owner_address: "12 Allen Avenue, Ikeja",
  owner_lga: "Ikeja",
  owner_state: "Lagos",
  owner_phone: "08030001122",
} satisfies PlateRecord;

export const licenseNumberExample = {
  search: { license_number: "KJA123AB" },
  record: plateExample,
} satisfies CheckExample<PlateRecord>;
