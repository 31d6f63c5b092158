import type { CheckDetails } from "../check-details.ts";
import { plateInput } from "../shared-inputs.ts";
import type { licenseNumberRow } from "./row.ts";

export const licenseNumberDetails = {
  inputs: { license_number: plateInput },
} as const satisfies CheckDetails<typeof licenseNumberRow>;
