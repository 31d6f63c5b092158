import type { CheckExample } from "../check-example.ts";
import { personExample } from "../person/example.ts";

export const bulkNinExample = {
  search: { nin_csv: "NzAxMjM0NTY3ODkKNzAxMjM0NTY3OTAK" },
  record: personExample,
} as const satisfies CheckExample;
