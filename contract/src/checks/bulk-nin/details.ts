import type { CheckDetails } from "../check-details.ts";
import type { bulkNinRow } from "./row.ts";

export const bulkNinDetails = {
  inputs: { nin_csv: null },
} as const satisfies CheckDetails<typeof bulkNinRow>;
