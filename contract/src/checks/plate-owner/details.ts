import type { CheckDetails } from "../check-details.ts";
import { plateInput } from "../shared-inputs.ts";
import type { plateOwnerRow } from "./row.ts";

export const plateOwnerDetails = {
  inputs: { license_number: plateInput },
} as const satisfies CheckDetails<typeof plateOwnerRow>;
