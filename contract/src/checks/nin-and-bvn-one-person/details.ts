import type { CheckDetails } from "../check-details.ts";
import { bvnDetails } from "../bvn/details.ts";
import { ninInput } from "../shared-inputs.ts";
import type { ninAndBvnOnePersonRow } from "./row.ts";

export const ninAndBvnOnePersonDetails = {
  inputs: { nin: ninInput, bvn: bvnDetails.inputs.bvn },
} as const satisfies CheckDetails<typeof ninAndBvnOnePersonRow>;
