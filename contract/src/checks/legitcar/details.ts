import type { CheckDetails } from "../check-details.ts";
import { vinInput } from "../shared-inputs.ts";
import type { legitcarRow } from "./row.ts";

export const legitcarDetails = {
  inputs: { vin: vinInput },
  optionLabels: { legitcar: "Check whether it is reported stolen" },
} as const satisfies CheckDetails<typeof legitcarRow>;
