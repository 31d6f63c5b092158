import type { CheckExample } from "../check-example.ts";
import { personExample } from "../person/example.ts";
import type { CheckDetails } from "../check-details.ts";
import { ninInput } from "../shared-inputs.ts";
import type { ninFaceRow } from "./row.ts";

export const ninFaceDetails = {
  inputs: { nin: ninInput, face: null },
} as const satisfies CheckDetails<typeof ninFaceRow>;

export const ninFaceExample = {
  search: { nin: "70123456789", face: "lf_0123456789abcdefghijkl" },
  record: personExample,
} as const satisfies CheckExample;
