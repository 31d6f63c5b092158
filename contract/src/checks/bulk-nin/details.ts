import type { CheckExample } from "../check-example.ts";
import { personExample } from "../person/example.ts";
import type { CheckDetails } from "../check-details.ts";
import type { bulkNinRow } from "./row.ts";

export const bulkNinDetails = {
  inputs: { nin_csv: null },
} as const satisfies CheckDetails<typeof bulkNinRow>;

export const bulkNinExample = {
  search: { nin_csv: "NzAxMjM0NTY3ODkKNzAxMjM0NTY3OTAK" },
  record: personExample,
} as const satisfies CheckExample;
