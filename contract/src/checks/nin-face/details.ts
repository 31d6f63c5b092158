import type { CheckDetails } from "../check-details.ts";
import { ninInput } from "../shared-inputs.ts";
import type { ninFaceRow } from "./row.ts";

export const ninFaceDetails = {
  inputs: { nin: ninInput, face: null },
} as const satisfies CheckDetails<typeof ninFaceRow>;
