import type { CheckExample } from "../check-example.ts";
import { personExample } from "../person/example.ts";
import type { CheckDetails } from "../check-details.ts";
import { ninInput } from "../shared-inputs.ts";
import type { ninRow } from "./row.ts";

export const ninDetails = {
  inputs: { nin: ninInput },
} as const satisfies CheckDetails<typeof ninRow>;

export const ninExample = {
  search: { nin: "70123456789" },
  record: personExample,
} as const satisfies CheckExample;
