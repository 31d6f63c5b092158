import type { CheckDetails } from "../check-details.ts";
import { companyNameInput } from "../shared-inputs.ts";
import type { stakeholdersRow } from "./row.ts";

export const stakeholdersDetails = {
  inputs: { business_name: companyNameInput, cacid: null },
} as const satisfies CheckDetails<typeof stakeholdersRow>;
