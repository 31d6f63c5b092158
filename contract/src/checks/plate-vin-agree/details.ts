import type { CheckDetails } from "../check-details.ts";
import { plateInput, vinInput } from "../shared-inputs.ts";
import type { plateVinAgreeRow } from "./row.ts";

export const plateVinAgreeDetails = {
  inputs: { license_number: plateInput, vin: vinInput },
} as const satisfies CheckDetails<typeof plateVinAgreeRow>;
