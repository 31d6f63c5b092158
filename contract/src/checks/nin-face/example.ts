import type { CheckExample } from "../check-example.ts";
import { personExample } from "../person/example.ts";

export const ninFaceExample = {
  search: { nin: "70123456789", face: "lf_0123456789abcdefghijkl" },
  record: personExample,
} as const satisfies CheckExample;
