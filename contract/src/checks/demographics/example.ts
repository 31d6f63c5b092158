import type { CheckExample } from "../check-example.ts";
import { personExample } from "../person/example.ts";

export const demographicsExample = {
  search: { firstname: "Oluwaseun", lastname: "Adebayo", dateOfBirth: "04/05/1991", gender: "f" },
  record: personExample,
} as const satisfies CheckExample;
