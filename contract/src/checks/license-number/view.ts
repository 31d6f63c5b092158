import type { RecordGroup } from "../../record-fields.ts";
import type { StolenCheck } from "../stolen-check.ts";
import type { PlateRecord } from "./record.ts";

const plateVehicleGroup: RecordGroup = {
  title: "The vehicle",
  fields: [
    { label: "Registration number", names: ["license_number"] },
    { label: "Chassis number", names: ["chassisNumber"], long: true },
    { label: "VIN", names: ["vin"], long: true },
    { label: "Make", names: ["make"] },
    { label: "Model", names: ["model"] },
    { label: "Vehicle category", names: ["category"] },
    { label: "Decision", names: ["decision"] },
    { label: "Reason", names: ["reason"] },
  ],
};
/** Shown after the owner consents [CL-15]. */
export const plateOwnerGroup: RecordGroup = {
  title: "The owner",
  fields: [
    { label: "First name", names: ["owner_first_name"] },
    { label: "Middle name", names: ["owner_middle_name"] },
    { label: "Last name", names: ["owner_last_name"] },
    { label: "Phone", names: ["owner_phone"], kind: "phone" },
    { label: "Address", names: ["owner_address"], long: true },
    { label: "Local government", names: ["owner_lga"] },
    { label: "State", names: ["owner_state"] },
  ],
};
/** See RESULT-PLATE-02 and C-20. */
export const plateGroups: readonly RecordGroup[] = [plateVehicleGroup, plateOwnerGroup];

export function plateStolenCheck({ chassisNumber, stolen, stolenReports }: PlateRecord): StolenCheck {
  return { chassis: chassisNumber, stolen, reports: stolenReports };
}
