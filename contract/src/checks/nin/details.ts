import type { CheckDetails } from "../check-details.ts";
import { ninInput } from "../shared-inputs.ts";
import type { ninRow } from "./row.ts";

export const ninDetails = {
  inputs: { nin: ninInput },
} as const satisfies CheckDetails<typeof ninRow>;
