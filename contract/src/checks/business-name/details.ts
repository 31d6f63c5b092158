import type { CheckDetails } from "../check-details.ts";
import { companyNameInput } from "../shared-inputs.ts";
import type { businessNameRow } from "./row.ts";

export const businessNameDetails = {
  inputs: { business_name: companyNameInput },
} as const satisfies CheckDetails<typeof businessNameRow>;
