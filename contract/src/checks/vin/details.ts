import type { CheckDetails } from "../check-details.ts";
import { vinInput } from "../shared-inputs.ts";
import type { vinRow } from "./row.ts";

export const vinDetails = {
  inputs: { vin: vinInput },
  optionLabels: { stolencheck: "Also check whether it is reported stolen" },
  optionsLegend: { legend: "Extra" },
} as const satisfies CheckDetails<typeof vinRow>;
