import type { CheckExample } from "../check-example.ts";
import { plateExample } from "../license-number/details.ts";
import type { PlateRecord } from "../license-number/record.ts";
import type { CheckDetails } from "../check-details.ts";
import { plateInput } from "../shared-inputs.ts";
import type { plateOwnerRow } from "./row.ts";

export const plateOwnerDetails = {
  inputs: { license_number: plateInput },
} as const satisfies CheckDetails<typeof plateOwnerRow>;

export const plateOwnerExample = {
  search: null,
  record: plateExample,
} satisfies CheckExample<PlateRecord>;
