import type { CheckExample } from "../check-example.ts";
import { personExample } from "../person/example.ts";

export const ninExample = {
  search: { nin: "70123456789" },
  record: personExample,
} as const satisfies CheckExample;
